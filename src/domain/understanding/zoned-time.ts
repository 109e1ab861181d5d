/** A wall clock's reading, in no particular zone. Months 1-12, hours 0-23. */
export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const dayMs = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Intl takes 50 µs and more to make a formatter; there are some 600 zones, so keeping them all is bounded. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** What the clocks of the zone show at this instant (Unix ms). Throws `RangeError` for an unknown zone. */
export function civilTimeAt(instantMs: number, zone: string): CivilTime {
  const parts: Record<string, number> = {};
  for (const part of formatterOf(zone).formatToParts(instantMs)) parts[part.type] = Number(part.value);
  return {
    year: parts['year']!,
    month: parts['month']!,
    day: parts['day']!,
    hour: parts['hour']!,
    minute: parts['minute']!,
  };
}

/** Minutes are exact: no zone in use has an offset with seconds. */
const asIfUtc = (civil: CivilTime): number =>
  Date.UTC(civil.year, civil.month - 1, civil.day, civil.hour, civil.minute);

/** How far the zone's clocks are ahead of UTC at this instant (Unix ms). Throws `RangeError` for an unknown zone. */
export function offsetMsAt(instantMs: number, zone: string): number {
  const minuteMs = Math.floor(instantMs / 60_000) * 60_000;
  return asIfUtc(civilTimeAt(minuteMs, zone)) - minuteMs;
}

/**
 * The instant (Unix ms) at which the zone's clocks show this. A reading that comes twice, as clocks go back, means the
 * first; one that is skipped, as they go forward, means as long after the gap's begin as it stands in the gap.
 */
export function instantOf(civil: CivilTime, zone: string): number {
  const guess = asIfUtc(civil);
  const before = offsetMsAt(guess - dayMs, zone);
  const after = offsetMsAt(guess + dayMs, zone);
  const candidates = [guess - before, guess - after].sort((one, other) => one - other);
  return candidates.find((candidate) => offsetMsAt(candidate, zone) === guess - candidate) ?? guess - before;
}

/** The same reading `days` later or earlier on the calendar. */
export function addDays(civil: CivilTime, days: number): CivilTime {
  const date = new Date(Date.UTC(civil.year, civil.month - 1, civil.day + days));
  return {
    ...civil,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

/** 0 is Sunday. */
export function weekdayOf(civil: Pick<CivilTime, 'year' | 'month' | 'day'>): number {
  return new Date(Date.UTC(civil.year, civil.month - 1, civil.day)).getUTCDay();
}

/** Whether the calendar has this day. */
export function isRealDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
