import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import type { FileChannel } from '../../domain/batches/header.ts';
import { erased } from '../../domain/erasure.ts';
import type { Queryable, Statement } from '../queryable.ts';
import type { BatchJobRow } from './batch-jobs.ts';
import type { BatchKey } from './batches.ts';
import { disableSort } from './list-batch-jobs.ts';
import { suppressedSql } from '../suppressions.ts';

/** The batches that call the rows of one file: the first one, and those that call its rows again. */
export interface BatchFamily {
  readonly batchIds: readonly string[];
  /** Those that have not ended. */
  readonly openBatchIds: readonly string[];
  /** Those that are neither the batch itself nor one of the batches whose rows it calls again. */
  readonly laterBatchIds: readonly string[];
  /** Batches of the workspace outside the family that have open jobs. */
  readonly otherBatchIds: readonly string[];
  /** Creation time of the first batch. */
  readonly since: Date;
}

/** SQL: `older`: the batch $2 and the batches whose rows it calls again, to the first one. */
const olderBatches = `older as (
    select id, again_of from batches where workspace_id = $1 and id = $2
    union select batch.id, batch.again_of from batches batch join older on batch.id = older.again_of
      where batch.workspace_id = $1)`;

/** The key is the first batch: all batches of the family have it in common, whatever the order of their ids. */
const lockFamilyStatement: Statement = {
  name: 'lock_batch_family',
  text: `with recursive ${olderBatches}
    select pg_try_advisory_xact_lock(hashtextextended(min(id) filter (where again_of is null), 7249005)) as locked from older`,
};

const findFamilyStatement: Statement = {
  name: 'find_batch_family',
  text: `with recursive ${olderBatches}, family as (
      select id from older
      union select batch.id from batches batch join family on batch.again_of = family.id where batch.workspace_id = $1)
    select array_agg(id) as "batchIds", min(created_at) as since,
      coalesce(array_agg(id) filter (where status not in ('completed', 'cancelled', 'failed')), '{}') as "openBatchIds",
      coalesce(array_agg(id) filter (where id not in (select id from older)), '{}') as "laterBatchIds",
      array(select id from batches where workspace_id = $1 and status in ('scheduled', 'running', 'paused')
        and pending + dialing + in_progress > 0 and id not in (select id from family)) as "otherBatchIds"
    from batches where workspace_id = $1 and id in (select id from family)`,
};

/**
 * Locks the family until the transaction ends. Returns false if another transaction calls rows of the family again. The statements
 * after it see what an earlier transaction has stored.
 */
export async function lockBatchFamily(tx: Queryable, { workspaceId, batchId }: BatchKey): Promise<boolean> {
  return (await tx.row<{ locked: boolean }>(lockFamilyStatement, [workspaceId, batchId]))!.locked;
}

