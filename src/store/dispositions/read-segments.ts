import { Conditions, type ListCursor } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import type { SegmentChoice } from './choose-segments.ts';
import { countConditions, rowConditions, type CountableFilters } from './countable-filters.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { segmentTable } from './buckets.ts';

/** With at least this many segments, matching rows are rare, and are looked up by their combination instead of by a scan. */
const byCombinationFrom = 3;

export interface PageRead {
  readonly filters: CountableFilters;
  readonly choice: SegmentChoice;
  readonly take: number;
  readonly after?: ListCursor | undefined;
}

/** Reads the rows of a page, newest first, ties by id. */
export async function readSegments(db: Queryable, reading: PageRead): Promise<DispositionRow[]> {
  const { segments, skip } = reading.choice;
  if (segments.length === 0) return [];
  const values = new Conditions();
  const limit = values.parameter(skip + reading.take);
  const matching = rowConditions(reading.filters, values.part());
  const { after } = reading;
  if (after !== undefined)
    matching.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  const byCombination = segments.length >= byCombinationFrom || segments.some(({ level }) => level === 'era');
  const table = segmentTable(segments, values);
  const part = byCombination ? combinationTable(reading.filters, table, values) : table;
  const text = `select ${dispositionColumns} from (select row.* from ${part} cross join lateral (
      select * from dispositions
      where ${matching.toString()} and created_at >= segment.starts_at and created_at < segment.ends_at ${byCombination ? ofCombination : ''}
      order by created_at desc, id desc limit ${limit}) as row) as found
    order by created_at desc, id desc limit ${limit} offset ${values.parameter(skip)}`;
  return db.rows<DispositionRow>({ text }, values.values);
}

const ofCombination = `and disposition = segment.disposition and status = segment.status and attempt = segment.attempt`;

/**
 * SQL for a table of each segment with each combination of disposition, status and attempt in its bucket or range. A part of a bucket
 * may have no row of a combination, which costs one index lookup.
 */
function combinationTable(filters: CountableFilters, table: string, values: Conditions): string {
  const counts = countConditions(filters, values.part());
  const deltas = rowConditions(filters, values.part());
  return `(
      select segment.starts_at, segment.ends_at, combination.disposition, combination.status, combination.attempt
      from ${table} cross join lateral (
        select disposition, status, attempt from disposition_counts
        where ${counts.toString()} and level = segment.level and span_at = segment.span_at
        union
        select disposition, status, attempt from disposition_changes
        where ${deltas.toString()} and created_at >= segment.starts_at and created_at < segment.ends_at) as combination) as segment`;
}
