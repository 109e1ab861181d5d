import { expect, it } from 'vitest';
import { parseIsoTime } from './iso-time.ts';

const zone = 'America/New_York';

it.each([
  ['2026-11-24T10:00:00Z', '2026-11-24T10:00:00.000Z'],
  ['2026-11-24T10:00:30.5+01:00', '2026-11-24T09:00:30.500Z'],
  ['2026-11-24T10:00', '2026-11-24T15:00:00.000Z'],
  ['2026-11-24', '2026-11-24T15:00:00.000Z'],
])('%s is a time', (text, utc) => {
  expect(new Date(parseIsoTime(text, zone)!).toISOString()).toBe(utc);
});

it.each([
  'soon',
  '1',
  'March 7',
  '2026-02-30',
  '2026-02-30T10:00',
  '2026-11-24T25:00',
  '2026-11-24T10:00+99:99',
  '',
])('"%s" is none', (text) => {
  expect(parseIsoTime(text, zone)).toBeUndefined();
});
