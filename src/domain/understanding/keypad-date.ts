import { nextDate } from './civil-day.ts';
import type { SpokenDateTime } from './date-time.ts';
import type { DateOrder } from './written-date.ts';
import { addDays, civilTimeAt, instantOf } from './zoned-time.ts';

/** Number of digits of a keypad date: month and day, optionally followed by hour and minutes on a 24-hour clock. */
export const keypadDateDigits = { min: 4, max: 8 } as const;

/** Time of day of a date without one. */
const defaultHour = 10;
const hourMs = 3_600_000;

/**
 * Parses a keypad date in the order `mdy` (MMDD) or `dmy` (DDMM), optionally followed by HH or HHMM, as the next such day, today included. Returns
 * undefined if the day or time does not exist.
 */
export function parseKeypadDate(
  digits: string,
  order: DateOrder,
  nowMs: number,
  zone: string,
): SpokenDateTime | undefined {
  const match = /^(\d\d)(\d\d)(?:(\d\d)(\d\d)?)?$/.exec(digits);
  if (match === null) return undefined;
  const [first, second] = [Number(match[1]), Number(match[2])];
  const [month, day] = order === 'mdy' ? [first, second] : [second, first];
  const date = nextDate(month, day, civilTimeAt(nowMs, zone));
  const time = timeOf(match[3] ?? String(defaultHour), match[4] ?? '00');
  if (date === undefined || time === undefined) return undefined;
  const hasTime = match[3] !== undefined;
  const instantMs = instantOf({ ...date, ...time }, zone);
  const isToday = !hasTime && instantMs <= nowMs;
  const guesses = hasTime ? [] : (['time'] as const);
  return { instantMs: isToday ? nowMs + hourMs : instantMs, hasDate: true, hasTime, complete: true, guesses };
}

/** Parses a keypad time, HHMM on a 24-hour clock, as the next such time. Returns undefined if it does not exist. */
export function parseKeypadTime(digits: string, nowMs: number, zone: string): SpokenDateTime | undefined {
  const match = /^(\d\d)(\d\d)$/.exec(digits);
  const time = match === null ? undefined : timeOf(match[1]!, match[2]!);
  if (time === undefined) return undefined;
  const today = { ...civilTimeAt(nowMs, zone), ...time };
  const todayMs = instantOf(today, zone);
  const instantMs = todayMs > nowMs ? todayMs : instantOf(addDays(today, 1), zone);
  return { instantMs, hasDate: false, hasTime: true, complete: true, guesses: ['day'] };
}

function timeOf(hour: string, minute: string): { hour: number; minute: number } | undefined {
  const time = { hour: Number(hour), minute: Number(minute) };
  return time.hour <= 23 && time.minute <= 59 ? time : undefined;
}
