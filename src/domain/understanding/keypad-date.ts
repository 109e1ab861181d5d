import type { SpokenDateTime } from './date-time.ts';
import { parseDateTime } from './date-time.ts';

/** Month and day, then the hour and minutes on a 24-hour clock where wanted. */
export const keypadDateDigits = { min: 4, max: 8 } as const;

/** A date from a keypad: MMDD, MMDDHH or MMDDHHMM; the next such day. Undefined where there is no such day or time. */
export function parseKeypadDate(digits: string, nowMs: number, zone: string): SpokenDateTime | undefined {
  const match = /^(\d\d)(\d\d)(?:(\d\d)(\d\d)?)?$/.exec(digits);
  if (match === null) return undefined;
  const [, month, day, hour, minute = '00'] = match;
  const date = `${Number(month)}/${Number(day)}`;
  const text = hour === undefined ? date : `${date} at ${clockText(Number(hour), minute)}`;
  const parsed = parseDateTime(text, nowMs, zone);
  return parsed?.complete && parsed.hasDate ? parsed : undefined;
}

/** A time from a keypad, HHMM on a 24-hour clock; the next such time. Undefined where there is none. */
export function parseKeypadTime(digits: string, nowMs: number, zone: string): SpokenDateTime | undefined {
  const match = /^(\d\d)(\d\d)$/.exec(digits);
  if (match === null) return undefined;
  const parsed = parseDateTime(clockText(Number(match[1]), match[2]!), nowMs, zone);
  return parsed?.complete ? parsed : undefined;
}

/** Midnight to noon is written with its half, so that no afternoon is guessed. */
function clockText(hour: number, minute: string): string {
  if (hour > 23) return 'never';
  return hour >= 12
    ? `${hour}:${minute} ${hour === 12 ? 'pm' : ''}`
    : `${hour === 0 ? 12 : hour}:${minute} am`;
}
