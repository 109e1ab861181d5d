import { describe, expect, it } from 'vitest';
import { writeValue } from './written-value.ts';

const style = {
  language: 'en-US',
  timezone: 'America/New_York',
  isZoneKnown: true,
  nowMs: Date.parse('2026-11-20T12:00:00Z'),
};

describe('writeValue', () => {
  it.each([
    ['2026-11-24T15:00:00Z', 'Tuesday, November 24 at 10:00 AM'],
    ['2026-11-24 15:30', 'Tuesday, November 24 at 3:30 PM'],
    ['2026-11-24T15:00:00+01:00', 'Tuesday, November 24 at 9:00 AM'],
    ['2026-11-24', 'Tuesday, November 24'],
    ['2027-12-24', 'Friday, December 24, 2027'],
    ['2026-02-30', '2026-02-30'],
    ['next Tuesday', 'next Tuesday'],
    [4711, '4711'],
    [true, 'yes'],
  ])('writes %j as %s', (value, text) => {
    expect(writeValue(value, style)).toBe(text);
  });

  it.each([
    ['de-DE', 'Dienstag, 24. November um 16:00 Uhr', 'nein'],
    ['es', 'martes, 24 de noviembre, 16:00', 'no'],
    ['fr', 'mardi 24 novembre à 16:00', 'non'],
    ['en-GB', 'Tuesday 24 November at 16:00', 'no'],
  ])('writes in the language %s', (language, time, no) => {
    const european = { ...style, language, timezone: 'Europe/Berlin' };
    expect(writeValue('2026-11-24T15:00:00Z', european)).toBe(time);
    expect(writeValue(false, european)).toBe(no);
  });

  it('keeps the local time of the text if the zone of the recipient is inferred', () => {
    const inferred = { ...style, isZoneKnown: false };
    expect(writeValue('2026-11-24T15:00:00+01:00', inferred)).toBe('Tuesday, November 24 at 3:00 PM');
    expect(writeValue('2026-11-24T15:00:00Z', inferred)).toBe('Tuesday, November 24 at 10:00 AM');
  });

  it('uses only plain spaces', () => {
    for (const language of ['en-US', 'fr', 'fr-CH', 'ja', 'ar'])
      expect(writeValue('2026-11-24T15:00:00Z', { ...style, language })).not.toMatch(/[\u00a0\u202f]/);
  });
});
