import { describe, expect, it } from 'vitest';
import { idTimeMs, isId, newId } from '../../core/ids.ts';
import { jobIds } from './job-ids.ts';

describe('the ids of the jobs of a batch', () => {
  it('are valid ids in row order with the time of the first id', () => {
    const first = newId('job');
    const id = jobIds(first);
    const ids = [0, 1, 31, 32, 1023, 1024, 999_999, 1_000_000].map((index) => id(index));
    expect(ids.every((one) => isId('job', one))).toBe(true);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.map(idTimeMs)).toEqual(ids.map(() => idTimeMs(first)));
  });
});
