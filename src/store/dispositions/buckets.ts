import { Conditions } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { countConditions, rowConditions, type CountableFilters } from './countable-filters.ts';

/** A half-open interval of creation times, [`startMs`, `endMs`), in Unix ms. */
export interface Interval {
  /** -Infinity for the first bucket. */
  readonly startMs: number;
  /** Infinity for the newest bucket. */
  readonly endMs: number;
}

export interface Bucket extends Interval {
  /** Start of its range. */
  readonly rangeStartMs: number;
}

/** A bucket, a range, or a part of a bucket. */
export interface Segment extends Interval {
  /** As stored: `span` is a bucket or a part of it, `era` a range. */
  readonly level: 'span' | 'era';
  /** Start of the bucket or range under which its counts are stored. */
  readonly countedAtMs: number;
}

export interface CountedSegment extends Segment {
  readonly count: number;
}

const starts: Statement = {
  name: 'list_disposition_buckets',
  text: `select (extract(epoch from starts_at) * 1000)::float8 as "startMs",
      (extract(epoch from era_at) * 1000)::float8 as "rangeStartMs"
    from disposition_spans where workspace_id = $1 order by starts_at desc`,
};

/** Returns the buckets of a workspace, newest first. */
export async function findBuckets(db: Queryable, workspaceId: string): Promise<Bucket[]> {
  const rows = await db.rows<Omit<Bucket, 'endMs'>>(starts, [workspaceId]);
  rows.push({ startMs: -Infinity, rangeStartMs: -Infinity });
  return rows.map((row, index) => ({ ...row, endMs: index === 0 ? Infinity : rows[index - 1]!.startMs }));
}

export const asSegment = ({ startMs, endMs }: Interval): Segment => ({
  startMs,
  endMs,
  level: 'span',
  countedAtMs: startMs,
});

/**
 * Replaces the buckets of a range by the range if `buckets` includes all of them. `all` has every bucket of the workspace. Both lists are
 * newest first.
 */
export function mergeIntoRanges(buckets: readonly Bucket[], all: readonly Bucket[]): Segment[] {
  const sizes = Map.groupBy(all, ({ rangeStartMs }) => rangeStartMs);
  return [...Map.groupBy(buckets, ({ rangeStartMs }) => rangeStartMs)].flatMap(([rangeStartMs, part]) =>
    part.length > 1 && part.length === sizes.get(rangeStartMs)?.length
      ? [{ startMs: rangeStartMs, endMs: part[0]!.endMs, level: 'era' as const, countedAtMs: rangeStartMs }]
      : part.map(asSegment),
  );
}

/** Returns the buckets of a range, and any other segment as it is. */
export const splitSegment = (segment: Segment, all: readonly Bucket[]): Segment[] =>
  segment.level === 'span'
    ? [segment]
    : all.filter(({ rangeStartMs }) => rangeStartMs === segment.countedAtMs).map(asSegment);

/** Counts all rows that match the filters. */
export async function countAll(db: Queryable, filters: CountableFilters): Promise<number> {
  const values = new Conditions();
  const counts = countConditions(filters, values.part()).add("level = 'all' and span_at = ?", 'infinity');
  const deltas = rowConditions(filters, values.part());
  const text = `select (coalesce((select sum(count) from disposition_counts where ${counts.toString()}), 0)
    + coalesce((select sum(change) from disposition_changes where ${deltas.toString()}), 0))::float8 as total`;
  const row = await db.row<{ total: number }>({ text }, values.values);
  return row!.total;
}

