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
export const countedMs = 30 * 86_400_000;

/** When the people of a place may be called, and who says so. */
export interface CallingRule {
  /** Such as `us-fl`. */
  readonly id: string;
  readonly citation: string;
  /** The day on which the rule was last held against its source, ISO 8601. */
  readonly version: string;
  /** `code`: a trade's or an authority's code of conduct. `own`: nothing binding is known; Parley's own manners. */
  readonly basis: 'law' | 'code' | 'own';
  /** `text`: the words of the rule were read. `reported`: authorities, law firms or tables of the trade say so. */
  readonly confidence: 'text' | 'reported';
  /** ISO 3166-1 alpha-2. Empty: every country that no other rule names. */
  readonly countries: readonly string[];
  /** States or provinces; left out: the whole country. */
  readonly regions?: readonly string[];
  readonly week: WeekHours;
  readonly holidays?: HolidayHours;
  readonly limit?: CallLimit;
}

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
export function hoursOn(
  { week, holidays }: Pick<CallingRule, 'week' | 'holidays'>,
  day: DayNumber,
): DayHours {
  const weekday = weekdayOfDay(day);
  if (holidays !== undefined) {
    if (holidays.calendar.has(day)) return holidays.hours;
    if (holidays.eveHours !== undefined && weekday !== 0 && holidays.calendar.has(day + 1))
      return holidays.eveHours;
  }
  return week[weekday]!;
}
