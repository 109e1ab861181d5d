import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../output.ts';
import { hoursText, readWindow } from './hours.ts';

const read = (...window: string[]) => readWindow({ window })?.windows;

function isTaken(hours: string): boolean {
  try {
    return read(hours) !== undefined;
  } catch {
    return false;
  }
}

describe('hours past midnight', () => {
  it('become two windows, 12 hours long at most', () => {
    expect(read('20:00-8:00')).toEqual([
      { start: '20:00', end: '24:00' },
      { start: '00:00', end: '08:00' },
    ]);
    expect(() => read('20:00-08:01')).toThrow(UsageError);
  });

  it('that are longer are refused with what to write where they are meant', () => {
    expect(() => read('08:00-07:30')).toThrow(
      '08:00-07:30 goes past midnight and lasts 23 h 30 min. Where that is meant, write its two parts: --window 08:00-24:00,00:00-07:30.',
    );
    expect(read('08:00-24:00', '00:00-07:30')).toHaveLength(2);
  });

  it('are those that end at midnight not', () => {
    expect(read('08:00-00:00', '9:00-0:00')).toEqual([
      { start: '08:00', end: '24:00' },
      { start: '09:00', end: '24:00' },
    ]);
  });

  it('are taken or refused by their length alone', () => {
    const time = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const textOf = (minutes: number) =>
      [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
    fc.assert(
      fc.property(time, time, (start, end) => {
        fc.pre(start > end && end > 0);
        const hours = `${textOf(start)}-${textOf(end)}`;
        expect(isTaken(hours)).toBe(24 * 60 - start + end <= 12 * 60);
      }),
    );
  });
});

describe('the hours in words', () => {
  const spans = [
    { start: '09:00', end: '12:00' },
    { start: '14:00', end: '17:00' },
  ];

  it('name the days unless they are all, and whose clocks count', () => {
    expect(hoursText({ windows: spans, days: ['mon', 'tue', 'wed'] })).toBe(
      'Calls 09:00–12:00 and 14:00–17:00 on mon, tue and wed, each by the clocks of whoever is called',
    );
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
    expect(hoursText({ windows: spans.slice(1), days: [...days], timezone: 'Europe/Berlin' })).toBe(
      'Calls 14:00–17:00, by the clocks of Europe/Berlin',
    );
    expect(hoursText({ windows: spans.slice(1), days: ['fri'] })).toBe(
      'Calls 14:00–17:00 on fri, by the clocks of whoever is called',
    );
  });
});
