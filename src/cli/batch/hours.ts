import type { Batch } from '../../../packages/sdk/src/client.ts';
import { UsageError } from '../output.ts';
import { durationText } from './progress.ts';

/** Options that select the calling rules. */
export interface CallingRuleOptions {
  readonly purpose?: string;
  readonly consent?: boolean;
}

export interface WindowOptions {
  /** Such as `09:00-12:00`; `22:00-04:00` extends into the next day. */
  readonly window?: readonly string[];
  /** Names of weekdays, or their first three letters. */
  readonly days?: readonly string[];
  /** IANA time zone. Default: the time zone of each person. */
  readonly timezone?: string;
}

interface TimeRange {
  readonly start: string;
  readonly end: string;
}

const weekdays = {
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
} as const;
type Day = keyof typeof weekdays;
const allDays = Object.keys(weekdays) as Day[];
const minDayLetters = 3;

/** Maximum length of hours across midnight. Longer ones are rejected as a probable typing error. */
const maxHoursAcrossMidnight = 12;

/** Calling hours in the format of the API. */
export type CallingHours = Pick<Window, 'windows'> & Partial<Window>;
type Window = NonNullable<Batch['window']>;

/**
 * Parses calling hours. Hours across midnight become two windows; the second belongs to the next day.
 * @throws {UsageError}
 */
export function readWindow({ window, days, timezone }: WindowOptions): CallingHours | undefined {
  if (window === undefined) {
    if (days !== undefined || timezone !== undefined)
      throw new UsageError('--days and --timezone require --window. Add hours such as 09:00-17:00.');
    return undefined;
  }
  return {
    windows: window.flatMap((hours) => readHours(hours, days !== undefined)),
    ...(days === undefined ? {} : { days: [...new Set(days.map(readDay))] }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

function readHours(hours: string, hasDays: boolean): TimeRange[] {
  const [, from, to] = /^(\d\d?:\d\d)-(\d\d?:\d\d)$/.exec(hours) ?? [];
  const start = clockTime(from);
  const end = clockTime(to === '0:00' || to === '00:00' ? '24:00' : to);
  if (start === end) throw new UsageError(`--window takes hours such as 09:00-17:00, not ${hours}.`);
  if (start < end) return [{ start, end }];
  const windows = [
    { start, end: '24:00' },
    { start: '00:00', end },
  ];
  const parts = windows.map((window) => `${window.start}-${window.end}`).join(',');
  const durationMinutes = minutesOf('24:00') - minutesOf(start) + minutesOf(end);
  if (durationMinutes > maxHoursAcrossMidnight * 60)
    throw new UsageError(
      `${hours} crosses midnight and lasts ${durationText(durationMinutes * 60)}. If this is intended, write both parts: --window ${parts}.`,
    );
  if (hasDays)
    throw new UsageError(
      `${hours} crosses midnight, and --days would apply to both parts. If this is intended, write --window ${parts}.`,
    );
  return windows;
}

/** Returns the minutes since midnight. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** Returns `09:00` for `9:00`, and an empty string for undefined. */
const clockTime = (text: string | undefined): string => text?.padStart(5, '0') ?? '';

function readDay(text: string): Day {
  const word = text.toLowerCase();
  const day = allDays.find((name) => word.length >= minDayLetters && weekdays[name].startsWith(word));
  if (day !== undefined) return day;
  throw new UsageError(`--days takes days such as ${allDays.join(',')}, not ${text}.`);
}

/** Describes calling hours: `Calls 22:00–24:00 and 00:00–04:00, in the time zone of each person`. */
export function hoursText({ windows, days = [], timezone = 'recipient' }: CallingHours): string {
  const hours = listText(windows.map(({ start, end }) => `${start}–${end}`));
  const isDaily = days.length === 0 || days.length === allDays.length;
  const zone = timezone === 'recipient' ? 'the time zone of each person' : `the time zone ${timezone}`;
  return `Calls ${hours}${isDaily ? '' : ` on ${listText(days)}`}, in ${zone}`;
}

/** Returns for example `mon, tue and wed`. */
const listText = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
