import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateTime } from '../languages/en/dates.ts';
import { englishSpeech } from '../languages/en/spoken-dates.ts';
import { isDefinite } from './date-time.ts';
import { parseKeypadDate, parseKeypadTime } from './keypad-date.ts';
import { civilTimeAt } from './zoned-time.ts';

const { speakDateTime, speakDay } = englishSpeech;
const newYork = 'America/New_York';
/** Friday 20 November 2026, ten in the morning in New York. */
const friday = Date.UTC(2026, 10, 20, 15);

/** Returns the parsed date and time as `2026-11-24 10:00`, with `?` for a day or a time that was not said. */
function understood(text: string, nowMs = friday, zone = newYork): string | undefined {
  const spoken = parseDateTime(text, nowMs, zone);
  if (spoken === undefined) return undefined;
  const { year, month, day, hour, minute } = civilTimeAt(spoken.instantMs, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  return `${date}${spoken.hasDate ? '' : '?'} ${spoken.hasTime ? `${two(hour)}:${two(minute)}` : '?'}`;
}

describe('a date and a time', () => {
  it.each([
    ['tomorrow at ten', '2026-11-21 10:00'],
    ['tomorrow at ten please', '2026-11-21 10:00'],
    ["I'd like tuesday at two thirty", '2026-11-24 14:30'],
    ['next friday morning', '2026-11-27 09:00'],
    ['in two hours', '2026-11-20 12:00'],
    ['in half an hour', '2026-11-20 10:30'],
    ['an hour from now', '2026-11-20 11:00'],
    ['in an hour and a half', '2026-11-20 11:30'],
    ['march third at half past two', '2027-03-03 14:30'],
    ['the third of december at quarter to nine am', '2026-12-03 08:45'],
    ['monday at 10:30', '2026-11-23 10:30'],
    ['monday at 10 a.m.', '2026-11-23 10:00'],
    ['monday at seven pm', '2026-11-23 19:00'],
    ['monday evening at eight', '2026-11-23 20:00'],
    ['ten thirty tomorrow', '2026-11-21 10:30'],
    ['ten tomorrow', '2026-11-21 10:00'],
    ['tomorrow at noon', '2026-11-21 12:00'],
    ['tonight at eight', '2026-11-20 20:00'],
    ['today at nine', '2026-11-20 21:00'],
    ['2026-12-01 at 14:00', '2026-12-01 14:00'],
    ['call me back tomorrow at ten', '2026-11-21 10:00'],
    ['tuesday no wednesday at three', '2026-11-25 15:00'],
    ['tuesday at two sorry three', '2026-11-24 15:00'],
    ['monday or tuesday at ten', '2026-11-23 10:00'],
    ['first thing tomorrow', '2026-11-21 09:00'],
    ['first thing monday morning', '2026-11-23 09:00'],
    ['same time tomorrow', '2026-11-21 10:00'],
    ['tomorrow at the same time', '2026-11-21 10:00'],
    ['this time next week', '2026-11-27 10:00'],
    ['tomorrow between two and three', '2026-11-21 14:00'],
    ['tomorrow before work', '2026-11-21 08:00'],
    ['mid-afternoon on monday', '2026-11-23 15:00'],
    ['later this afternoon', '2026-11-20 14:00'],
    ['in a quarter of an hour', '2026-11-20 10:15'],
    ['in three quarters of an hour', '2026-11-20 10:45'],
    ['in one and a half hours', '2026-11-20 11:30'],
    ['in an hour or so', '2026-11-20 11:00'],
    ['within the next hour', '2026-11-20 11:00'],
    ['give me ten minutes', '2026-11-20 10:10'],
    ['after half an hour', '2026-11-20 10:30'],
  ])('%s', (text, meaning) => {
    expect(understood(text)).toBe(meaning);
  });
});

describe('a numeric date', () => {
  it.each([
    ['5/12', newYork, '2027-05-12'],
    ['5/12', 'Europe/London', '2026-12-05'],
    ['5.12.2026', 'Europe/London', '2026-12-05'],
    ['24/11', newYork, '2026-11-24'],
    ['11-24-26', newYork, '2026-11-24'],
  ])('%s is read in the order of the zone %s', (text, zone, day) => {
    expect(understood(text, friday, zone)).toBe(`${day} ?`);
  });
});

describe('a day alone', () => {
  it.each([
    ['tuesday', '2026-11-24 ?'],
    ['friday', '2026-11-27 ?'],
    ['this friday', '2026-11-20 ?'],
    ['next friday', '2026-11-27 ?'],
    ['next saturday', '2026-11-28 ?'],
    ['next week', '2026-11-23 ?'],
    ['tuesday next week', '2026-11-24 ?'],
    ['the day after tomorrow', '2026-11-22 ?'],
    ['in three days', '2026-11-23 ?'],
    ['in two weeks', '2026-12-04 ?'],
    ['a week from tomorrow', '2026-11-28 ?'],
    ['the third', '2026-12-03 ?'],
    ['the twenty fourth', '2026-11-24 ?'],
    ['december fifth twenty twenty eight', '2028-12-05 ?'],
    ['february 29th', '2028-02-29 ?'],
    ['11/25', '2026-11-25 ?'],
    ['this weekend', '2026-11-21 ?'],
    ['next weekend', '2026-11-28 ?'],
    ['the end of the week', '2026-11-20 ?'],
    ['early next week', '2026-11-23 ?'],
    ['the middle of next week', '2026-11-25 ?'],
    ['the end of next week', '2026-11-27 ?'],
    ['in a fortnight', '2026-12-04 ?'],
    ['a week on monday', '2026-11-30 ?'],
    ['a week today', '2026-11-27 ?'],
    ['tomorrow week', '2026-11-28 ?'],
    ['the first monday in december', '2026-12-07 ?'],
    ['the second friday of november', '2027-11-12 ?'],
    ['the second friday of november at ten', '2027-11-12 10:00'],
    ['the fifth friday of january 2027', '2027-01-29 ?'],
  ])('%s', (text, meaning) => {
    expect(understood(text)).toBe(meaning);
  });
});

describe('a weekday after "next"', () => {
  it.each([
    ['next friday', '2026-11-23', true],
    ['next tuesday', '2026-11-23', false], // Tomorrow is never called so.
    ['next monday', '2026-11-23', false],
    ['next tuesday', '2026-11-27', false],
    ['next sunday', '2026-11-27', true],
    ['this friday', '2026-11-23', false],
  ])('%s on %s may be in two weeks: %s', (text, day, isOpen) => {
    const nowMs = Date.parse(`${day}T15:00:00Z`);
    const spoken = parseDateTime(text, nowMs, newYork)!;
    expect(spoken.guesses.includes('which-week')).toBe(isOpen);
    expect(isDefinite(spoken, nowMs)).toBe(!isOpen);
  });
});

describe('a time alone', () => {
  it.each([
    ['ten', '2026-11-21? 10:00'],
    ['at three', '2026-11-20? 15:00'],
    ['noon', '2026-11-20? 12:00'],
    ['after lunch', '2026-11-20? 14:00'],
    ['in the morning', '2026-11-21? 09:00'],
    ['twenty past four', '2026-11-20? 16:20'],
    ['fourteen thirty', '2026-11-20? 14:30'],
    ['midnight', '2026-11-21? 00:00'],
    ['half five', '2026-11-20? 17:30'],
    ['three-ish', '2026-11-20? 15:00'],
    ['over lunch', '2026-11-20? 12:00'],
    ['close of business', '2026-11-20? 17:00'],
  ])('%s is the next such time', (text, meaning) => {
    expect(understood(text)).toBe(meaning);
  });
});

describe('a text without a time', () => {
  it.each([
    'yes',
    'I have two kids',
    'call me later',
    'wrong number',
    '',
    'february 30th',
    'a quarter to',
    'not this time',
    'within reason',
    'half a dozen',
  ])('%s', (text) => {
    expect(understood(text)).toBeUndefined();
  });

  it('makes a result incomplete if it surrounds a date, unless it only leads in', () => {
    expect(parseDateTime('tomorrow at ten', friday, newYork)?.complete).toBe(true);
    expect(parseDateTime('how about tomorrow then', friday, newYork)?.complete).toBe(true);
    expect(parseDateTime('call me back tomorrow at ten', friday, newYork)?.complete).toBe(false);
  });
});

describe('a part of today that has started', () => {
  it('is an hour later', () => {
    const threeInTheAfternoon = Date.UTC(2026, 10, 20, 20);
    expect(understood('this afternoon', threeInTheAfternoon)).toBe('2026-11-20 16:00');
    expect(understood('later this afternoon', threeInTheAfternoon)).toBe('2026-11-20 16:00');
    expect(understood('this evening', threeInTheAfternoon)).toBe('2026-11-20 18:00');
  });
});

describe('on days when clocks change', () => {
  it('tomorrow at ten is ten local time', () => {
    const beforeSpring = Date.UTC(2026, 2, 7, 15);
    const beforeAutumn = Date.UTC(2026, 9, 31, 15);
    expect(understood('tomorrow at ten', beforeSpring)).toBe('2026-03-08 10:00');
    expect(understood('tomorrow at ten', beforeAutumn)).toBe('2026-11-01 10:00');
  });

  it('hours from now are elapsed hours', () => {
    const spoken = parseDateTime('in three hours', Date.UTC(2026, 2, 8, 6), newYork);
    expect(spoken?.instantMs).toBe(Date.UTC(2026, 2, 8, 9));
  });

  it('a skipped time is moved after the gap', () => {
    expect(understood('tomorrow at 2:30 am', Date.UTC(2026, 2, 7, 15))).toBe('2026-03-08 03:30');
  });
});

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'Europe/London',
  'Asia/Kolkata',
  'Australia/Sydney',
  'UTC',
];
const minutes = fc.integer({ min: Date.UTC(2024, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });

describe('a spoken time', () => {
  it('round-trips in each zone and across each clock change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        minutes,
        fc.integer({ min: 1, max: 700 * 24 * 60 }),
        (zone, nowMinute, aheadMinutes) => {
          const nowMs = nowMinute * 60_000;
          const instantMs = nowMs + aheadMinutes * 60_000;
          const spoken = speakDateTime(instantMs, zone, nowMs);
          const parsed = parseDateTime(spoken, nowMs, zone);
          expect(parsed).toMatchObject({ hasDate: true, hasTime: true, complete: true });
          // If an hour occurs twice, the first one is used. The local time is the same.
          expect(civilTimeAt(parsed!.instantMs, zone)).toEqual(civilTimeAt(instantMs, zone));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('has the usual spoken form', () => {
    expect(speakDateTime(Date.UTC(2026, 10, 24, 15), newYork, friday)).toBe(
      'Tuesday, November 24th at 10 AM',
    );
    expect(speakDateTime(Date.UTC(2026, 10, 24, 17), newYork, friday)).toBe('Tuesday, November 24th at noon');
    expect(speakDateTime(Date.UTC(2028, 1, 1, 19, 30), newYork, friday)).toBe(
      'Tuesday, February 1st, 2028 at 2:30 PM',
    );
    expect(speakDay({ year: 2026, month: 12, day: 23 })).toBe('Wednesday, December 23rd');
  });
});

describe('keypad input', () => {
  it.each([
    ['1124', '2026-11-24T15:00'],
    ['112414', '2026-11-24T19:00'],
    ['11240930', '2026-11-24T14:30'],
    ['01020005', '2027-01-02T05:05'],
  ])('accepts %s', (digits, utc) => {
    const spoken = parseKeypadDate(digits, 'mdy', friday, newYork);
    expect(new Date(spoken!.instantMs).toISOString()).toContain(utc);
  });

  it.each(['1', '1332', '0230', '11242460', '112425', '112', '*124'])('rejects %s', (digits) => {
    expect(parseKeypadDate(digits, 'mdy', friday, newYork)).toBeUndefined();
  });

  it('has the day before the month in the order dmy', () => {
    const spoken = parseKeypadDate('24111430', 'dmy', friday, newYork);
    expect(new Date(spoken!.instantMs).toISOString()).toContain('2026-11-24T19:30');
    expect(parseKeypadDate('1124', 'dmy', friday, newYork)).toBeUndefined();
  });

  it('accepts a time of day', () => {
    expect(parseKeypadTime('1430', friday, newYork)).toMatchObject({ hasTime: true, hasDate: false });
    expect(parseKeypadTime('2561', friday, newYork)).toBeUndefined();
  });
});

it('never throws for any text', () => {
  const word = fc.constantFrom(
    ...'in a two ten half past to next week friday the third of march 2026 10:30 am tomorrow no sorry at from now hour'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word, { maxLength: 200 }).map((words) => words.join(' ')),
      ),
      (text) => {
        const spoken = parseDateTime(text, friday, newYork);
        expect(spoken === undefined || Number.isFinite(spoken.instantMs)).toBe(true);
      },
    ),
  );
});
