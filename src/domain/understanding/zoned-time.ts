/** A local date and time without a time zone. Months are 1-12, hours 0-23. */
export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const dayMs = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters, since Intl needs 50 µs and more to create one. The cache has at most about 600 entries, one per zone. */
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

/** Returns the local time in the zone at this instant (Unix ms). Throws `RangeError` for an unknown zone. */
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

/** Exact to the minute: no zone in use has an offset with seconds. */
const asIfUtc = (civil: CivilTime): number =>
  Date.UTC(civil.year, civil.month - 1, civil.day, civil.hour, civil.minute);

/** Returns the UTC offset of the zone in ms at this instant (Unix ms). Throws `RangeError` for an unknown zone. */
export function offsetMsAt(instantMs: number, zone: string): number {
  const minuteMs = Math.floor(instantMs / 60_000) * 60_000;
  return asIfUtc(civilTimeAt(minuteMs, zone)) - minuteMs;
}

/**
 * Returns the instant (Unix ms) of a local time in the zone. A local time that occurs twice, when clocks go back, is the first one. A skipped local
 * time, when clocks go forward, is moved forward by the length of the gap.
 */
export function instantOf(civil: CivilTime, zone: string): number {
  const guess = asIfUtc(civil);
  const before = offsetMsAt(guess - dayMs, zone);
  const after = offsetMsAt(guess + dayMs, zone);
  const candidates = [guess - before, guess - after].sort((a, b) => a - b);
  return candidates.find((candidate) => offsetMsAt(candidate, zone) === guess - candidate) ?? guess - before;
}

/** Returns the same local time `days` calendar days later, or earlier if negative. */
export function addDays(civil: CivilTime, days: number): CivilTime {
  const date = new Date(Date.UTC(civil.year, civil.month - 1, civil.day + days));
  return {
    ...civil,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
  };
}

/** Returns the weekday, 0 for Sunday. */
export function weekdayOf(civil: Pick<CivilTime, 'year' | 'month' | 'day'>): number {
  return new Date(Date.UTC(civil.year, civil.month - 1, civil.day)).getUTCDay();
}

/** Returns whether the date exists. */
export function isRealDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
