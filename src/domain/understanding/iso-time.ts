import { dayOf, type CivilDay } from './civil-day.ts';
import { instantOf, isRealDate, type CivilTime } from './zoned-time.ts';

const isoTime = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/** The hour of a day without a time. */
const defaultHour = 10;

/** A local time; `instantMs` (Unix ms) is set if the text has an offset. */
interface WrittenTime extends CivilTime {
  readonly instantMs: number | undefined;
}

/**
 * Parses ISO 8601 to Unix ms: an instant, a local time in the zone if it has no offset, or a day (ten in the morning). Returns undefined for other
 * texts and for dates that do not exist.
 */
export function parseIsoTime(text: string, zone: string): number | undefined {
  const time = readIsoTime(text);
  return time === undefined ? undefined : (time.instantMs ?? instantOf(time, zone));
}

/** Replaces a space between day and time by `T`. */
export const withIsoSeparator = (text: string): string => text.replace(/^(\S{10}) (?=\d\d:)/, '$1T');

/** Returns whether the text is an ISO 8601 time or day, with `T` or a space between them. Needs no time zone; takes a fraction of a microsecond. */
export const isIsoTimeOrDay = (text: string): boolean => readIsoTime(withIsoSeparator(text)) !== undefined;

function readIsoTime(text: string): WrittenTime | undefined {
  const match = isoTime.exec(text);
  const day = dayOf(match?.[1] ?? text);
  if (day === undefined || !isRealDate(day.year, day.month, day.day)) return undefined;
  return match === null ? { ...day, hour: defaultHour, minute: 0, instantMs: undefined } : timeOn(day, match);
}

function timeOn(day: CivilDay, match: RegExpExecArray): WrittenTime | undefined {
  const hour = Number(match[2]);
  const minute = Number(match[3]);
  if (hour > 23 || minute > 59) return undefined;
  const instantMs = match[4] === undefined ? undefined : Date.parse(match[0]);
  return Number.isNaN(instantMs) ? undefined : { ...day, hour, minute, instantMs };
}
