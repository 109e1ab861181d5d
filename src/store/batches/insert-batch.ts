import { json, withoutNul, type Queryable, type Statement } from '../queryable.ts';
import { batchColumns, type BatchRow, type BatchTerms } from './batch-row.ts';

export type NewBatchRow = Pick<
  BatchRow,
  | 'id'
  | 'workspaceId'
  | 'name'
  | 'agentId'
  | 'fromNumbers'
  | 'defaultCountry'
  | 'window'
  | 'maxConcurrency'
  | 'callsPerSecond'
  | 'reservedConcurrency'
  | 'predialUrl'
  | 'retry'
  | 'metadata'
  | 'scheduledAt'
> &
  Partial<BatchTerms> & {
    readonly fileSha256: string;
    /** Id of the API key or the user. */
    readonly createdBy: string | null;
    /** Encrypted. */
    readonly predialSecret?: string | null;
    readonly at: Date;
  };

const statement: Statement = {
  name: 'insert_batch',
  text: `with agent as materialized (
      select id as locked_id from agents where workspace_id = $2 and id = $4 for key share
    )
    insert into batches (id, workspace_id, name, status, agent_id, from_numbers, default_country, calling_window,
      max_concurrency, calls_per_second, retry, metadata, scheduled_at, file_sha256, api_key_id, created_at, updated_at,
      reserved_concurrency, predial_url, purpose, consent, predial_secret)
    select $1, $2, $3, 'validating', locked_id, $5, $6, $7::jsonb, $8, $9, $10::jsonb, $11::jsonb, $12, $13, $14, $15, $15,
      $16, $17, $18, $19, $20 from agent
    returning ${batchColumns}`,
};

/**
 * Inserts a batch without jobs, in status `validating`, in the transaction that also inserts its jobs. Locks the agent
 * until the transaction ends. Returns undefined if the agent does not exist.
 */
export function insertBatch(tx: Queryable, batch: NewBatchRow): Promise<BatchRow | undefined> {
  return tx.row<BatchRow>(statement, [
    batch.id,
    batch.workspaceId,
    withoutNul(batch.name),
    batch.agentId,
    batch.fromNumbers,
    batch.defaultCountry,
    json(batch.window),
    batch.maxConcurrency,
    batch.callsPerSecond,
    json(batch.retry),
    json(batch.metadata),
    batch.scheduledAt,
    batch.fileSha256,
    batch.createdBy,
    batch.at,
    batch.reservedConcurrency,
    batch.predialUrl,
    batch.purpose,
    batch.consent ?? false,
    batch.predialSecret ?? null,
  ]);
}
