/** Times of a clock on the wall in a time zone, such as `2026-11-24T13:05`: the value of an input for date and time. */

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const digits = '2-digit';
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
  });
  formats.set(zone, created);
  return created;
}

export function wallTimeOf(at: Date, zone: string): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name)!;
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Returns the instant of a time on the wall: the first one of a time that occurs twice. A time that is skipped in spring is moved to after the change. */
export function instantOfWallTime(wallTime: string, zone: string): Date {
  const asUtc = Date.parse(`${wallTime}Z`);
  const [before, after] = [-dayMs, dayMs].map((distance) => {
    const near = asUtc + distance;
    const offset = Date.parse(`${wallTimeOf(new Date(near), zone)}Z`) - near;
    return new Date(asUtc - offset);
  }) as [Date, Date];
  return wallTimeOf(before, zone) !== wallTime && wallTimeOf(after, zone) === wallTime ? after : before;
}

/** Returns a date such as `2026-11-24`, some days later. */
export function addDays(date: string, days: number): string {
  const start = new Date(`${date}T00:00Z`);
  start.setUTCDate(start.getUTCDate() + days);
  return start.toISOString().slice(0, 10);
}
