import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';
import { NumberLookup } from './number-lookup.ts';

let clock: ManualClock;
let lookup: NumberLookup;
beforeEach(() => {
  clock = new ManualClock();
  lookup = new NumberLookup(clock);
});
afterEach(() => lookup.close());

describe('NumberLookup', () => {
  it('returns the location of numbers', async () => {
    const numbers = ['+12124567890', '+442079460018', '+498912345678', '+18005550199', '+2425021234'];
    const entries = await lookup.lookUp(numbers);
    expect(
      entries.map((entry) => entry && [entry.country, entry.type, entry.locality, entry.region]),
    ).toEqual([
      ['US', 'FIXED_LINE_OR_MOBILE', 'New York', 'NY'],
      ['GB', 'FIXED_LINE', 'London', ''],
      ['DE', 'FIXED_LINE', 'Munich', ''],
      ['US', 'TOLL_FREE', '', ''],
      undefined,
    ]);
    expect(entries[0]?.international).toBe('+1 212 456 7890');
  });

  it('resolves concurrent requests in order, with undefined for invalid numbers', async () => {
    const requests = [['+14155550100', 'x'], ['', '+1', '4155550100'], []];
    const results = await Promise.all(requests.map((numbers) => lookup.lookUp(numbers)));
    expect(results.map((entries) => entries.map((entry) => entry?.e164))).toEqual([
      ['+14155550100', undefined],
      [undefined, undefined, undefined],
      [],
    ]);
  });

  it('ends its thread when idle and starts a new one on the next request', async () => {
    await lookup.lookUp(['+14155550100']);
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(60_000);
    expect(clock.pendingTimers).toBe(0);
    expect(await lookup.lookUp(['+14155550100'])).toHaveLength(1);
  });

  it('fails pending lookups when it is closed', async () => {
    const pending = lookup.lookUp(['+14155550100']);
    await Promise.all([expect(pending).rejects.toThrow('closed'), lookup.close()]);
    await lookup.close();
  });
});
