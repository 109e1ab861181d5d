import type { Scope } from '../database.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { addNgramDeltas } from './digit-ngrams.ts';
import { countKeys, countRows, countBucketRows, everyLevel, everyScope, joinBucket } from './counting-sql.ts';
import { splitRanges } from './split-ranges.ts';

/** Advisory lock: only one process applies deltas at a time. The number is arbitrary. */
const applyLock = 7_249_010;

export interface BucketSizes {
  /** Target rows per bucket; a bucket splits at twice this size. Smaller buckets need more counts; in larger buckets, counting a part takes longer. */
  readonly bucketRows: number;
  /** Target buckets per range; a range splits at twice this size. */
  readonly rangeBuckets: number;
}

export const defaultSizes: BucketSizes = { bucketRows: 16_384, rangeBuckets: 24 };

const repeatableRead: Statement = { text: 'set transaction isolation level repeatable read' };
/** Keeps each statement below the statement timeout. Applying the deltas of an import of millions of rows takes minutes. */
const deltasPerStatement = 20_000;
const bucketsPerStatement = 2;
/** Enough memory to group counts without temporary files. */
const raiseWorkMem: Statement = { text: `set local work_mem = '64MB'` };
const lock: Statement = {
  name: 'lock_disposition_deltas',
  text: 'select pg_try_advisory_xact_lock($1) as locked',
};

interface BucketKey {
  readonly workspaceId: string;
  /** In PostgreSQL's text format; `-infinity` for the first bucket. */
  readonly startsAt: string;
}

const applyBatch: Statement = {
  name: 'apply_disposition_deltas',
  text: `with taken as (
      delete from disposition_changes
      where ctid = any(array(select ctid from disposition_changes limit $1)) returning *),
    placed as (
      select taken.*, coalesce(bucket.starts_at, '-infinity') as starts_at, coalesce(bucket.era_at, '-infinity') as era_at
      from taken ${joinBucket('taken')}),
    grown as (
      insert into disposition_counts (${countKeys}, count) ${countRows('select * from placed', everyLevel)}
      on conflict (${countKeys}) do update set count = disposition_counts.count + excluded.count),
    ngrams as (${addNgramDeltas('taken')})
    select workspace_id as "workspaceId", starts_at::text as "startsAt", count(*)::float8 as deltas
    from placed group by workspace_id, starts_at`,
};

const findLarge: Statement = {
  name: 'find_large_disposition_buckets',
  text: `select workspace_id as "workspaceId", span_at::text as "startsAt",
      (select coalesce(min(starts_at), 'infinity') from disposition_spans bucket
        where bucket.workspace_id = counted.workspace_id and bucket.starts_at > counted.span_at)::text as "endsAt"
    from disposition_counts counted
    where scope = 'workspace' and level = 'span' and (workspace_id, span_at) in (select * from unnest($1::text[], $2::timestamptz[]))
    group by workspace_id, span_at having sum(count) > $3`,
};

interface LargeBucket extends BucketKey {
  /** `infinity` for the last bucket. */
  readonly endsAt: string;
}

const rowsOfBucket = `workspace_id = $1 and created_at >= $2::timestamptz and created_at < $3::timestamptz`;

/** Splits a bucket. Rows of one instant remain in one bucket, and the new buckets remain in the range of the old one. */
const insertBounds: Statement = {
  name: 'insert_disposition_bounds',
  text: `with added as (
      insert into disposition_spans (workspace_id, starts_at, era_at)
      select distinct workspace_id, created_at, coalesce(
        (select era_at from disposition_spans where workspace_id = $1 and starts_at = $2::timestamptz), '-infinity')
      from (
        select workspace_id, created_at, row_number() over (order by created_at) as place
        from dispositions where ${rowsOfBucket}) as row
      where place % $4 = 0 on conflict do nothing returning starts_at)
    select starts_at::text as "startsAt" from added order by starts_at`,
};

