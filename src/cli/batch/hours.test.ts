import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../output.ts';
import { hoursText, readWindow } from './hours.ts';

const read = (...window: string[]) => readWindow({ window })?.windows;

function isAccepted(hours: string): boolean {
  try {
    return read(hours) !== undefined;
  } catch {
    return false;
  }
}

describe('readWindow with hours across midnight', () => {
  it('splits at most 12 hours into two windows', () => {
    expect(read('20:00-8:00')).toEqual([
      { start: '20:00', end: '24:00' },
      { start: '00:00', end: '08:00' },
    ]);
    expect(() => read('20:00-08:01')).toThrow(UsageError);
  });

  it('rejects longer hours with a correction', () => {
    expect(() => read('08:00-07:30')).toThrow(
      '08:00-07:30 crosses midnight and lasts 23 h 30 min. If this is intended, write both parts: --window 08:00-24:00,00:00-07:30.',
    );
    expect(read('08:00-24:00', '00:00-07:30')).toHaveLength(2);
  });

  it('keeps hours that end at midnight as one window', () => {
    expect(read('08:00-00:00', '9:00-0:00')).toEqual([
      { start: '08:00', end: '24:00' },
      { start: '09:00', end: '24:00' },
    ]);
  });

  it('accepts or rejects hours by their length only', () => {
    const time = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const textOf = (minutes: number) =>
      [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
    fc.assert(
      fc.property(time, time, (start, end) => {
        fc.pre(start > end && end > 0);
        const hours = `${textOf(start)}-${textOf(end)}`;
        expect(isAccepted(hours)).toBe(24 * 60 - start + end <= 12 * 60);
      }),
    );
  });
});

describe('hoursText', () => {
  const ranges = [
    { start: '09:00', end: '12:00' },
    { start: '14:00', end: '17:00' },
  ];

  it('names the time zone, and the days unless all are included', () => {
    expect(hoursText({ windows: ranges, days: ['mon', 'tue', 'wed'] })).toBe(
      'Calls 09:00–12:00 and 14:00–17:00 on mon, tue and wed, in the time zone of each person',
    );
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
    expect(hoursText({ windows: ranges.slice(1), days: [...days], timezone: 'Europe/Berlin' })).toBe(
      'Calls 14:00–17:00, in the time zone Europe/Berlin',
    );
    expect(hoursText({ windows: ranges.slice(1), days: ['fri'] })).toBe(
      'Calls 14:00–17:00 on fri, in the time zone of each person',
    );
  });
});
