/**
 * Formats an ISO 8601 instant to the minute in the local time of this machine, with the offset from UTC:
 * `2030-01-05 09:00 +01:00`, `2030-01-05 08:00 UTC`.
 */
export function minuteText(at: string): string {
  const date = new Date(at);
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())} ${offsetText(-date.getTimezoneOffset())}`;
}

/** Formats an offset in minutes east of UTC. */
function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const two = (part: number): string => String(part).padStart(2, '0');
