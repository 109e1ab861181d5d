import type { Scope } from '../database.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { growFragments } from './count-fragments.ts';
import { countKeys, countRows, countSpanRows, everyLevel, everyScope, joinSpan } from './count-rows.ts';
import { divideEras } from './divide-eras.ts';

/** Two folders at once would meet at the same rows; the number is arbitrary and Parley's own. */
const foldLock = 7_249_010;
export interface SpanSizes {
  /** At twice as many rows a span is divided. Smaller spans make more counts, larger ones longer edges. */
  readonly spanRows: number;
  /** At twice as many spans an era is divided. */
  readonly eraSpans: number;
}

export const usualSizes: SpanSizes = { spanRows: 16_384, eraSpans: 24 };

const steady: Statement = { text: 'set transaction isolation level repeatable read' };
/** Each statement ends in time, though the first fold of millions, after an import say, takes minutes. */
const changesAtOnce = 20_000;
const spansAtOnce = 2;
/** Counts are grouped in memory. */
const roomy: Statement = { text: `set local work_mem = '64MB'` };
const lock: Statement = { name: 'lock_fold', text: 'select pg_try_advisory_xact_lock($1) as locked' };

interface SpanName {
  readonly workspaceId: string;
  /** As PostgreSQL writes it; `-infinity` for the first. */
  readonly startsAt: string;
}

const fold: Statement = {
  name: 'fold_dispositions',
  text: `with taken as (
      delete from disposition_changes
      where ctid = any(array(select ctid from disposition_changes limit $1)) returning *),
    placed as (
      select taken.*, coalesce(span.starts_at, '-infinity') as starts_at, coalesce(span.era_at, '-infinity') as era_at
      from taken ${joinSpan('taken')}),
    grown as (
      insert into disposition_counts (${countKeys}, count) ${countRows('select * from placed', everyLevel)}
      on conflict (${countKeys}) do update set count = disposition_counts.count + excluded.count),
    fragments as (${growFragments('taken')})
    select workspace_id as "workspaceId", starts_at::text as "startsAt", count(*)::float8 as changes
    from placed group by workspace_id, starts_at`,
};

const findLarge: Statement = {
  name: 'find_large_disposition_spans',
  text: `select workspace_id as "workspaceId", span_at::text as "startsAt",
      (select coalesce(min(starts_at), 'infinity') from disposition_spans span
        where span.workspace_id = counted.workspace_id and span.starts_at > counted.span_at)::text as "endsAt"
    from disposition_counts counted
    where scope = 'workspace' and level = 'span' and (workspace_id, span_at) in (select * from unnest($1::text[], $2::timestamptz[]))
    group by workspace_id, span_at having sum(count) > $3`,
};

interface Span extends SpanName {
  /** `infinity` for the last. */
  readonly endsAt: string;
}

const rowsOfSpan = `workspace_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz`;

/** Rows of one moment stay together. The parts stay in the era of the whole. */
const divide: Statement = {
  name: 'divide_disposition_span',
  text: `with added as (
      insert into disposition_spans (workspace_id, starts_at, era_at)
      select distinct workspace_id, created_at, coalesce(
        (select era_at from disposition_spans where workspace_id = $1 and starts_at = $2::timestamptz), '-infinity')
      from (
        select workspace_id, created_at, row_number() over (order by created_at) as place
        from dispositions where ${rowsOfSpan}) as row
      where place % $4 = 0 on conflict do nothing returning starts_at)
    select starts_at::text as "startsAt" from added order by starts_at`,
};

const forget: Statement = {
  name: 'forget_disposition_span',
  text: `delete from disposition_counts
    where workspace_id = $1 and ${everyScope} and level = 'span' and span_at >= $2::timestamptz and span_at < $3::timestamptz`,
};

const recount: Statement = {
  name: 'recount_disposition_spans',
  text: `insert into disposition_counts (${countKeys}, count) ${countSpanRows}`,
};

/**
 * Adds to the counts what has changed since the last time, and divides spans that have grown. All of it reads one snapshot:
 * changes and the rows that they tell of were written in one transaction, so that counts and the changes that are left over
 * always add up to the rows. False where another process is at it.
 */
export function foldDispositions(system: Scope, sizes: SpanSizes = usualSizes): Promise<boolean> {
  return system.transaction(async (tx) => {
    if (!(await beginFold(tx))) return false;
    await foldWithin(tx, sizes);
    return true;
  });
}

/** First in its transaction: takes the snapshot, and the lock. */
export async function beginFold(tx: Queryable): Promise<boolean> {
  await tx.write(steady);
  await tx.write(roomy);
  const row = await tx.row<{ locked: boolean }>(lock, [foldLock]);
  return row!.locked;
}

/** All that this snapshot has; until then counts and rows do not agree. */
export async function foldWithin(
  tx: Queryable,
  { spanRows, eraSpans }: SpanSizes = usualSizes,
): Promise<void> {
  const touched = await foldChanges(tx);
  const places = [touched.map(({ workspaceId }) => workspaceId), touched.map(({ startsAt }) => startsAt)];
  const divided = new Set<string>();
  for (const span of await tx.rows<Span>(findLarge, [...places, 2 * spanRows]))
    if (await divideSpan(tx, span, spanRows)) divided.add(span.workspaceId);
  for (const workspaceId of divided) await divideEras(tx, workspaceId, eraSpans);
}

/** The spans that changed. */
async function foldChanges(tx: Queryable): Promise<SpanName[]> {
  const touched = new Map<string, SpanName>();
  let taken: number;
  do {
    const part = await tx.rows<SpanName & { changes: number }>(fold, [changesAtOnce]);
    for (const span of part) touched.set(`${span.workspaceId} ${span.startsAt}`, span);
    taken = part.reduce((sum, { changes }) => sum + changes, 0);
  } while (taken === changesAtOnce);
  return [...touched.values()];
}

/** False where all of its rows are of one moment. */
async function divideSpan(
  tx: Queryable,
  { workspaceId, startsAt, endsAt }: Span,
  spanRows: number,
): Promise<boolean> {
  const added = await tx.rows<SpanName>(divide, [workspaceId, startsAt, endsAt, spanRows]);
  if (added.length === 0) return false;
  await tx.execute(forget, [workspaceId, startsAt, endsAt]);
  const bounds = [startsAt, ...added.map((span) => span.startsAt), endsAt];
  for (const { starts, end } of groupSpans(bounds)) await tx.execute(recount, [workspaceId, starts, end]);
  return true;
}

/** Some spans that follow one another. */
export interface SpanGroup {
  readonly starts: readonly string[];
  readonly end: string;
}

/** `bounds` are the moments at which spans begin, and the end of the last. */
export function groupSpans(bounds: readonly string[]): SpanGroup[] {
  const groups: SpanGroup[] = [];
  const starts = bounds.slice(0, -1);
  for (let first = 0; first < starts.length; first += spansAtOnce) {
    const after = Math.min(first + spansAtOnce, starts.length);
    groups.push({ starts: starts.slice(first, after), end: bounds[after]! });
  }
  return groups;
}
