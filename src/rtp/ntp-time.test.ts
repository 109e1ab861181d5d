import { expect, it } from 'vitest';
import { middleOf, ntpTimeOf, roundTripMs } from './ntp-time.ts';

it('counts from 1900', () => {
  expect(ntpTimeOf(0)).toEqual({ seconds: 2_208_988_800, fraction: 0 });
  expect(ntpTimeOf(1500)).toEqual({ seconds: 2_208_988_801, fraction: 2 ** 31 });
});

it('finds the round trip of RFC 3550 figure 2', () => {
  const sentMs = Date.UTC(2026, 0, 5);
  const report = middleOf(ntpTimeOf(sentMs));
  const delayUnits = 5.25 * 65_536;
  expect(roundTripMs(sentMs + 5250 + 125, report, delayUnits)).toBeCloseTo(125, 0);
});

it('knows none where no report came back, or a peer claims what cannot be', () => {
  expect(roundTripMs(1000, 0, 0)).toBeUndefined();
  expect(roundTripMs(1000, middleOf(ntpTimeOf(5000)), 0)).toBeUndefined();
  expect(roundTripMs(100_000, middleOf(ntpTimeOf(1000)), 0)).toBeUndefined();
});
