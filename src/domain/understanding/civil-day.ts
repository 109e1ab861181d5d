import { addDays, isRealDate, weekdayOf, type CivilTime } from './zoned-time.ts';

/** A calendar day. Months are 1-12. */
export interface CivilDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Returns a day as ISO 8601, such as `2026-11-24`. */
export function writeDay({ year, month, day }: CivilDay): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Parses an ISO 8601 day; undefined for other values. */
export function dayOf(value: unknown): CivilDay | undefined {
  const match = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  return match === null
    ? undefined
    : { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

export const isSameDay = (one: CivilDay, other: CivilDay): boolean =>
  one.year === other.year && one.month === other.month && one.day === other.day;

/** Returns the number of days from one day to another. */
export const daysBetween = (one: CivilDay, other: CivilDay): number =>
  (Date.UTC(other.year, other.month - 1, other.day) - Date.UTC(one.year, one.month - 1, one.day)) /
  86_400_000;

/** Returns the day `days` days later. */
export function daysLater(day: CivilDay, days: number): CivilDay {
  const { year, month, day: date } = addDays({ ...day, hour: 0, minute: 0 } satisfies CivilTime, days);
  return { year, month, day: date };
}

/** Returns a weekday (0 for Sunday) of the next week. Weeks begin on Monday. */
export function inNextWeek(today: CivilDay, weekday: number): CivilDay {
  const sinceMonday = (weekdayOf(today) + 6) % 7;
  return daysLater(today, 7 - sinceMonday + ((weekday + 6) % 7));
}

/** Returns the next such weekday (0 for Sunday), today included only if `mayBeToday` is true. */
export function nextWeekday(today: CivilDay, weekday: number, mayBeToday: boolean): CivilDay {
  const days = (weekday - weekdayOf(today) + 7) % 7;
  return daysLater(today, days === 0 && !mayBeToday ? 7 : days);
}

/** The first to fifth such weekday (0 for Sunday) of a month. */
export interface NthWeekday {
  readonly nth: number;
  readonly weekday: number;
  readonly month: number;
  /** Defaults to the year of the next such day, today included. */
  readonly year: number | undefined;
}

/** Returns the day if it exists. */
export function nthWeekday({ year, ...phrase }: NthWeekday, today: CivilDay): CivilDay | undefined {
  if (year !== undefined) return nthWeekdayIn(year, phrase);
  const day = nthWeekdayIn(today.year, phrase);
  return day !== undefined && daysBetween(today, day) >= 0 ? day : nthWeekdayIn(today.year + 1, phrase);
}

function nthWeekdayIn(year: number, { nth, weekday, month }: Omit<NthWeekday, 'year'>): CivilDay | undefined {
  const first = nextWeekday({ year, month, day: 1 }, weekday, true);
  return realDate(year, month, first.day + 7 * (nth - 1));
}

/** Returns the date if it exists. */
export function realDate(year: number, month: number, day: number): CivilDay | undefined {
  return isRealDate(year, month, day) ? { year, month, day } : undefined;
}

/** Returns the next such date, today included; undefined if no year has it. */
export function nextDate(month: number, day: number, today: CivilDay): CivilDay | undefined {
  const isPast = month < today.month || (month === today.month && day < today.day);
  // The next 29 February may be up to eight years away.
  for (let year = today.year + (isPast ? 1 : 0); year <= today.year + 8; year += 1)
    if (isRealDate(year, month, day)) return { year, month, day };
  return undefined;
}

/** Returns the day with this number in this month or the next one that has it, today excluded. */
export function nextDayOfMonth(day: number, today: CivilDay): CivilDay | undefined {
  for (let ahead = 0; ahead < 4; ahead += 1) {
    const month = ((today.month - 1 + ahead) % 12) + 1;
    const year = today.year + Math.floor((today.month - 1 + ahead) / 12);
    const isAhead = ahead > 0 || day > today.day;
    if (isAhead && isRealDate(year, month, day)) return { year, month, day };
  }
  return undefined;
}
