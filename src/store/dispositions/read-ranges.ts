import { Conditions, type ListCursor } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import type { Choice } from './choose-ranges.ts';
import { countConditions, rowConditions, type KindFilters } from './disposition-kind.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { pieceTable } from './disposition-spans.ts';

/** In so many ranges and more each has few rows that pass: they are looked up by their kind, not searched for. */
const fewRowsFrom = 3;

export interface Reading {
  readonly filters: KindFilters;
  readonly choice: Choice;
  readonly take: number;
  readonly after?: ListCursor | undefined;
}

/** The rows of a page, newest first, ties by id. */
export async function readRanges(db: Queryable, reading: Reading): Promise<DispositionRow[]> {
  const { ranges, skip } = reading.choice;
  if (ranges.length === 0) return [];
  const values = new Conditions();
  const limit = values.parameter(skip + reading.take);
  const passing = rowConditions(reading.filters, values.part());
  const { after } = reading;
  if (after !== undefined)
    passing.addAll('(created_at, id) < (?::timestamptz, ?)', [after.createdAt, after.id]);
  const byKind = ranges.length >= fewRowsFrom || ranges.some(({ level }) => level === 'era');
  const pieces = pieceTable(ranges, values);
  const part = byKind ? kindParts(reading.filters, pieces, values) : pieces;
  const text = `select ${dispositionColumns} from (select row.* from ${part} cross join lateral (
      select * from dispositions
      where ${passing.toString()} and created_at >= piece.starts_at and created_at < piece.ends_at ${byKind ? ofKind : ''}
      order by created_at desc, id desc limit ${limit}) as row) as found
    order by created_at desc, id desc limit ${limit} offset ${values.parameter(skip)}`;
  return db.rows<DispositionRow>({ text }, values.values);
}

const ofKind = `and disposition = piece.disposition and status = piece.status and attempt = piece.attempt`;

/** Each piece once for every kind that its span or era has. A part of a span may have none of a kind, which costs one look. */
function kindParts(filters: KindFilters, pieces: string, values: Conditions): string {
  const counts = countConditions(filters, values.part());
  const changes = rowConditions(filters, values.part());
  return `(
      select piece.starts_at, piece.ends_at, kind.disposition, kind.status, kind.attempt
      from ${pieces} cross join lateral (
        select disposition, status, attempt from disposition_counts
        where ${counts.toString()} and level = piece.level and span_at = piece.span_at
        union
        select disposition, status, attempt from disposition_changes
        where ${changes.toString()} and created_at >= piece.starts_at and created_at < piece.ends_at) as kind) as piece`;
}
