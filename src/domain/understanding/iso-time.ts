import { dayOf } from './civil-day.ts';
import { instantOf, isRealDate } from './zoned-time.ts';

const isoTime = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/;

/** The hour that stands for a day without a time. */
const hourWithoutTime = 10;

/**
 * A time in ISO 8601 as Unix ms: an instant, a reading of the zone's clocks where it has no offset, or a day (ten in the morning). Undefined
 * where it is none of these, or one that does not exist.
 */
export function parseIsoTime(text: string, zone: string): number | undefined {
  const match = isoTime.exec(text);
  const day = dayOf(match?.[1] ?? text);
  if (day === undefined || !isRealDate(day.year, day.month, day.day)) return undefined;
  if (match === null) return instantOf({ ...day, hour: hourWithoutTime, minute: 0 }, zone);
  const [hour, minute] = [Number(match[2]), Number(match[3])];
  if (hour > 23 || minute > 59) return undefined;
  const instantMs = match[4] === undefined ? instantOf({ ...day, hour, minute }, zone) : Date.parse(text);
  return Number.isNaN(instantMs) ? undefined : instantMs;
}
