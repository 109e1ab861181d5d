import { noRows, type CountedRows } from '../../domain/batches/row-tally.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** More than an agent is given in a day; of more the newest are looked at. */
const batchesMax = 20;

const recent: Statement = {
  name: 'find_recent_batches',
  text: `select id, status = 'cancelled' as "isCancelled" from batches where workspace_id = $1 and agent_id = $2 and created_at >= $3
    order by created_at desc limit ${batchesMax}`,
};

const repeated: Statement = {
  name: 'find_repeated_numbers',
  text: `select count(*)::integer as rows, coalesce((array_agg(row::integer order by row::integer))[1:5], '{}') as "firstRows"
    from unnest($3::text[], $4::text[], $5::text[]) as callee(number, row, skip_reason)
    where callee.skip_reason is null
      and exists (select from batch_jobs older
        where older.workspace_id = $1 and older.batch_id = any($2) and older.phone_number = callee.number
          and (older.status in ('dialing', 'in_progress', 'completed', 'failed')
            or (older.status = 'pending' and older.batch_id <> all($6))))
      and not exists (select from suppressions
        where workspace_id = $1 and channel = 'voice' and address = callee.number)`,
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
): Promise<CountedRows> {
  if (batches.length === 0) return noRows;
  const ids = batches.map(({ id }) => id);
  const cancelled = batches.filter(({ isCancelled }) => isCancelled).map(({ id }) => id);
  const values = [workspaceId, ids, numbers, rows, skipReasons, cancelled];
  return (await db.row<CountedRows>(repeated, values))!;
}
