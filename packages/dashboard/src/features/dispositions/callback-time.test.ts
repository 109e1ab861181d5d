import { describe, expect, it } from 'vitest';
import { callbackTime } from './callback-time.ts';

const at = '2026-11-25T15:00:00Z';

describe('the time of a callback', () => {
  it.each([
    [{ zone: 'America/New_York' }, 'Nov 25, 2026, 10:00 AM EST'],
    [{ zone: 'America/New_York', personZone: 'America/Toronto' }, 'Nov 25, 2026, 10:00 AM EST'],
    [
      { zone: 'UTC', personZone: 'America/New_York' },
      'Nov 25, 2026, 3:00 PM UTC (for the person: Nov 25, 2026, 10:00 AM EST)',
    ],
  ])('names the zone of %j', (zones, time) => {
    expect(callbackTime(at, zones).replaceAll(/\s/g, ' ')).toBe(time);
  });
});
