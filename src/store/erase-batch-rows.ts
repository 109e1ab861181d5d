import { erased, type ErasureReport, type PersonAddress } from '../domain/erasure.ts';
import { completeBatch } from './batches/batches.ts';
import { hasAddress, hasCustomerEmail } from './person-tables.ts';
import type { Queryable, Statement } from './queryable.ts';

interface Person extends Pick<PersonAddress, 'address'> {
  readonly workspaceId: string;
}

interface BatchOfPerson extends Person {
  readonly batchId: string;
  readonly at: Date;
}

/** SQL condition of rows of a person, with the address in $2. A row whose call is active is erased after its end. */
const isErasable = `status not in ('dialing', 'in_progress')`;

const findBatchesStatement: Statement = {
  name: 'find_batches_of_person',
  text: `select id from batches where workspace_id = $1 and exists (
    select from batch_jobs where ${hasAddress('batch_jobs')} and batch_id = batches.id and ${isErasable}) limit $3`,
};

/** Returns the ids of batches with rows of the person that can be erased. */
export async function findBatchesOfPerson(
  db: Queryable,
  { workspaceId, address, limit }: Person & { readonly limit: number },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(findBatchesStatement, [workspaceId, address, limit]);
  return rows.map(({ id }) => id);
}

const lockBatchStatement: Statement = {
  name: 'lock_batch_to_erase',
  text: `select from batches where workspace_id = $1 and id = $2 for no key update`,
};

/** SQL: the changes that erase a row of a batch of calls, and of a batch of messages. */
const eraseJob = `phone_number = '${erased}', customer = '{}', dynamic = '{}', overrides = null, deferred_detail = null,
      deferred_by = null, detail = null`;
const eraseMessageRow = `recipient = '${erased}', customer = '{}', dynamic = '{}', detail = null`;

const eraseJobsStatement: Statement = {
  name: 'erase_batch_jobs',
  text: `update batch_jobs job set ${eraseJob},
      status = case when is_skipped then 'skipped' else status end, skip_reason = case when is_skipped then 'erased' else skip_reason end,
      ended_at = case when is_skipped then $4 else ended_at end, updated_at = $4
    from (
      select batch_jobs.id, batch_jobs.status = 'pending' and batches.status <> 'cancelled' as is_skipped
      from batch_jobs join batches on batches.id = batch_id
      where (${hasAddress('batch_jobs')} or ${hasCustomerEmail('batch_jobs', '$2')}) and batch_jobs.workspace_id = $1 and batch_id = $3
        and batch_jobs.${isErasable}) as row
    where job.workspace_id = $1 and job.batch_id = $3 and job.id = row.id`,
};

/** Erases the rows of the person in a batch. A row that was not called yet is skipped; the batch completes if it was the last one. */
export async function eraseBatchRows(
  tx: Queryable,
  { workspaceId, address, batchId, at }: BatchOfPerson,
): Promise<ErasureReport> {
  await tx.execute(lockBatchStatement, [workspaceId, batchId]);
  const batchRows = await tx.execute(eraseJobsStatement, [workspaceId, address, batchId, at]);
  await completeBatch(tx, { workspaceId, batchId, at });
  return { batchRows };
}

const findMessageBatchesStatement: Statement = {
  name: 'find_message_batches_of_person',
  text: `select distinct batch_id as id from batch_messages where ${hasAddress('batch_messages')} limit $3`,
};

/** Returns the ids of batches of messages with rows of the person. */
export async function findMessageBatchesOfPerson(
  db: Queryable,
  { workspaceId, address, limit }: Person & { readonly limit: number },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(findMessageBatchesStatement, [workspaceId, address, limit]);
  return rows.map(({ id }) => id);
}

const lockMessageBatchStatement: Statement = {
  name: 'lock_message_batch_to_erase',
  text: `select from message_batches where workspace_id = $1 and id = $2 for update`,
};

const eraseMessageRowsStatement: Statement = {
  name: 'erase_batch_messages',
  text: `update batch_messages set ${eraseMessageRow},
      skip_reason = case status when 'pending' then 'erased' else skip_reason end,
      status = case status when 'pending' then 'skipped' else status end, updated_at = $4
    where (${hasAddress('batch_messages')} or ${hasCustomerEmail('batch_messages', '$2')}) and workspace_id = $1 and batch_id = $3`,
};

/** Erases the rows of the person in a batch of messages. A row without a message is skipped. */
export async function eraseMessageBatchRows(
  tx: Queryable,
  { workspaceId, address, batchId, at }: BatchOfPerson,
): Promise<ErasureReport> {
  await tx.execute(lockMessageBatchStatement, [workspaceId, batchId]);
  return {
    messageBatchRows: await tx.execute(eraseMessageRowsStatement, [workspaceId, address, batchId, at]),
  };
}

/** The batches of a kind, their rows, and the changes that erase a row. */
const batchTables = {
  batchRows: { batches: 'batches', rows: 'batch_jobs', changes: eraseJob },
  messageBatchRows: { batches: 'message_batches', rows: 'batch_messages', changes: eraseMessageRow },
} as const;

interface DueRows {
  readonly workspaceId: string;
  /** Rows of batches that ended before are erased. */
  readonly before: Date;
  /** Rows per transaction. */
  readonly limit: number;
  readonly at: Date;
}

/**
 * Erases rows of ended batches, oldest batch first, in the order of their ids. The batch stores its last erased row, so that no row is read again.
 * Returns the number of rows; `limit` if there may be more.
 */
export async function eraseDueBatchRows(
  tx: Queryable,
  kind: keyof typeof batchTables,
  { workspaceId, before, limit, at }: DueRows,
): Promise<number> {
  const { batches, rows, changes } = batchTables[kind];
  const find = `select id, purged_to as "purgedTo" from ${batches}
    where workspace_id = $1 and ended_at is not null and ended_at < $2 and rows_purged_at is null
    order by ended_at limit 1 for no key update skip locked`;
  const erase = `with erased as (
      update ${rows} set ${changes}, updated_at = $5 where workspace_id = $1 and batch_id = $2 and id = any(array(
        select id from ${rows} where workspace_id = $1 and batch_id = $2 and id > $3 order by id limit $4))
      returning id)
    select count(*)::integer as count, max(id) as last from erased`;
  const record = `update ${batches} set purged_to = coalesce($3, purged_to), rows_purged_at = $4 where workspace_id = $1 and id = $2`;
  let count = 0;
  while (count < limit) {
    const batch = await tx.row<{ id: string; purgedTo: string }>({ text: find }, [workspaceId, before]);
    if (batch === undefined) break;
    const values = [workspaceId, batch.id, batch.purgedTo, limit - count, at];
    const step = (await tx.row<{ count: number; last: string | null }>({ text: erase }, values))!;
    count += step.count;
    const purgedAt = count < limit ? at : null;
    await tx.execute({ text: record }, [workspaceId, batch.id, step.last, purgedAt]);
  }
  return count;
}
