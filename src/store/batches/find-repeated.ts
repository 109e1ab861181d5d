import { noRepeatedRows, type RepeatedRows } from '../../domain/batches/repeated-rows.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Out of reach of what an agent is given in a day; of more the newest are looked at. */
const batchesMax = 1000;
/** Smaller batches are read whole for each chunk of a file: looking up its 2,000 numbers in one takes as long as reading so many jobs. */
const probedFromJobs = 1000;

const recent: Statement = {
  name: 'find_recent_batches',
  text: `select id, status = 'cancelled' as "isCancelled", total as jobs from batches
    where workspace_id = $1 and agent_id = $2 and created_at >= $3
    order by created_at desc limit ${batchesMax}`,
};

const calls = `(status in ('dialing', 'in_progress', 'completed', 'failed') or (status = 'pending' and batch_id <> all($7)))`;

/**
 * Each number would be looked up in each batch, and a thousand batches of ten made that three seconds for each chunk. So the jobs of small
 * batches are hashed, in 15 ms for that thousand, and only large ones are looked into by their index: one descent, some 2 µs.
 */
const repeated: Statement = {
  name: 'find_repeated_numbers',
  text: `with callee as materialized (
      select number, row::integer as row from unnest($4::text[], $5::text[], $6::text[]) as sent(number, row, skip_reason)
      where skip_reason is null and not exists (select from suppressions
        where workspace_id = $1 and channel = 'voice' and address = number)
    ), in_small as materialized (
      select distinct phone_number, batch_id from batch_jobs where workspace_id = $1 and batch_id = any($2) and ${calls}
    ), again as (
      select row, batch_id from callee join in_small on phone_number = number
      union all
      select row, batch_id from callee cross join unnest($3::text[]) as large(id) cross join lateral (
        select batch_id from batch_jobs
        where workspace_id = $1 and batch_id = large.id and phone_number = number and ${calls} limit 1) as older
    ), of_batch as (
      select batch_id, count(*)::integer as rows from again group by batch_id
    )
    select count(distinct row)::integer as rows, coalesce((array_agg(distinct row order by row))[1:5], '{}') as "firstRows",
      (select coalesce(jsonb_object_agg(batch_id, rows), '{}') from of_batch) as "rowsOfBatch"
    from again`,
};

export interface RecentTerms {
  readonly workspaceId: string;
  readonly agentId: string;
  /** Started at this instant or later. */
  readonly since: Date;
}

export interface RecentBatch {
  readonly id: string;
  /** Its pending jobs call nobody. */
  readonly isCancelled: boolean;
  /** How many it has, whatever became of them. */
  readonly jobs: number;
}

/** The batches that the agent was given, the newest first. */
export function findRecentBatches(
  db: Queryable,
  { workspaceId, agentId, since }: RecentTerms,
): Promise<RecentBatch[]> {
  return db.rows<RecentBatch>(recent, [workspaceId, agentId, since]);
}

/** Some thousand rows of a file. */
export interface RowsOfFile {
  readonly workspaceId: string;
  readonly batches: readonly RecentBatch[];
  /** In E.164; as `TextArray` makes arrays. */
  readonly numbers: Uint8Array | null;
  /** Where each stands. */
  readonly rows: Uint8Array | readonly number[] | null;
  /** Why rows are not called at all, as `TextArray` makes arrays; null: each is. */
  readonly skipReasons: Uint8Array | null;
}

/** Which of them would be called though one of these batches calls their numbers, or has called them. */
export async function findRepeated(
  db: Queryable,
  { workspaceId, batches, numbers, rows, skipReasons }: RowsOfFile,
): Promise<RepeatedRows> {
  if (batches.length === 0) return noRepeatedRows;
  const idsOf = (wanted: (batch: RecentBatch) => boolean) => batches.filter(wanted).map(({ id }) => id);
  const small = idsOf(({ jobs }) => jobs < probedFromJobs);
  const large = idsOf(({ jobs }) => jobs >= probedFromJobs);
  const cancelled = idsOf(({ isCancelled }) => isCancelled);
  const values = [workspaceId, small, large, numbers, rows, skipReasons, cancelled];
  return (await db.row<RepeatedRows>(repeated, values))!;
}
