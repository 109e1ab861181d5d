import type { CivilDay } from './civil-day.ts';
import { monthNames, weekdayNames } from '../languages/en/day-phrases.ts';
import { civilTimeAt, weekdayOf, type CivilTime } from './zoned-time.ts';

const dayMs = 86_400_000;

/**
 * Returns an instant (Unix ms) as words: "Tuesday, November 24th at 10 AM". The year is added unless the date is within the next eleven months from
 * `nowMs`.
 */
export function speakDateTime(instantMs: number, zone: string, nowMs = instantMs): string {
  const civil = civilTimeAt(instantMs, zone);
  return `${dayWithYear(civil, instantMs, nowMs)} at ${speakTime(civil)}`;
}

/** Returns a day as words: "Tuesday, November 24th". The year is added as in `speakDateTime`; without `nowMs`, never. */
export function speakDay(day: CivilDay, nowMs?: number): string {
  const noonMs = Date.UTC(day.year, day.month - 1, day.day, 12);
  return dayWithYear(day, noonMs, nowMs ?? noonMs);
}

/** Returns a time of day as words: "10 AM", "2:30 PM", "noon". */
export function speakTime({ hour, minute }: Pick<CivilTime, 'hour' | 'minute'>): string {
  if (hour === 12 && minute === 0) return 'noon';
  const hourOfClock = hour % 12 === 0 ? 12 : hour % 12;
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hourOfClock}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

function dayWithYear(day: CivilDay, atMs: number, nowMs: number): string {
  const isNear = atMs - nowMs > -dayMs / 2 && atMs - nowMs < 330 * dayMs;
  const spoken = `${weekdayNames[weekdayOf(day)]}, ${monthNames[day.month - 1]} ${ordinal(day.day)}`;
  return isNear ? spoken : `${spoken}, ${day.year}`;
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return `${day}th`;
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`;
}
