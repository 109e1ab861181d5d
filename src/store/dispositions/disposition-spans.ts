import { Conditions } from '../listing.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { spanStartOf } from './count-rows.ts';
import { countConditions, rowConditions, type KindFilters } from './disposition-kind.ts';

/** From `startMs` to before `endMs`, Unix ms. */
export interface Range {
  /** -Infinity: from the first row on. */
  readonly startMs: number;
  /** Infinity: to the last. */
  readonly endMs: number;
}

export interface CountedRange extends Range {
  readonly count: number;
}

const starts: Statement = {
  name: 'list_disposition_spans',
  text: `select (extract(epoch from starts_at) * 1000)::float8 as "startMs" from disposition_spans
    where workspace_id = $1 order by starts_at desc`,
};

/** The spans of a workspace, newest first. */
export async function findSpans(db: Queryable, workspaceId: string): Promise<Range[]> {
  const rows = await db.rows<{ startMs: number }>(starts, [workspaceId]);
  const bounds = [Infinity, ...rows.map(({ startMs }) => startMs), -Infinity];
  return bounds.slice(1).map((startMs, index) => ({ startMs, endMs: bounds[index]! }));
}

/** How many rows pass the filters, at whatever time. */
export async function countAll(db: Queryable, filters: KindFilters): Promise<number> {
  const values = new Conditions();
  const counts = countConditions(filters, values.part()).add('span_at = ?', 'infinity');
  const changes = rowConditions(filters, values.part());
  const text = `select (coalesce((select sum(count) from disposition_counts where ${counts.toString()}), 0)
    + coalesce((select sum(change) from disposition_changes where ${changes.toString()}), 0))::float8 as total`;
  const row = await db.row<{ total: number }>({ text }, values.values);
  return row!.total;
}

/** How many rows of each span pass the filters. `spans` follow one another, newest first; those without any are left out. */
export async function countSpans(
  db: Queryable,
  filters: KindFilters,
  spans: readonly Range[],
): Promise<CountedRange[]> {
  const range = outerRange(spans);
  if (range === undefined) return [];
  const values = new Conditions();
  const counts = countConditions(filters, values.part())
    .add('span_at >= ?', pgInstant(range.startMs))
    .add('span_at < ?', pgInstant(range.endMs));
  const changes = inRange(rowConditions(filters, values.part()), range);
  const text = `select (extract(epoch from span_at) * 1000)::float8 as "startMs", sum(count)::float8 as count from (
      select span_at, count from disposition_counts where ${counts.toString()}
      union all
      select ${spanStartOf('disposition_changes')}, change from disposition_changes where ${changes.toString()}) as part
    group by 1 having sum(count) > 0 order by 1 desc`;
  const rows = await db.rows<{ startMs: number; count: number }>({ text }, values.values);
  const endsMs = new Map(spans.map(({ startMs, endMs }) => [startMs, endMs]));
  return rows.map(({ startMs, count }) => ({ startMs, count, endMs: endsMs.get(startMs) ?? Infinity }));
}

/** How many rows of a part of a span pass the filters, counted one by one. */
export async function countRange(db: Queryable, filters: KindFilters, range: Range): Promise<CountedRange> {
  const conditions = inRange(rowConditions(filters), range);
  const text = `select count(*)::float8 as count from dispositions where ${conditions.toString()}`;
  const row = await db.row<{ count: number }>({ text }, conditions.values);
  return { ...range, count: row!.count };
}

export const inRange = (conditions: Conditions, { startMs, endMs }: Range): Conditions =>
  conditions.add('created_at >= ?', pgInstant(startMs)).add('created_at < ?', pgInstant(endMs));

/** An instant as a parameter. */
export function pgInstant(atMs: number): string {
  if (Number.isFinite(atMs)) return new Date(atMs).toISOString();
  return atMs < 0 ? '-infinity' : 'infinity';
}

function outerRange(spans: readonly Range[]): Range | undefined {
  const newest = spans[0];
  const oldest = spans.at(-1);
  return newest && oldest && { startMs: oldest.startMs, endMs: newest.endMs };
}
