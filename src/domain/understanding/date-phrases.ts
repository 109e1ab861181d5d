import {
  daysLater,
  inNextWeek,
  nextDate,
  nextDayOfMonth,
  nextWeekday,
  nthWeekday,
  realDate,
  type CivilDay,
} from './civil-day.ts';
import type { DateNumerals, TimeNumerals } from './date-numerals.ts';
import type { DateParts } from './date-time.ts';
import type { PhraseMatch } from './phrase-patterns.ts';
import type { DayPart, SpokenClock } from './spoken-clock.ts';
import { weekdayOf, type CivilTime } from './zoned-time.ts';

/**
 * A day: a date (`{day}`, `{month}`, `{year}`), else a weekday (`{weekday}`, or `weekday` with 0 for Sunday), else today. `days` are added, and `perCount`
 * for each `{count}`.
 */
export interface DayRule {
  /** Which weekday: the coming one (today excluded), that of today's or of next week. Defaults to the coming one. */
  readonly week?: 'coming' | 'this' | 'next';
  /** A weekday that stands for a part of the week: 6 for "the weekend". */
  readonly weekday?: number;
  /** A day of the year: "Christmas Eve". */
  readonly date?: readonly [month: number, day: number];
  readonly days?: number;
  readonly perCount?: number;
  /** Whether it is the `{nth}` weekday of the month: "the first Monday in December". */
  readonly isNth?: true;
  /** Whether the week may also be the one after it, as of "next friday". */
  readonly isVague?: true;
  /** Whether the day may also be another one: "in fifteen days" may be in two weeks. */
  readonly isOpen?: true;
}

/** A time: `{hour}` and `{minute}`, or `{time}`. */
export interface ClockRule {
  readonly hour?: number;
  /** Minutes after the hour, before it if negative. */
  readonly plus?: number;
  /** Whether `{minute}` is before the hour. */
  readonly isBefore?: true;
  readonly half?: 'am' | 'pm';
  /** A bare number: a time only in combination with other time words. */
  readonly isBare?: true;
}

/** A part of the day, and its default time. `today` is true for "this evening". */
export type DayPartRule = readonly [
  pattern: string,
  part: DayPart,
  hour: number,
  minute?: number,
  today?: boolean,
];

/** Minutes from now, multiplied by `{count}`. `added` minutes and `{minute}` are added. */
export type OffsetRule = readonly [pattern: string, minutes: number, added?: number];

/** The meaning of a phrase with a day, a time, a part of the day, or an offset from now. */
export type DatePhraseRule =
  | { readonly kind: 'day'; readonly rule: DayRule }
  | { readonly kind: 'clock'; readonly rule: ClockRule }
  | { readonly kind: 'part'; readonly rule: DayPartRule }
  | { readonly kind: 'offset'; readonly rule: OffsetRule }
  | { readonly kind: 'same-time' };

type Values = ReadonlyMap<string, unknown>;

/** A count that may be another one: "a few". */
export const few = 'few';

const countIn = (values: Values): number =>
  values.get('count') === few ? 3 : (numberIn(values, 'count') ?? 1);

const numberIn = (values: Values, ...names: readonly string[]): number | undefined =>
  names.map((name) => values.get(name)).find((value) => typeof value === 'number') as number | undefined;

/** Returns the parts of a phrase; undefined if the date or time does not exist, or if it is a bare number. */
export function partsOf(
  { rule: phrase, values }: PhraseMatch<DatePhraseRule>,
  now: CivilTime,
): DateParts | undefined {
  switch (phrase.kind) {
    case 'offset':
      return offsetOf(phrase.rule, values);
    case 'part':
      return dayPartOf(phrase.rule);
    case 'clock': {
      const clock = clockOf(phrase.rule, values);
      return clock === undefined || clock.isBareNumber ? undefined : { clock };
    }
    case 'same-time': {
      const { hour, minute } = now;
      return { clock: { hour, minute, meridiem: '24-hour', isBareNumber: false }, needsDay: true };
    }
    case 'day':
      return dayPartsOf(phrase.rule, values, now);
  }
}

function offsetOf([, minutes, added = 0]: OffsetRule, values: Values): DateParts {
  return { offsetMinutes: minutes * countIn(values) + added + (numberIn(values, 'minute') ?? 0) };
}

const dayPartOf = ([, part, hour, minute = 0, today = false]: DayPartRule): DateParts => ({
  dayPart: { part, hour, minute, today },
});

const isPartOfWeek = (rule: DayRule, values: Values): boolean =>
  rule.weekday !== undefined || values.get('count') === few;

