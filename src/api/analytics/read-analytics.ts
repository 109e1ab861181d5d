import { z } from 'zod';
import {
  type AnalyticsDimension,
  type AnalyticsRange,
  type GroupedMeasures,
  type Grouping,
  type Measures,
  readGroupNames,
} from '../../store/analytics.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { AnalyticsFields, RequestedAnalytics } from './analytics-query.ts';

/** Returns the schema of a count. */
export const count = (description: string, example: number) =>
  z.int().meta({ description, examples: [example] });

/** Returns the ratio, rounded to three decimals; null if `whole` is 0. */
export const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;

/** Values of one kind of analytics, from measures. */
export interface NumbersOf<Numbers extends object, GroupNumbers extends object> {
  /** The values of totals, and of the intervals of the whole series. */
  readonly all: (measures: Measures) => Numbers;
  /** The values of the intervals of a group. */
  readonly ofGroup: (measures: Measures) => GroupNumbers;
}

interface AnalyticsSource<
  Dimension extends AnalyticsDimension,
  Numbers extends object,
  GroupNumbers extends object,
> {
  readonly workspaceId: string;
  readonly query: AnalyticsFields & { readonly groupBy: Dimension | 'none' };
  readonly requested: RequestedAnalytics;
  readonly numbers: NumbersOf<Numbers, GroupNumbers>;
  readonly read: (
    range: AnalyticsRange,
    grouping?: Grouping & { readonly by: Dimension },
  ) => Promise<GroupedMeasures[]>;
  /** Returns the path of the list of what an interval counts, in a group; null if no list has these filters. */
  readonly listUrl: (interval: Interval, group?: string) => string | null;
}

export interface Interval {
  readonly start: Date;
  readonly end: Date;
}

const interval = {
  start: z.iso.datetime().meta({ description: 'The start of the interval.' }),
  end: z.iso.datetime().meta({ description: 'The end of the interval, exclusive.' }),
  listUrl: z
    .string()
    .nullable()
    .meta({
      description: 'The path of the list of what is counted here. Null if no list has these filters.',
      examples: [
        '/api/v1/calls?createdAtFrom=2026-11-24T00%3A00%3A00.000Z&createdAtTo=2026-11-24T23%3A59%3A59.999Z',
      ],
    }),
};

/** Returns the schema of a response, whose parts are components with names that begin with `id`. */
export function analyticsResponse<Numbers extends z.ZodRawShape, GroupNumbers extends z.ZodRawShape>(
  id: string,
  numbers: z.ZodObject<Numbers>,
  groupNumbers: z.ZodObject<GroupNumbers>,
) {
  const totals = numbers.meta({ id: `${id}Totals`, description: 'The sum of all intervals.' });
  const point = numbers.extend(interval).meta({ id: `${id}Interval`, description: 'One interval.' });
  const groupPoint = groupNumbers.extend(interval).meta({
    id: `${id}GroupInterval`,
    description: 'One interval of a group, without outcomes and latency.',
  });
  const series = z.array(point).meta({ description: 'All intervals in order.' });
  const range = {
    from: z.iso.datetime().meta({ description: 'The start of the first interval.' }),
    to: z.iso.datetime().meta({ description: 'The end of the last interval, exclusive.' }),
  };
  const group = z.object({
    id: z.string().nullable().meta({
      description: 'The id of the agent, flow or batch, or the number. Null for records without one.',
    }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name. Null if it has none or no longer exists.', examples: ['Ada'] }),
    listUrl: interval.listUrl,
    totals,
    previous: totals.nullable(),
    series: z.array(groupPoint).meta({ description: 'The intervals in which the group has records.' }),
  });
  return z
    .object({
      ...range,
      timeZone: z
        .string()
        .meta({ description: 'The time zone of the intervals.', examples: ['America/New_York'] }),
      interval: z.string().meta({ description: 'The length of the intervals.', examples: ['day'] }),
      groupBy: z.string().meta({ description: 'The kind of groups.', examples: ['agent'] }),
      totals,
      series,
      previous: z
        .object({ ...range, totals, series })
        .nullable()
        .meta({ description: 'The previous period. Null without `compare=previous`.' }),
      groups: z
        .array(group)
        .meta({ description: 'The largest groups, at most `limit`. Empty with `groupBy=none`.' }),
      groupCount: z.int().meta({ description: 'The number of all groups.', examples: [12] }),
    })
    .meta({ id });
}

/** Reads totals, series and groups of the requested periods. */
export async function readAnalytics<
  Dimension extends AnalyticsDimension,
  Numbers extends object,
  GroupNumbers extends object,
>(db: Queryable, source: AnalyticsSource<Dimension, Numbers, GroupNumbers>) {
  const { query, requested } = source;
  const { timeZone, current, previous } = requested;
  const groups = await readGroups(db, source);
  return {
    timeZone,
    interval: query.interval,
    groupBy: query.groupBy as string,
    ...(await readPeriod(source, current)),
    previous: previous === undefined ? null : await readPeriod(source, previous),
    groups: groups.map(({ group }) => group),
    groupCount: groups[0]?.groupCount ?? 0,
  };
}

async function readPeriod<
  Dimension extends AnalyticsDimension,
  Numbers extends object,
  GroupNumbers extends object,
>({ read, numbers, listUrl }: AnalyticsSource<Dimension, Numbers, GroupNumbers>, range: AnalyticsRange) {
  const rows = await read(range);
  const byStart = new Map(rows.map(({ start, measures }) => [start?.getTime(), measures]));
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    totals: numbers.all(byStart.get(undefined) ?? {}),
    series: intervalsOf(range).map((item) => ({
      ...toResponse(item),
      listUrl: listUrl(item),
      ...numbers.all(byStart.get(item.start.getTime()) ?? {}),
    })),
  };
}

