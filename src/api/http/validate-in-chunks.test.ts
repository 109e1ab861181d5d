import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { maxFaults, validate } from './validate.ts';
import { validateInChunks } from './validate-in-chunks.ts';

const Body = z.strictObject({
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number()]))).optional(),
  name: z.string().default('none'),
});

const validateBody = (sent: object) => validateInChunks(Body, sent as Record<string, unknown>, 'rows');

describe('validateInChunks', () => {
  it('returns what validate returns, except for the order of the faults', async () => {
    const row = fc.oneof(
      { weight: 20, arbitrary: fc.dictionary(fc.string({ maxLength: 3 }), fc.integer()) },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
    );
    const rows = fc.array(row, { maxLength: 1500, size: 'max' });
    const name = fc.oneof(fc.constant('x'), fc.constant(1));
    await fc.assert(
      fc.asyncProperty(fc.record({ rows, name }, { requiredKeys: ['rows'] }), async (sent) => {
        const atOnce = validate(Body, sent);
        fc.pre(atOnce.faults.length < maxFaults);
        const inChunks = await validateBody(sent);
        expect(inChunks.value).toEqual(atOnce.value);
        expect(new Set(inChunks.faults)).toEqual(new Set(atOnce.faults));
      }),
      { numRuns: 30 },
    );
  });

  it('returns the first 100 faults, and yields to the event loop', async () => {
    let turns = 0;
    const done = new AbortController();
    const count = async () => {
      for (; !done.signal.aborted; turns += 1) await setImmediate();
    };
    const counting = count();
    const rows = Array.from({ length: 50_000 }, (_, index) => (index < 30_000 ? { a: 1 } : 1));
    const { faults } = await validateBody({ rows });
    done.abort();
    await counting;
    expect(faults).toHaveLength(maxFaults);
    expect(faults.at(-1)).toMatchObject({ path: 'rows[30099]', code: 'invalid_type' });
    expect(turns).toBeGreaterThan(20);
  });
});
