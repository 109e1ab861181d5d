import { isIsoTimeOrDay } from './iso-time.ts';

/** Order of month and day: `11/24/2026`, or `24.11.2026`. */
export const dateOrders = ['mdy', 'dmy'] as const;

export type DateOrder = (typeof dateOrders)[number];

/** Three numbers with the same separator, optionally followed by a space or comma and a time of day. */
const writtenDate =
  /^(?<first>\d{1,2})(?<sign>[./-])(?<second>\d{1,2})\k<sign>(?<year>\d{4}|\d\d)(?:,? {1,3}(?<time>\S.*))?$/;
/** `15:30`, `3:30 PM`, `3pm`; seconds are ignored. */
const timeOfDay = /^(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::\d\d)?)?(?: ?(?<half>[ap])\.?m\.?)?$/i;

/** A two-digit year is in this century. */
const century = '20';

/**
 * Converts a date as shown by spreadsheets, with or without a time of day, to ISO 8601 without an offset: `11/24/2026 10:30 AM` in the order `mdy` is
 * `2026-11-24T10:30`. Returns undefined if the text is not a date in this order, or the date does not exist.
 */
export function readWrittenDate(text: string, order: DateOrder): string | undefined {
  const { first, second, year, time } = writtenDate.exec(text)?.groups ?? {};
  if (first === undefined || second === undefined || year === undefined) return undefined;
  const [month, day] = order === 'mdy' ? [first, second] : [second, first];
  const date = [year.padStart(4, century), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const iso = time === undefined ? date : `${date}T${clockTime(time)}`;
  return isIsoTimeOrDay(iso) ? iso : undefined;
}

/** Returns a time such as `09:30`; undefined if the text is not a time of day, or an hour without minutes and without AM or PM. */
function clockTime(text: string): string | undefined {
  const { hour, minute, half } = timeOfDay.exec(text)?.groups ?? {};
  if (hour === undefined) return undefined;
  if (half === undefined) return minute && `${hour.padStart(2, '0')}:${minute}`;
  const isTwelveHour = Number(hour) >= 1 && Number(hour) <= 12;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return isTwelveHour ? `${String(hours).padStart(2, '0')}:${minute ?? '00'}` : undefined;
}

/** Zones whose English speakers write the day before the month. */
const dayFirstZones = /^(?:Europe|Australia|Asia|Africa|Atlantic|Indian)\/(?!Manila$)|^Pacific\/Auckland$/;

/** Numeric dates: `24/11`, `24/11/2026`, `24.11.2026`, `11-24-26`. Without a year only with slashes, since `10.30` is a time. */
const numericDate = /(?<![\d./-])(\d{1,2})(?:\/(\d{1,2})|([/.-])(\d{1,2})\3(\d{4}|\d\d))(?![\d/]|[.-]\d)/g;

/** Rewrites the numeric dates of a text as `month/day` or as ISO 8601. A number above 12 is the day; else dots mean day first, and the zone decides. */
export function withOrderedDates(text: string, zone: string): string {
  return text.replaceAll(
    numericDate,
    (
      date,
      first: string,
      second: string | undefined,
      sign: string | undefined,
      third: string,
      year: string,
    ) => {
      const other = second ?? third;
      const isDayFirst =
        Number(first) > 12 || (Number(other) <= 12 && (sign === '.' || dayFirstZones.test(zone)));
      const [month, day] = isDayFirst ? [other, first] : [first, other];
      if (Number(month) > 12) return date;
      if (year === undefined) return `${month}/${day}`;
      return [year.padStart(4, century), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
    },
  );
}
