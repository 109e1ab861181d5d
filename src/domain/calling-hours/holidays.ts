const dayMs = 86_400_000;

/** Whole days since 1970-01-01. */
export type DayNumber = number;

/** Returns the day of the week; 0 is Sunday. Also valid for days before 1970. */
export const weekdayOfDay = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7;

/** Days of the week, as `weekdayOfDay` returns them. */
export const monday = 1;
export const tuesday = 2;
export const thursday = 4;

export const yearOfDay = (day: DayNumber): number => new Date(day * dayMs).getUTCFullYear();

/** Returns the day of a holiday in a year. */
export type Holiday = (year: number) => DayNumber;

/** Returns every day on which a holiday is observed: its actual day and its substitute day. */
export type Observance = (holiday: DayNumber) => readonly DayNumber[];

/** Months are 1-12. */
const dayNumber = (year: number, month: number, day: number): DayNumber =>
  Date.UTC(year, month - 1, day) / dayMs;

/** A holiday on a fixed date. */
export const on =
  (month: number, day: number): Holiday =>
  (year) =>
    dayNumber(year, month, day);

/** A holiday on the first given weekday from a date on: `weekdayFrom(11, 22, thursday)` is the first Thursday from 22 November on. */
export const weekdayFrom =
  (month: number, day: number, weekday: number): Holiday =>
  (year) => {
    const earliest = dayNumber(year, month, day);
    return earliest + ((weekday - weekdayOfDay(earliest) + 7) % 7);
  };

/** A holiday `offsetDays` after Easter Sunday. */
export const easter =
  (offsetDays: number): Holiday =>
  (year) =>
    easterSunday(year) + offsetDays;

/** A holiday `days` after another holiday. */
export const daysAfter =
  (holiday: Holiday, days: number): Holiday =>
  (year) =>
    holiday(year) + days;

/** Returns Gregorian Easter, by the anonymous algorithm of 1876 (J. Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): DayNumber {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leaps = Math.floor(century / 4);
  const moon = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leaps - moon + 15) % 30;
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - ((year % 100) % 4)) % 7;
  const shift = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * shift + 114;
  return dayNumber(year, Math.floor(days / 31), (days % 31) + 1);
}

/** Observed only on its actual day. */
export const onActualDay: Observance = (day) => [day];

/** A Sunday holiday is also observed on Monday. */
export const sundayOnMonday: Observance = (day) => (weekdayOfDay(day) === 0 ? [day, day + 1] : [day]);

/** A Saturday holiday is also observed on Friday, a Sunday holiday on Monday. */
export const saturdayOnFriday: Observance = (day) =>
  weekdayOfDay(day) === 6 ? [day - 1, day] : sundayOnMonday(day);

/** A weekend holiday is also observed on the following Monday. */
export const weekendOnMonday: Observance = (day) =>
  weekdayOfDay(day) === 6 ? [day, day + 2] : sundayOnMonday(day);

/** The holidays of a place. The days of a year are computed on first use and cached. */
export class HolidayCalendar {
  readonly #holidays: readonly Holiday[];
  readonly #observed: Observance;
  readonly #years = new Map<number, ReadonlySet<DayNumber>>();

  constructor(holidays: readonly Holiday[], observed: Observance = onActualDay) {
    this.#holidays = holidays;
    this.#observed = observed;
  }

  has(day: DayNumber): boolean {
    const year = yearOfDay(day);
    let days = this.#years.get(year);
    if (days === undefined) {
      days = this.#observedDays(year);
      this.#years.set(year, days);
    }
    return days.has(day);
  }

  /** Returns the observed days of a year and the next one, because New Year's Day may be observed on 31 December. */
  #observedDays(year: number): Set<DayNumber> {
    return new Set(
      [year, year + 1].flatMap((one) => this.#holidays.flatMap((holiday) => this.#observed(holiday(one)))),
    );
  }
}