const deleteCounts: Statement = {
  name: 'delete_disposition_bucket_counts',
  text: `delete from disposition_counts
    where workspace_id = $1 and ${everyScope} and level = 'span' and span_at >= $2::timestamptz and span_at < $3::timestamptz`,
};

const recount: Statement = {
  name: 'recount_disposition_buckets',
  text: `insert into disposition_counts (${countKeys}, count) ${countBucketRows}`,
};

/**
 * Applies pending deltas to the counts, and splits large buckets. Reads all rows in one snapshot: a delta and its row were written in
 * one transaction, so counts plus pending deltas always equal the rows. Returns false if another process is applying deltas.
 */
export function applyDispositionDeltas(system: Scope, sizes: BucketSizes = defaultSizes): Promise<boolean> {
  return system.transaction(async (tx) => {
    if (!(await beginApply(tx))) return false;
    await applyWithin(tx, sizes);
    return true;
  });
}

/** Starts the snapshot and acquires the lock. Must be the first call of its transaction. Returns false if another process has the lock. */
export async function beginApply(tx: Queryable): Promise<boolean> {
  await tx.write(repeatableRead);
  await tx.write(raiseWorkMem);
  const row = await tx.row<{ locked: boolean }>(lock, [applyLock]);
  return row!.locked;
}

/** Applies all deltas of this snapshot, and splits buckets and ranges that became too large. */
export async function applyWithin(
  tx: Queryable,
  { bucketRows, rangeBuckets }: BucketSizes = defaultSizes,
): Promise<void> {
  const changed = await applyAll(tx);
  const keys = [changed.map(({ workspaceId }) => workspaceId), changed.map(({ startsAt }) => startsAt)];
  const split = new Set<string>();
  for (const bucket of await tx.rows<LargeBucket>(findLarge, [...keys, 2 * bucketRows]))
    if (await splitBucket(tx, bucket, bucketRows)) split.add(bucket.workspaceId);
  for (const workspaceId of split) await splitRanges(tx, workspaceId, rangeBuckets);
}

/** Applies all deltas of this snapshot. Returns the buckets that changed. */
async function applyAll(tx: Queryable): Promise<BucketKey[]> {
  const changed = new Map<string, BucketKey>();
  let applied: number;
  do {
    const part = await tx.rows<BucketKey & { deltas: number }>(applyBatch, [deltasPerStatement]);
    for (const bucket of part) changed.set(`${bucket.workspaceId} ${bucket.startsAt}`, bucket);
    applied = part.reduce((sum, { deltas }) => sum + deltas, 0);
  } while (applied === deltasPerStatement);
  return [...changed.values()];
}

/** Splits a bucket. Returns false if all its rows have the same creation time. */
async function splitBucket(
  tx: Queryable,
  { workspaceId, startsAt, endsAt }: LargeBucket,
  bucketRows: number,
): Promise<boolean> {
  const added = await tx.rows<BucketKey>(insertBounds, [workspaceId, startsAt, endsAt, bucketRows]);
  if (added.length === 0) return false;
  await tx.execute(deleteCounts, [workspaceId, startsAt, endsAt]);
  const bounds = [startsAt, ...added.map((bucket) => bucket.startsAt), endsAt];
  for (const { starts, end } of groupBuckets(bounds)) await tx.execute(recount, [workspaceId, starts, end]);
  return true;
}

/** Consecutive buckets that one statement recounts. */
export interface BucketGroup {
  readonly starts: readonly string[];
  readonly end: string;
}

/** Groups consecutive buckets. `bounds` are the starts of the buckets, and the end of the last one. */
export function groupBuckets(bounds: readonly string[]): BucketGroup[] {
  const groups: BucketGroup[] = [];
  const starts = bounds.slice(0, -1);
  for (let first = 0; first < starts.length; first += bucketsPerStatement) {
    const after = Math.min(first + bucketsPerStatement, starts.length);
    groups.push({ starts: starts.slice(first, after), end: bounds[after]! });
  }
  return groups;
}
