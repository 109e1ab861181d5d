import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { BatchJobRow } from './batch-jobs.ts';
import type { BatchKey } from './batches.ts';

/** The batches that call the rows of one file: the first one, and those that call its rows again. */
export interface BatchFamily {
  readonly batchIds: readonly string[];
  /** Those whose pending jobs will be called. */
  readonly openBatchIds: readonly string[];
  /** Creation time of the first batch. */
  readonly since: Date;
}

/** SQL: `older`: the batch $2 and the batches whose rows it calls again, to the first one. */
const olderBatches = `older as (
    select id, again_of from batches where workspace_id = $1 and id = $2
    union select batch.id, batch.again_of from batches batch join older on batch.id = older.again_of
      where batch.workspace_id = $1)`;

const lockFamilyStatement: Statement = {
  name: 'lock_batch_family',
  text: `with recursive ${olderBatches}
    select pg_advisory_xact_lock(hashtextextended(min(id), 7249005)) from older`,
};

const findFamilyStatement: Statement = {
  name: 'find_batch_family',
  text: `with recursive ${olderBatches}, family as (
      select id from older
      union select batch.id from batches batch join family on batch.again_of = family.id where batch.workspace_id = $1)
    select array_agg(id) as "batchIds", min(created_at) as since,
      coalesce(array_agg(id) filter (where status not in ('completed', 'cancelled', 'failed')), '{}') as "openBatchIds"
    from batches where workspace_id = $1 and id in (select id from family)`,
};

/** Waits until no other transaction calls rows of the family again. The statements after it see what that transaction has stored. */
export async function lockBatchFamily(tx: Queryable, { workspaceId, batchId }: BatchKey): Promise<void> {
  await tx.row(lockFamilyStatement, [workspaceId, batchId]);
}

export async function findBatchFamily(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<BatchFamily> {
  return (await db.row<BatchFamily>(findFamilyStatement, [workspaceId, batchId]))!;
}

/** Why a row is not called again. */
export type AgainExclusion = 'reached' | 'open' | 'suppressed';

export interface AgainRow extends Pick<
  BatchJobRow,
  'id' | 'rowNumber' | 'phoneNumber' | 'fromNumber' | 'customer' | 'dynamic' | 'overrides'
> {
  readonly exclusion: AgainExclusion | null;
}

/**
 * SQL condition of calls after which a person is not called again: in progress, answered by a person, or lost, so that it is unknown what
 * was said.
 */
const isContact = `(state <> 'ended' or end_reason = 'node_lost' or (answered_at is not null and end_reason <> 'voicemail'
  and coalesce(disposition, '') not in ('no_answer', 'busy', 'voicemail', 'failed', 'invalid_number')))`;

/** Looks up each number by index: its calls in both directions, its open jobs in the family, and its suppression. */
const listRowsStatement: Statement = {
  name: 'list_rows_to_call_again',
  text: `select id, row_number as "rowNumber", phone_number as "phoneNumber", from_number as "fromNumber", customer, dynamic,
      overrides, case
        when exists (select from suppressions
          where workspace_id = $1 and channel = 'voice' and address = phone_number) then 'suppressed'
        when exists (select from batch_jobs other
          where other.workspace_id = $1 and other.batch_id = any($4) and other.phone_number = batch_jobs.phone_number
            and (other.status in ('dialing', 'in_progress') or (other.status = 'pending' and other.batch_id = any($5)))) then 'open'
        when exists (select from calls
          where calls.workspace_id = $1 and to_number = phone_number and calls.id is distinct from call_id
            and (state <> 'ended' or calls.created_at >= $6) and ${isContact}) then 'reached'
        when exists (select from calls
          where calls.workspace_id = $1 and calls.from_number = phone_number and direction = 'inbound'
            and (state <> 'ended' or calls.created_at >= $6) and ${isContact}) then 'reached'
      end as exclusion
    from batch_jobs
    where workspace_id = $1 and batch_id = $2 and status in ('completed', 'failed') and outcome = any($3) and id > $7
    order by id limit $8`,
};

/** Jobs per read. */
const pageSize = 1000;

/** Yields the ended jobs with these outcomes, in the order of the file, in chunks. */
export async function* eachRowToCallAgain(
  db: Queryable,
  {
    workspaceId,
    batchId,
    outcomes,
    family,
  }: BatchKey & {
    readonly outcomes: readonly JobOutcome[];
    readonly family: BatchFamily;
  },
): AsyncGenerator<AgainRow[]> {
  const { batchIds, openBatchIds, since } = family;
  for (let after = ''; ;) {
    const rows = await db.rows<AgainRow>(listRowsStatement, [
      workspaceId,
      batchId,
      outcomes,
      batchIds,
      openBatchIds,
      since,
      after,
      pageSize,
    ]);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < pageSize || last === undefined) return;
    after = last.id;
  }
}

const findPredialSecretStatement: Statement = {
  name: 'find_predial_secret',
  text: `select predial_secret as secret from batches where workspace_id = $1 and id = $2`,
};

/** Returns the encrypted secret of the pre-dial checks; null if there is none. */
export async function findPredialSecret(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<string | null> {
  const row = await db.row<{ secret: string | null }>(findPredialSecretStatement, [workspaceId, batchId]);
  return row?.secret ?? null;
}
