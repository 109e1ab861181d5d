import { erased, type ErasureReport, type PersonAddress } from '../domain/erasure.ts';
import { completeBatch } from './batches/batches.ts';
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
    select from batch_jobs where workspace_id = $1 and batch_id = batches.id and phone_number = $2 and ${isErasable}) limit $3`,
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

const eraseJobsStatement: Statement = {
  name: 'erase_batch_jobs',
  text: `update batch_jobs job set phone_number = '${erased}', customer = '{}', dynamic = '{}', overrides = null, deferred_detail = null,
      deferred_by = null, detail = null,
      status = case when is_skipped then 'skipped' else status end, skip_reason = case when is_skipped then 'erased' else skip_reason end,
      ended_at = case when is_skipped then $4 else ended_at end, updated_at = $4
    from (
      select job.id, job.status = 'pending' and batches.status <> 'cancelled' as is_skipped
      from batch_jobs job join batches on batches.id = job.batch_id
      where job.workspace_id = $1 and job.batch_id = $3 and (phone_number = $2 or lower(customer ->> 'email') = $2)
        and job.${isErasable}) as row
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
  text: `select distinct batch_id as id from batch_messages where workspace_id = $1 and recipient = $2 limit $3`,
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
  text: `update batch_messages set recipient = '${erased}', customer = '{}', dynamic = '{}', detail = null,
      skip_reason = case status when 'pending' then 'erased' else skip_reason end,
      status = case status when 'pending' then 'skipped' else status end, updated_at = $4
    where workspace_id = $1 and batch_id = $3 and (recipient = $2 or lower(customer ->> 'email') = $2)`,
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
