import { Conditions, type ListCursor } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import type { Choice } from './choose-ranges.ts';
import { spanStartOf } from './count-rows.ts';
import { countConditions, rowConditions, type KindFilters } from './disposition-kind.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';
import { pgInstant, type Range } from './disposition-spans.ts';

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
  const parts = ranges.length < fewRowsFrom ? wholeParts(ranges, values) : kindParts(reading, values);
  const text = `select ${dispositionColumns} from (select row.* from ${parts.from} cross join lateral (
      select * from dispositions
      where ${passing.toString()} and created_at >= part.starts_at and created_at < part.ends_at ${parts.condition}
      order by created_at desc, id desc limit ${limit}) as row) as found
    order by created_at desc, id desc limit ${limit} offset ${values.parameter(skip)}`;
  return db.rows<DispositionRow>({ text }, values.values);
}

interface Parts {
  readonly from: string;
  readonly condition: string;
}

function wholeParts(ranges: readonly Range[], values: Conditions): Parts {
  const starts = values.parameter(ranges.map(({ startMs }) => pgInstant(startMs)));
  const ends = values.parameter(ranges.map(({ endMs }) => pgInstant(endMs)));
  const from = `unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as part (starts_at, ends_at)`;
  return { from, condition: '' };
}

/** Each range once for every kind that its span has. A part of a span may have none of a kind, which costs one look. */
function kindParts({ filters, choice: { ranges } }: Reading, values: Conditions): Parts {
  const whole = wholeParts(ranges, values);
  const counts = countConditions(filters, values.part());
  const changes = rowConditions(filters, values.part());
  const from = `(
      with span as materialized (
        select part.*, coalesce((select span.starts_at from disposition_spans span
          where span.workspace_id = ${values.parameter(filters.workspaceId)} and span.starts_at <= part.starts_at
          order by span.starts_at desc limit 1), '-infinity') as span_at from ${whole.from})
      select span.starts_at, span.ends_at, kind.disposition, kind.status, kind.attempt
      from span join (
        select span_at, disposition, status, attempt from disposition_counts
        where ${counts.toString()} and span_at in (select span_at from span)
        union
        select ${spanStartOf('disposition_changes')}, disposition, status, attempt from disposition_changes
        where ${changes.toString()}
      ) as kind using (span_at)) as part`;
  const condition = `and disposition = part.disposition and status = part.status and attempt = part.attempt`;
  return { from, condition };
}
