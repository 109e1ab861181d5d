import type { SpokenDateTime } from './date-time.ts';
import { parseDateTime } from '../languages/en/dates.ts';

/** Number of digits of a keypad date: month and day, optionally followed by hour and minutes on a 24-hour clock. */
export const keypadDateDigits = { min: 4, max: 8 } as const;

/** Parses a keypad date: MMDD, MMDDHH or MMDDHHMM, as the next such day. Returns undefined if the day or time does not exist. */
export function parseKeypadDate(digits: string, nowMs: number, zone: string): SpokenDateTime | undefined {
  const match = /^(\d\d)(\d\d)(?:(\d\d)(\d\d)?)?$/.exec(digits);
  if (match === null) return undefined;
  const [, month, day, hour, minute = '00'] = match;
  const date = `${Number(month)}/${Number(day)}`;
  const text = hour === undefined ? date : `${date} at ${clockText(Number(hour), minute)}`;
  const parsed = parseDateTime(text, nowMs, zone);
  return parsed?.complete && parsed.hasDate ? parsed : undefined;
}

/** Parses a keypad time, HHMM on a 24-hour clock, as the next such time. Returns undefined if it does not exist. */
export function parseKeypadTime(digits: string, nowMs: number, zone: string): SpokenDateTime | undefined {
  const match = /^(\d\d)(\d\d)$/.exec(digits);
  if (match === null) return undefined;
  const parsed = parseDateTime(clockText(Number(match[1]), match[2]!), nowMs, zone);
  return parsed?.complete ? parsed : undefined;
}

/** Writes hours before noon with "am", so that they are not parsed as afternoon. */
function clockText(hour: number, minute: string): string {
  if (hour > 23) return 'never';
  return hour >= 12
    ? `${hour}:${minute} ${hour === 12 ? 'pm' : ''}`
    : `${hour === 0 ? 12 : hour}:${minute} am`;
}