async function readGroups<
  Dimension extends AnalyticsDimension,
  Numbers extends object,
  GroupNumbers extends object,
>(
  db: Queryable,
  {
    query,
    workspaceId,
    requested,
    numbers,
    read,
    listUrl,
  }: AnalyticsSource<Dimension, Numbers, GroupNumbers>,
) {
  const { current, previous } = requested;
  const by = query.groupBy;
  if (by === 'none') return [];
  const rows = await read(current, { by, limit: query.limit });
  const ids = [...new Set(rows.map(({ group }) => group))];
  const earlier = previous && (await read(previous, { by, limit: ids.length, only: ids }));
  const names = by === 'number' ? undefined : await readGroupNames(db, workspaceId, by, ids);
  const rowsByGroup = Map.groupBy(rows, ({ group }) => group);
  const intervals = new Map(intervalsOf(current).map((item) => [item.start.getTime(), item]));
  return ids
    .map((id) => {
      const own = rowsByGroup.get(id)!;
      const series = own.flatMap(({ start, measures }) => {
        const item = start === null ? undefined : intervals.get(start.getTime());
        if (item === undefined) return [];
        return [{ ...toResponse(item), listUrl: listUrl(item, id), ...numbers.ofGroup(measures) }];
      });
      const group = {
        id: id === '' ? null : id,
        name: names?.get(id) ?? null,
        listUrl: listUrl({ start: current.from, end: current.to }, id),
        totals: numbers.all(own.find(({ start }) => start === null)?.measures ?? {}),
        previous: earlier ? numbers.all(earlier.find((row) => row.group === id)?.measures ?? {}) : null,
        series,
      };
      return { group, size: own[0]!.size, groupCount: own[0]!.groupCount };
    })
    .toSorted((a, b) => b.size - a.size);
}

function intervalsOf({ starts, to }: AnalyticsRange): Interval[] {
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? to }));
}

const toResponse = ({ start, end }: Interval) => ({ start: start.toISOString(), end: end.toISOString() });

/** Returns the path of a list with the filters that have a value, and those of the interval, whose end is exclusive. */
export function listPath(
  path: string,
  { start, end }: Interval,
  filters: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams({
    createdAtFrom: start.toISOString(),
    createdAtTo: new Date(end.getTime() - 1).toISOString(),
  });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query.set(name, value);
  return `${path}?${query.toString()}`;
}
