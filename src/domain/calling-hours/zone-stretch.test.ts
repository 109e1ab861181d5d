import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetMsAt } from '../understanding/zoned-time.ts';
import { stretchAt } from './zone-stretch.ts';

it('lies around the instant and has one offset, up to its last minute', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'America/New_York',
        'Africa/Casablanca',
        'Australia/Lord_Howe',
        'Europe/Lisbon',
        'Asia/Gaza',
        'UTC',
      ),
      fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2036, 0) }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      (zone, instantMs, share) => {
        const { fromMs, untilMs, offsetMs } = stretchAt(zone, instantMs);
        expect(fromMs <= instantMs && instantMs < untilMs).toBe(true);
        for (const inside of [fromMs, untilMs - 60_000, fromMs + Math.floor(share * (untilMs - fromMs))])
          expect(offsetMsAt(inside, zone)).toBe(offsetMs);
      },
    ),
    { numRuns: 300 },
  );
});

it('ends where clocks are changed', () => {
  const { untilMs } = stretchAt('America/New_York', Date.UTC(2026, 9, 20));
  expect(new Date(untilMs).toISOString()).toBe('2026-11-01T06:00:00.000Z');
});

/** Changes that are further away are left for another stretch. */
const lookedAtMs = 200 * 86_400_000;

describe.each([
  // Summer time is left for the five weeks around Ramadan.
  'Africa/Casablanca',
  'America/New_York',
  // Half an hour.
  'Australia/Lord_Howe',
  'Europe/Lisbon',
])('in %s', (zone) => {
  it('no change is passed over, on any day of twelve years', () => {
    const wrong = [];
    for (let atMs = Date.UTC(2024, 0); atMs < Date.UTC(2036, 0); atMs += 86_400_000)
      if (stretchAt(zone, atMs).offsetMs !== offsetMsAt(atMs, zone)) wrong.push(new Date(atMs).toISOString());
    expect(wrong).toEqual([]);
  });

  it('a stretch begins and ends with the very minute', () => {
    const vague = [];
    for (let month = 0; month < 144; month++) {
      const atMs = Date.UTC(2024, month, 10);
      const { fromMs, untilMs, offsetMs } = stretchAt(zone, atMs);
      const outside = [fromMs - 60_000, untilMs].filter((edgeMs) => Math.abs(edgeMs - atMs) < lookedAtMs);
      if (outside.some((edgeMs) => offsetMsAt(edgeMs, zone) === offsetMs)) vague.push(new Date(atMs));
    }
    expect(vague).toEqual([]);
  });
});

it('refuses a zone that there is not', () => {
  expect(() => stretchAt('Mars/Base', 0)).toThrow(RangeError);
});
