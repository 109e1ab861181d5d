import { expect, it } from 'vitest';
import { english } from './english.ts';

it.each([
  ['America/New_York', 'Eastern time'],
  ['America/Toronto', 'Eastern time'],
  ['America/Los_Angeles', 'Pacific time'],
  ['America/Halifax', 'Atlantic time'],
  // Phoenix has no summer time, so its time is not always Mountain time.
  ['America/Phoenix', 'Phoenix time'],
  ['Pacific/Honolulu', 'Honolulu time'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
  ['Europe/London', 'London time'],
  ['Asia/Kolkata', 'Kolkata time'],
  ['UTC', 'UTC time'],
])('speaks %s as "%s"', (zone, spoken) => {
  expect(english.speakZone(zone)).toBe(spoken);
});

it('throws for an unknown zone', () => {
  expect(() => english.speakZone('Mars/Olympus')).toThrow(RangeError);
});
