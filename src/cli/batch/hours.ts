import { UsedWrongly } from '../output.ts';

export interface WindowOptions {
  /** Such as `09:00-12:00`; `22:00-04:00` goes on into the next day. */
  readonly window?: readonly string[];
  /** Names of weekdays, or their first three letters. */
  readonly days?: readonly string[];
  /** IANA. Left out: that of each person. */
  readonly timezone?: string;
}

interface Span {
  readonly start: string;
  readonly end: string;
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const dayLetters = 3;

/**
 * When calls may begin, as the API takes it: a night becomes two windows, of which the second belongs to the day it lies in.
 * @throws {UsedWrongly}
 */
export function readWindow({ window, days, timezone }: WindowOptions): object | undefined {
  if (window === undefined) {
    if (days !== undefined || timezone !== undefined)
      throw new UsedWrongly('--days and --timezone belong to --window: give hours such as 09:00-17:00.');
    return undefined;
  }
  return {
    windows: window.flatMap((hours) => readHours(hours, days !== undefined)),
    ...(days === undefined ? {} : { days: [...new Set(days.map(readDay))] }),
    ...(timezone === undefined ? {} : { timezone }),
  };
}

function readHours(hours: string, hasDays: boolean): Span[] {
  const [, from, to] = /^(\d\d?:\d\d)-(\d\d?:\d\d)$/.exec(hours) ?? [];
  const start = clockTime(from);
  const end = clockTime(to === '0:00' || to === '00:00' ? '24:00' : to);
  if (start === end) throw new UsedWrongly(`--window takes hours such as 09:00-17:00, not ${hours}.`);
  if (start < end) return [{ start, end }];
  const night = [
    { start, end: '24:00' },
    { start: '00:00', end },
  ];
  if (!hasDays) return night;
  const parts = night.map((span) => `${span.start}-${span.end}`).join(',');
  throw new UsedWrongly(
    `${hours} goes past midnight, and --days would be those of both its parts: write --window ${parts} where that is meant.`,
  );
}

/** `9:00` as `09:00`; empty where there is none. */
const clockTime = (text: string | undefined): string => text?.padStart(5, '0') ?? '';

function readDay(text: string): string {
  const word = text.toLowerCase();
  const day = weekdays.find((name) => word.length >= dayLetters && name.startsWith(word));
  if (day !== undefined) return day.slice(0, dayLetters);
  const known = weekdays.map((name) => name.slice(0, dayLetters)).join(',');
  throw new UsedWrongly(`--days takes days such as ${known}, not ${text}.`);
}
