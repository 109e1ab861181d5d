import { expect, it } from 'vitest';
import { middle32Bits, toNtpTime, roundTripMs } from './ntp-time.ts';

it('counts seconds from 1900', () => {
  expect(toNtpTime(0)).toEqual({ seconds: 2_208_988_800, fraction: 0 });
  expect(toNtpTime(1500)).toEqual({ seconds: 2_208_988_801, fraction: 2 ** 31 });
});

it('computes the round trip of RFC 3550 figure 2', () => {
  const sentMs = Date.UTC(2026, 0, 5);
  const report = middle32Bits(toNtpTime(sentMs));
  const delayUnits = 5.25 * 65_536;
  expect(roundTripMs(sentMs + 5250 + 125, report, delayUnits)).toBeCloseTo(125, 0);
});

it('returns undefined without a report or for an impossible report', () => {
  expect(roundTripMs(1000, 0, 0)).toBeUndefined();
  expect(roundTripMs(1000, middle32Bits(toNtpTime(5000)), 0)).toBeUndefined();
  expect(roundTripMs(100_000, middle32Bits(toNtpTime(1000)), 0)).toBeUndefined();
});