export async function findBatchFamily(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<BatchFamily> {
  return (await db.row<BatchFamily>(findFamilyStatement, [workspaceId, batchId]))!;
}

/** Why the person of a row is not contacted again. */
export type AgainExclusion = 'reached' | 'open' | 'called' | 'suppressed' | 'wrong_number';

export interface AgainRow extends Pick<
  BatchJobRow,
  'id' | 'rowNumber' | 'phoneNumber' | 'fromNumber' | 'customer' | 'dynamic' | 'overrides'
> {
  readonly exclusion: AgainExclusion | null;
}

/**
 * SQL condition of calls after which a person is not called again: in progress, answered by a person, or lost, so that it is unknown what
 * was said. The last call of the row itself counts by its outcome.
 */
const isContact = `calls.id is distinct from call_id
  and (state <> 'ended' or end_reason = 'node_lost' or (answered_at is not null and end_reason <> 'voicemail'
    and coalesce(disposition, '') not in ('no_answer', 'busy', 'voicemail', 'failed', 'invalid_number')))`;

/** SQL condition of calls that a provider or the carrier interrupted after the customer had spoken. */
const isInterruptedConversation = `answered_at is not null and end_reason in ('provider_error', 'media_timeout', 'carrier_error')
  and exists (select from transcript_entries
    where workspace_id = $1 and transcript_entries.call_id = calls.id and role = 'customer' and content <> '[unintelligible]')`;

/** SQL condition of calls that reached the number. Calls before the first batch do not count unless they are active. */
const isReached = `(state <> 'ended' or calls.created_at >= $8) and ((${isContact}) or ($9::boolean and ${isInterruptedConversation}))`;

/** SQL: the disposition of the last call of the row itself. */
const lastDisposition = `(select disposition from calls last where last.workspace_id = $1 and last.id = call_id)`;

/**
 * Looks up each number by index: its calls in both directions, its jobs in the family and in other open batches, its callback, and its
 * suppression. A job with an outcome that is pending in an ended batch waited for a retry, which is not made. In later batches that have
 * ended, jobs count that were called. `offset 0` keeps PostgreSQL from hashing all jobs of these batches for each page.
 */
const listRowsStatement: Statement = {
  name: 'list_rows_to_call_again',
  text: `select id, row_number as "rowNumber", phone_number as "phoneNumber", from_number as "fromNumber", customer, dynamic,
      overrides, case
        when ${suppressedSql('$12', 'phone_number')} or ${lastDisposition} = 'do_not_call' then 'suppressed'
        when ${lastDisposition} = 'wrong_number' then 'wrong_number'
        when exists (select from batch_jobs other
          where other.workspace_id = $1 and other.batch_id = any($4::text[] || $7::text[]) and other.phone_number = batch_jobs.phone_number
            and (other.status in ('dialing', 'in_progress') or other.batch_id = any($5)
              or (other.status = 'pending' and other.batch_id = any($7))) offset 0) then 'open'
        when exists (select from dispositions
          where workspace_id = $1 and dispositions.phone_number = batch_jobs.phone_number and status = 'pending') then 'open'
        when exists (select from calls
          where calls.workspace_id = $1 and to_number = phone_number and ${isReached}) then 'reached'
        when exists (select from calls
          where calls.workspace_id = $1 and calls.from_number = phone_number and direction = 'inbound' and ${isReached}) then 'reached'
        when exists (select from batch_jobs other
          where other.workspace_id = $1 and other.batch_id = any($6) and other.phone_number = batch_jobs.phone_number
            and other.attempt > 0 offset 0) then 'called'
      end as exclusion
    from batch_jobs
    where workspace_id = $1 and batch_id = $2 and status = any($13)
      and outcome = any($3) and id > $10 and phone_number <> '${erased}'
    order by id limit $11`,
};

/** Jobs per read. */
const pageSize = 1000;

export interface RowsToCallAgainQuery extends BatchKey {
  /** As stored before the new batch. */
  readonly family: BatchFamily;
  readonly outcomes: readonly JobOutcome[];
  /** Whether a conversation that a provider interrupted counts as reached. */
  readonly countsConversations: boolean;
  /** How the people are contacted, which decides about suppressions. */
  readonly channel: Exclude<FileChannel, 'email'>;
}

/** Statuses of jobs of an ended batch whose outcome counts. A pending one waited for a retry, which is not made. */
const endedJobStatuses = ['pending', 'completed', 'failed', 'cancelled'];
const runningJobStatuses = ['completed', 'failed', 'cancelled'];

/** Yields the jobs of a batch with these outcomes, in the order of the file, in chunks. Jobs of an open batch that wait for a retry are omitted. */
export async function* eachRowToCallAgain(
  tx: Queryable,
  { workspaceId, batchId, family, outcomes, countsConversations, channel }: RowsToCallAgainQuery,
): AsyncGenerator<AgainRow[]> {
  const { batchIds, laterBatchIds, since } = family;
  const isOpen = family.openBatchIds.includes(batchId);
  const openBatchIds = family.openBatchIds.filter((id) => id !== batchId);
  const otherBatchIds = [...family.otherBatchIds, ...(isOpen ? [batchId] : [])];
  await tx.write(disableSort);
  for (let after = ''; ;) {
    const rows = await tx.rows<AgainRow>(listRowsStatement, [
      workspaceId,
      batchId,
      outcomes,
      batchIds,
      openBatchIds,
      laterBatchIds,
      otherBatchIds,
      since,
      countsConversations,
      after,
      pageSize,
      channel,
      isOpen ? runningJobStatuses : endedJobStatuses,
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
