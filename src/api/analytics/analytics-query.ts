import { z } from 'zod';
import { Problem, reject } from '../../core/problems.ts';
import { isTimeZoneOrUtc, timeZoneAdvice } from '../../core/time-zones.ts';
import {
  type AnalyticsInterval,
  analyticsIntervals,
  type AnalyticsRange,
  readAnalyticsRanges,
} from '../../store/analytics.ts';
import type { Queryable } from '../../store/queryable.ts';
import { queryInteger, queryText } from '../paging.ts';

const dayMs = 86_400_000;

/** The longest range of each interval, and its length if `from` is omitted, in days. */
const rangeDays = {
  hour: { max: 14, default: 0 },
  day: { max: 400, default: 6 },
  week: { max: 1_830, default: 77 },
} as const satisfies Record<AnalyticsInterval, object>;

/** Maximum number of groups times intervals. */
const maxPoints = 5_000;

const instantOrDate = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'Write a date such as 2026-11-24, or a time such as 2026-11-24T09:00:00Z.',
  })
  .refine((text) => /^2\d{3}-/.test(text), 'The year must be 2000 to 2999.')
  .optional();

/** Query parameters of every kind of analytics, besides its groups and filters. */
export const analyticsFields = {
  from: instantOrDate.meta({
    description:
      'The start: a date in `timeZone`, or a time. It is rounded down to the start of its interval. Default: today for hours, 7 days for days, 12 weeks for weeks.',
    examples: ['2026-11-23'],
  }),
  to: instantOrDate.meta({
    description:
      'The end: a date in `timeZone`, which is included, or a time, which is rounded up to the end of its interval. Default: now.',
    examples: ['2026-11-24'],
  }),
  timeZone: queryText.optional().meta({
    description:
      'IANA name or UTC. Days start at midnight of this zone, weeks on its Monday. Default: the time zone of the workspace.',
    examples: ['America/New_York'],
  }),
  interval: z.enum(analyticsIntervals).default('day').meta({
    description:
      'The length of the intervals of `series`. Hours: at most 14 days; days: at most 400 days; weeks: at most 5 years.',
  }),
  compare: z.enum(['previous', 'none']).default('none').meta({
    description:
      '`previous` adds the period of the same length before `from`. Its length is rounded up to whole days: the hours of today are compared with the same hours of yesterday.',
  }),
  limit: queryInteger(1, 50).default(10).meta({
    description: 'Maximum number of groups, 1 to 50. The largest groups are returned.',
  }),
  format: z.enum(['json', 'csv']).default('json').meta({
    description: '`csv` returns the series as a file, one record per interval and group.',
  }),
};

export type AnalyticsFields = z.output<z.ZodObject<typeof analyticsFields>>;

export interface RequestedAnalytics {
  readonly timeZone: string;
  readonly current: AnalyticsRange;
  readonly previous: AnalyticsRange | undefined;
}

function rejectField(path: string, code: string, message: string): never {
  return reject('invalid_query', { fields: [{ path, code, message }] });
}

/**
 * Returns the intervals of the query.
 * @throws {Problem} `invalid_timezone`, or `invalid_query` for a range that is empty or too long
 */
export async function resolveRange(
  db: Queryable,
  query: AnalyticsFields & { readonly groupBy: string },
  { timezone, nowMs }: { readonly timezone: string; readonly nowMs: number },
): Promise<RequestedAnalytics> {
  const { interval, timeZone = timezone } = query;
  if (!isTimeZoneOrUtc(timeZone)) throw unknownZone(timeZone);
  const { from, to } = datesOf(query, timeZone, nowMs);
  const { max } = rangeDays[interval];
  if (Date.parse(to) - Date.parse(from) > max * dayMs)
    rejectField('from', 'range_too_long', `With interval=${interval}, the range is at most ${max} days.`);
  const ranges = await readRanges(db, { interval, timeZone, from, to });
  if (ranges === undefined) return rejectField('to', 'out_of_range', 'to is not after from.');
  const points = ranges.current.starts.length * query.limit;
  if (query.groupBy !== 'none' && points > maxPoints)
    rejectField('limit', 'too_many_points', `limit times the number of intervals is at most ${maxPoints}.`);
  return {
    timeZone,
    current: ranges.current,
    previous: query.compare === 'previous' ? ranges.previous : undefined,
  };
}

/** Returns the range with its defaults. */
function datesOf(
  { interval, ...query }: AnalyticsFields,
  timeZone: string,
  nowMs: number,
): { readonly from: string; readonly to: string } {
  const to = query.to ?? new Date(nowMs).toISOString();
  if (query.from !== undefined) return { from: query.from, to };
  const lastDay = to.length === dateLength ? to : dateIn(timeZone, Date.parse(to));
  const fromMs = Date.parse(lastDay) - rangeDays[interval].default * dayMs;
  return { from: new Date(fromMs).toISOString().slice(0, dateLength), to };
}

const dateLength = '2026-11-24'.length;

/** Returns the date of a time in a zone. */
const dateIn = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(ms);

const unknownZone = (zone: string): Problem =>
  new Problem('invalid_timezone', {
    fields: [{ path: 'timeZone', code: 'invalid_timezone', message: timeZoneAdvice(zone) }],
  });

/** The database knows most zones that this program knows, but not all. */
async function readRanges(db: Queryable, range: Parameters<typeof readAnalyticsRanges>[1]) {
  try {
    return await readAnalyticsRanges(db, range);
  } catch (error) {
    if ((error as { code?: unknown }).code === invalidParameterValue) throw unknownZone(range.timeZone);
    throw error;
  }
}

const invalidParameterValue = '22023';
