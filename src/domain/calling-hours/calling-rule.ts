import type { RuledPurpose } from './purpose.ts';
import { weekdayOfDay, type DayNumber, type HolidayCalendar } from './holidays.ts';

/** Minutes of the day, 0 to 1440, from `start` inclusive to `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans in ascending order that do not touch. Empty: no calls. */
export type DayHours = readonly Span[];

/** The hours of each day from Sunday (0) to Saturday. */
export type WeekHours = readonly DayHours[];

/** The calling hours on holidays. */
export interface HolidayHours {
  readonly calendar: HolidayCalendar;
  readonly hours: DayHours;
  /** Hours on the day before a holiday, unless that day is a holiday or a Sunday. */
  readonly eveHours?: DayHours;
}

/** A limit on calls to one person: at most `count` calls in any period of `periodMs`. */
export interface CallLimit {
  readonly count: number;
  readonly periodMs: number;
}

/** The longest period of a call limit, in ms. */
export const limitPeriodMaxMs = 30 * 86_400_000;

/** The hours of a rule on the days of the week and on holidays. */
export interface RuleHours {
  readonly week: WeekHours;
  readonly holidays?: HolidayHours;
}

/** A rule for the hours and the number of calls to people in a place, with its source. It has hours, limits or both. */
export interface CallingRule extends Partial<RuleHours> {
  /** For example `us-fl`. */
  readonly id: string;
  readonly citation: string;
  /** The date on which the rule was last checked against its source (ISO 8601). */
  readonly version: string;
  /** The date since which the rule is in force (ISO 8601), if known. */
  readonly since?: string;
  /** `code`: a code of conduct of an industry or an authority. `own`: a rule of Parley; no binding rule is known. */
  readonly basis: 'law' | 'code' | 'own';
  /** `high`: verified in the text of the rule. `medium`: reported by authorities or law firms. `low`: from industry tables, or uncertain. */
  readonly confidence: 'high' | 'medium' | 'low';
  /** The purposes to which the rule applies. Every rule applies to calls without a purpose. */
  readonly purposes: readonly RuledPurpose[];
  /** Whether the rule does not apply to calls with consent. */
  readonly liftedByConsent?: boolean;
  /** ISO 3166-1 alpha-2. Empty: every country without another rule. */
  readonly countries: readonly string[];
  /** States or provinces. Defaults to the whole country. */
  readonly regions?: readonly string[];
  readonly limits?: readonly CallLimit[];
}

export const hasHours = <Rule extends CallingRule>(rule: Rule): rule is Rule & RuleHours =>
  rule.week !== undefined;

export const noCalls: DayHours = [];

/** Parses hours such as `09:00-13:00 14:00-20:00`; a day ends at 24:00. */
export function dayHours(text: string): DayHours {
  return text.split(' ').map((span) => {
    const [start, end] = span.split('-').map(minuteOfDay);
    return { start: start!, end: end! };
  });
}

/** Parses a time such as `09:00` as minutes of the day. */
export function minuteOfDay(clockTime: string): number {
  const [hour, minute] = clockTime.split(':').map(Number);
  return hour! * 60 + minute!;
}

/** Returns hours that are the same from Monday to Friday. Saturday defaults to the weekdays, Sunday to Saturday; `none`: no calls. */
export function weekHours(weekdays: string, saturday = weekdays, sunday = saturday): WeekHours {
  const hours = (text: string): DayHours => (text === 'none' ? noCalls : dayHours(text));
  const weekday = hours(weekdays);
  return [hours(sunday), weekday, weekday, weekday, weekday, weekday, hours(saturday)];
}

/** Returns the hours of a rule on a day. */
export function hoursOn({ week, holidays }: RuleHours, day: DayNumber): DayHours {
  const weekday = weekdayOfDay(day);
  if (holidays !== undefined) {
    if (holidays.calendar.has(day)) return holidays.hours;
    if (holidays.eveHours !== undefined && weekday !== 0 && holidays.calendar.has(day + 1))
      return holidays.eveHours;
  }
  return week[weekday]!;
}
