import type { RuledPurpose } from './purpose.ts';
import { weekdayOfDay, type DayNumber, type HolidayCalendar } from './holidays.ts';

/** Minutes of the day, 0 to 1440: from `start` on, before `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans in their order, none touching another. Empty: no calls. */
export type DayHours = readonly Span[];

/** From Sunday (0) to Saturday. */
export type WeekHours = readonly DayHours[];

/** What hours hold on holidays. */
export interface HolidayHours {
  readonly calendar: HolidayCalendar;
  readonly hours: DayHours;
  /** On the day before a holiday, where that is none itself and not a Sunday. */
  readonly eveHours?: DayHours;
}

/** How often one person may be called: fewer than `count` calls within `periodMs` before the next one. */
export interface CallLimit {
  readonly count: number;
  readonly periodMs: number;
}

/** No rule looks back further, in ms. */
export const limitPeriodMaxMs = 30 * 86_400_000;

/** Hours of the week and on holidays. */
export interface RuleHours {
  readonly week: WeekHours;
  readonly holidays?: HolidayHours;
}

/** When, and how often, the people of a place may be called, and where that is written. It has hours, limits or both. */
export interface CallingRule extends Partial<RuleHours> {
  /** Such as `us-fl`. */
  readonly id: string;
  readonly citation: string;
  /** The day on which the rule was last checked against its source, ISO 8601. */
  readonly version: string;
  /** The day since which the rule is in force, ISO 8601, where that is known. */
  readonly since?: string;
  /** `code`: a trade's or an authority's code of conduct. `own`: Parley's own; no binding rule is known. */
  readonly basis: 'law' | 'code' | 'own';
  /** `high`: the words of the rule were read. `medium`: authorities or law firms report it. `low`: trade tables, or a doubt remains. */
  readonly confidence: 'high' | 'medium' | 'low';
  /** What calls must be for to be bound; calls without a purpose are bound by every rule. */
  readonly purposes: readonly RuledPurpose[];
  /** Whether the rule does not bind calls to people who consented to them. */
  readonly liftedByConsent?: boolean;
  /** ISO 3166-1 alpha-2. Empty: every country that no other rule names. */
  readonly countries: readonly string[];
  /** States or provinces; omitted: the whole country. */
  readonly regions?: readonly string[];
  readonly limits?: readonly CallLimit[];
}

export const hasHours = <Rule extends CallingRule>(rule: Rule): rule is Rule & RuleHours =>
  rule.week !== undefined;

export const noCalls: DayHours = [];

/** `09:00-13:00 14:00-20:00`; a day ends at 24:00. */
export function dayHours(text: string): DayHours {
  return text.split(' ').map((span) => {
    const [start, end] = span.split('-').map(minuteOfDay);
    return { start: start!, end: end! };
  });
}

/** `09:00` as minutes of the day. */
export function minuteOfDay(clockTime: string): number {
  const [hour, minute] = clockTime.split(':').map(Number);
  return hour! * 60 + minute!;
}

/** The same hours from Monday to Friday; those of the weekend may differ. */
export function weekHours(weekdays: string, saturday = weekdays, sunday = saturday): WeekHours {
  const hours = (text: string): DayHours => (text === 'none' ? noCalls : dayHours(text));
  const weekday = hours(weekdays);
  return [hours(sunday), weekday, weekday, weekday, weekday, weekday, hours(saturday)];
}

/** The hours of a day under a rule. */
export function hoursOn({ week, holidays }: RuleHours, day: DayNumber): DayHours {
  const weekday = weekdayOfDay(day);
  if (holidays !== undefined) {
    if (holidays.calendar.has(day)) return holidays.hours;
    if (holidays.eveHours !== undefined && weekday !== 0 && holidays.calendar.has(day + 1))
      return holidays.eveHours;
  }
  return week[weekday]!;
}