/** Counts the rows of each segment that match the filters, newest first. Empty segments are omitted. */
export async function countSegments(
  db: Queryable,
  filters: CountableFilters,
  segments: readonly Segment[],
): Promise<CountedSegment[]> {
  if (segments.length === 0) return [];
  const values = new Conditions();
  const ofLevel = (level: Segment['level']): string => {
    const instants = segments
      .filter((segment) => segment.level === level)
      .map(({ countedAtMs }) => pgInstant(countedAtMs));
    const counts = countConditions(filters, values.part())
      .add('level = ?', level)
      .add('span_at = any(?::timestamptz[])', instants);
    return `select level, span_at, count from disposition_counts where ${counts.toString()}`;
  };
  const parts = (['span', 'era'] as const)
    .filter((level) => segments.some((segment) => segment.level === level))
    .map(ofLevel);
  const deltas = rowConditions(filters, values.part());
  const text = `select level, (extract(epoch from span_at) * 1000)::float8 as "countedAtMs", sum(count)::float8 as count from (
      ${parts.join(' union all ')}
      union all
      select segment.level, segment.span_at, change
      from ${segmentTable(segments, values)} join disposition_changes
        on created_at >= segment.starts_at and created_at < segment.ends_at
      where ${deltas.toString()}) as part
    group by 1, 2 having sum(count) > 0`;
  const rows = await db.rows<{ level: string; countedAtMs: number; count: number }>({ text }, values.values);
  const counts = new Map(rows.map(({ level, countedAtMs, count }) => [`${level} ${countedAtMs}`, count]));
  return nonEmpty(
    segments.map((segment) => ({
      ...segment,
      count: counts.get(`${segment.level} ${segment.countedAtMs}`) ?? 0,
    })),
  );
}

/** Returns the segments that are not empty, newest first. */
export const nonEmpty = (segments: readonly CountedSegment[]): CountedSegment[] =>
  segments.filter(({ count }) => count > 0).sort((one, other) => other.startMs - one.startMs);

/** SQL for the segments as a table: bounds, level, and start of the bucket or range. */
export function segmentTable(segments: readonly Segment[], values: Conditions): string {
  const startsAt = values.parameter(segments.map(({ startMs }) => pgInstant(startMs)));
  const endsAt = values.parameter(segments.map(({ endMs }) => pgInstant(endMs)));
  const levels = values.parameter(segments.map(({ level }) => level));
  const countedAt = values.parameter(segments.map(({ countedAtMs }) => pgInstant(countedAtMs)));
  return `unnest(${startsAt}::timestamptz[], ${endsAt}::timestamptz[], ${levels}::text[], ${countedAt}::timestamptz[])
    as segment (starts_at, ends_at, level, span_at)`;
}

/**
 * Counts the rows of a part of a bucket that match the filters. Only the shorter part is counted row by row; the count of the longer part
 * is the difference to the count of the bucket.
 */
export async function countBucketPart(
  db: Queryable,
  filters: CountableFilters,
  bucket: Bucket,
  part: Interval,
): Promise<CountedSegment> {
  const segment: Segment = { ...part, level: 'span', countedAtMs: bucket.startMs };
  const rest = restOf(bucket, part);
  if (rest === undefined) return { ...segment, count: await countInterval(db, filters, part) };
  const [whole] = await countSegments(db, filters, [asSegment(bucket)]);
  return { ...segment, count: (whole?.count ?? 0) - (await countInterval(db, filters, rest)) };
}

/** Returns the rest of the bucket; undefined if it is longer than the part, unbounded, or in two parts. */
function restOf(bucket: Interval, { startMs, endMs }: Interval): Interval | undefined {
  const before = { startMs: bucket.startMs, endMs: startMs };
  const after = { startMs: endMs, endMs: bucket.endMs };
  const rest = before.startMs === before.endMs ? after : before;
  if (rest === before && after.startMs !== after.endMs) return undefined;
  return rest.endMs - rest.startMs < endMs - startMs ? rest : undefined;
}

async function countInterval(db: Queryable, filters: CountableFilters, interval: Interval): Promise<number> {
  const conditions = rowConditions(filters)
    .add('created_at >= ?', pgInstant(interval.startMs))
    .add('created_at < ?', pgInstant(interval.endMs));
  const text = `select count(*)::float8 as count from dispositions where ${conditions.toString()}`;
  const row = await db.row<{ count: number }>({ text }, conditions.values);
  return row!.count;
}

/** Formats an instant as a query parameter. */
export function pgInstant(atMs: number): string {
  if (Number.isFinite(atMs)) return new Date(atMs).toISOString();
  return atMs < 0 ? '-infinity' : 'infinity';
}
