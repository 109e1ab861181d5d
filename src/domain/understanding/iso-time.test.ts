import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isIsoTimeOrDay, parseIsoTime, withIsoSeparator } from './iso-time.ts';

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
])('"%s" is not a time', (text) => {
  expect(parseIsoTime(text, zone)).toBeUndefined();
});

it.each(['2026-11-24T10:00:00-05:00', '2026-11-24T10:00', '2026-11-24 10:00', '2026-11-24'])(
  '%s is a time or a day',
  (text) => expect(isIsoTimeOrDay(text)).toBe(true),
);

it.each(['24.11.2026 10:30', '11/24/2026', '2026-13-01', 'Tuesday at 10 AM', '10:30', ''])(
  '"%s" is neither a time nor a day',
  (text) => expect(isIsoTimeOrDay(text)).toBe(false),
);

it('recognises a time or a day exactly if it can be parsed', () => {
  const digits = fc.stringMatching(
    /^20\d\d-[01]\d-[0-3]\d([T ][0-2]\d:[0-6]\d(:\d\d)?(Z|[+-][0-2]\d:00)?)?$/,
  );
  fc.assert(
    fc.property(fc.oneof(digits, fc.string()), (text) => {
      expect(isIsoTimeOrDay(text)).toBe(parseIsoTime(withIsoSeparator(text), zone) !== undefined);
    }),
  );
});