function dayPartsOf(rule: DayRule, values: Values, today: CivilDay): DateParts | undefined {
  const day = dayOf(rule, values, today);
  if (day === undefined) return undefined;
  // "Tuesday the 25th", which is a Wednesday: one of them is wrong. Without a month, the number is rather a time: "Tuesday, ten".
  const weekday = numberIn(values, 'weekday');
  const isContradiction = hasDate(values) && weekday !== undefined && weekday !== weekdayOf(day);
  if (isContradiction && !hasMonth(values)) return undefined;
  return {
    day,
    ...(isPartOfWeek(rule, values) && { partOfWeek: true }),
    ...(rule.isVague === true && { nextWeekday: true }),
    ...((rule.isOpen === true || isContradiction) && { several: true }),
  };
}

const dayNames = ['day', 'daynumber', 'ordinal'];
const monthNames = ['month', 'monthordinal', 'monthnumber'];

const dateIn = (values: Values): Values => (values.get('date') as Values | undefined) ?? values;

const hasDate = (values: Values): boolean =>
  ['numerals', ...dayNames].some((name) => dateIn(values).has(name));

const hasMonth = (values: Values): boolean =>
  ['numerals', ...monthNames].some((name) => dateIn(values).has(name));

function dayOf(rule: DayRule, values: Values, today: CivilDay): CivilDay | undefined {
  if (hasDate(values)) return dateOf(dateIn(values), today);
  if (rule.isNth === true) return nthWeekdayOf(values, today);
  if (rule.date !== undefined) return nextDate(...rule.date, today);
  const added = (rule.days ?? 0) + (rule.perCount ?? 0) * countIn(values);
  if (!Number.isInteger(added) || added > 3660) return undefined;
  const weekday = numberIn(values, 'weekday') ?? rule.weekday;
  return daysLater(weekday === undefined ? today : weekdayIn(rule.week, weekday, today), added);
}

const nthWeekdayOf = (values: Values, today: CivilDay): CivilDay | undefined =>
  nthWeekday(
    {
      nth: numberIn(values, 'nth')!,
      weekday: numberIn(values, 'weekday')!,
      month: numberIn(values, 'month')!,
      year: yearIn(values, today),
    },
    today,
  );

const yearIn = (values: Values, today: CivilDay): number | undefined =>
  values.get('year') === 'next' ? today.year + 1 : numberIn(values, 'year');

const weekdayIn = (week: DayRule['week'], weekday: number, today: CivilDay): CivilDay =>
  week === 'next' ? inNextWeek(today, weekday) : nextWeekday(today, weekday, week === 'this');

function dateOf(values: Values, today: CivilDay): CivilDay | undefined {
  const { day, month, year } = (values.get('numerals') as DateNumerals | undefined) ?? {
    day: numberIn(values, ...dayNames)!,
    month: numberIn(values, ...monthNames),
    year: yearIn(values, today),
  };
  if (month === undefined) return nextDayOfMonth(day, today);
  return year === undefined ? nextDate(month, day, today) : realDate(year, month, day);
}

const dayMinutes = 1440;

/** Returns the time of a phrase; undefined if it does not exist. */
export function clockOf(rule: ClockRule, values: Values): SpokenClock | undefined {
  const { hour, minute, isExact, isLikelyMorning } =
    (values.get('time') as TimeNumerals | undefined) ?? spokenTimeOf(rule, values);
  const is24Hour = hour === 0 || hour > 12;
  const total = hour * 60 + (rule.plus ?? 0) + (rule.isBefore === true ? -minute : minute);
  if (rule.half !== undefined) return is24Hour ? undefined : clockAt12(total, rule);
  if (isExact || is24Hour) return clockAt24(total);
  return { ...clockAt12(total, rule), ...(isLikelyMorning === true && { isLikelyMorning }) };
}

const spokenTimeOf = (rule: ClockRule, values: Values): TimeNumerals => ({
  hour: rule.hour ?? numberIn(values, 'hour')!,
  minute: numberIn(values, 'minute', 'tens') ?? 0,
  isExact: rule.hour !== undefined,
});

/** Hour 24 is the midnight that ends the day. */
function clockAt24(total: number): SpokenClock | undefined {
  if (total > dayMinutes) return undefined;
  const minutes = total < 0 ? total + dayMinutes : total;
  return { hour: Math.floor(minutes / 60), minute: minutes % 60, meridiem: '24-hour', isBareNumber: false };
}

/** Half an hour before one is half past twelve. */
function clockAt12(total: number, { half, isBare }: ClockRule): SpokenClock {
  const hour = Math.floor((total + 720) / 60) % 12 || 12;
  return { hour, minute: (total + 60) % 60, meridiem: half ?? 'unknown', isBareNumber: isBare === true };
}
