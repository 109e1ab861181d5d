import { civilTimeAt } from './zoned-time.ts';

const minuteMs = 60_000;

/** Returns ISO 8601 with the zone's offset at that instant; UTC with `Z` if `zone` is undefined. */
export function isoInZone(instant: Date, zone: string | undefined): string {
  if (zone === undefined) return instant.toISOString();
  const offsetMinutes = offsetMinutesAt(instant.getTime(), zone);
  const local = new Date(instant.getTime() + offsetMinutes * minuteMs).toISOString().slice(0, -1);
  const absoluteMinutes = Math.abs(offsetMinutes);
  const offset = [Math.floor(absoluteMinutes / 60), absoluteMinutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${offset}`;
}

function offsetMinutesAt(instantMs: number, zone: string): number {
  const wholeMs = Math.floor(instantMs / minuteMs) * minuteMs;
  const { year, month, day, hour, minute } = civilTimeAt(wholeMs, zone);
  return (Date.UTC(year, month - 1, day, hour, minute) - wholeMs) / minuteMs;
}
