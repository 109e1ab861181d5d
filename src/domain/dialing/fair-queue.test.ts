import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const member = (id: string) => ({ id, groupId: id[0]! });

/** Returns the order in which members are served if all of them always wait. */
function serve(queue: FairQueue, ids: readonly string[], times: number): string[] {
  return Array.from({ length: times }, () => {
    const next = queue.next(ids.map(member))!;
    queue.recordServed(next);
    return next.id;
  });
}

describe('FairQueue', () => {
  it('alternates between groups and between the members of a group', () => {
    expect(serve(new FairQueue(), ['a1', 'a2', 'a3', 'b1'], 8)).toEqual([
      'a1',
      'b1',
      'a2',
      'b1',
      'a3',
      'b1',
      'a1',
      'b1',
    ]);
  });

  it('serves the longest waiting member, not the first in the list', () => {
    const queue = new FairQueue();
    serve(queue, ['a1'], 3);
    expect(serve(queue, ['a1', 'b1'], 2)).toEqual(['b1', 'a1']);
    queue.remove('a1');
    expect(queue.next([])).toBeUndefined();
  });

  it('serves every waiting group once before it serves a group again', () => {
    const members = fc.uniqueArray(
      fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 9 })).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(members, (ids) => {
        const groups = new Set(ids.map((id) => id[0]));
        const served = serve(new FairQueue(), ids, groups.size * 10).map((id) => id[0]);
        for (let start = 0; start + groups.size <= served.length; start += groups.size)
          expect(new Set(served.slice(start, start + groups.size)).size).toBe(groups.size);
      }),
    );
  });
});
