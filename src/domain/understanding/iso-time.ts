import { dayOf, type CivilDay } from './civil-day.ts';
import { instantOf, isRealDate, type CivilTime } from './zoned-time.ts';

const isoTime = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/** The hour that stands for a day without a time. */
const hourWithoutTime = 10;

/** A reading of clocks; `instantMs` (Unix ms) where an offset tells whose. */
interface WrittenTime extends CivilTime {
  readonly instantMs: number | undefined;
}

/**
 * A time in ISO 8601 as Unix ms: an instant, a reading of the zone's clocks where it has no offset, or a day (ten in the morning). Undefined
 * where it is none of these, or one that does not exist.
 */
export function parseIsoTime(text: string, zone: string): number | undefined {
  const time = readIsoTime(text);
  return time === undefined ? undefined : (time.instantMs ?? instantOf(time, zone));
}

/** The same with a `T` where a blank stands between day and time. */
export const withIsoSeparator = (text: string): string => text.replace(/^(\S{10}) (?=\d\d:)/, '$1T');

/** Whether a value is told as a time or a day; any other is told as it stands. No zone is looked at: a fraction of a microsecond. */
export const isSpokenAsTime = (text: string): boolean => readIsoTime(withIsoSeparator(text)) !== undefined;

function readIsoTime(text: string): WrittenTime | undefined {
  const match = isoTime.exec(text);
  const day = dayOf(match?.[1] ?? text);
  if (day === undefined || !isRealDate(day.year, day.month, day.day)) return undefined;
  return match === null
    ? { ...day, hour: hourWithoutTime, minute: 0, instantMs: undefined }
    : timeOn(day, match);
}

function timeOn(day: CivilDay, match: RegExpExecArray): WrittenTime | undefined {
  const hour = Number(match[2]);
  const minute = Number(match[3]);
  if (hour > 23 || minute > 59) return undefined;
  const instantMs = match[4] === undefined ? undefined : Date.parse(match[0]);
  return Number.isNaN(instantMs) ? undefined : { ...day, hour, minute, instantMs };
}
