import type { z } from 'zod';
import { newId } from '../../core/ids.ts';
import type { BatchCounts } from '../../domain/batches/batch-counts.ts';
import {
  type BatchStatus,
  batchStatuses,
  canBatchTransition,
  type WaitingReason,
} from '../../domain/batches/batch-state.ts';
import type { Retry } from '../../domain/batches/batch.ts';
import type { CallingWindow } from '../../domain/calling-hours/calling-window.ts';
import type { Purpose } from '../../domain/calling-hours/purpose.ts';
import type { FlowDefinition } from '../../domain/flow/flow.ts';
import { Conditions, containsPattern, listPage, type ListPage, type ListWindow } from '../listing.ts';
import { json, type Queryable, type Statement, withoutNul } from '../queryable.ts';

/** Purpose and consent of the calls of a batch. */
export interface BatchTerms {
  /** Null: the agent's purpose. */
  readonly purpose: Purpose | null;
  readonly consent: boolean;
}

export interface BatchRow extends BatchCounts, BatchTerms {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly status: BatchStatus;
  readonly statusDetail: string | null;
  readonly waitingFor: WaitingReason;
  readonly agentId: string;
  /** The batch whose rows this one calls again. */
  readonly againOf: string | null;
  /** Whether a test key started the batch. */
  readonly testOnly: boolean;
  readonly fromNumbers: readonly string[];
  readonly defaultCountry: string | null;
  readonly window: CallingWindow | null;
  readonly maxConcurrency: number | null;
  readonly reservedConcurrency: number | null;
  readonly callsPerSecond: number;
  readonly predialUrl: string | null;
  readonly retry: Retry;
  readonly metadata: Record<string, z.core.util.JSONType>;
  /** Names of the columns that hold variables. */
  readonly variables: readonly string[];
  readonly scheduledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
}

export const batchColumns = `id, workspace_id as "workspaceId", name, status, status_detail as "statusDetail",
  waiting_for as "waitingFor", agent_id as "agentId", from_numbers as "fromNumbers", default_country as "defaultCountry",
  calling_window as "window", max_concurrency as "maxConcurrency", calls_per_second as "callsPerSecond",
  reserved_concurrency as "reservedConcurrency", again_of as "againOf", test_only as "testOnly", predial_url as "predialUrl", purpose, consent, retry, metadata, variables,
  total, pending, dialing, in_progress as "inProgress", completed, failed, skipped, cancelled, connected,
  scheduled_at as "scheduledAt", created_at as "createdAt", updated_at as "updatedAt", started_at as "startedAt",
  ended_at as "endedAt"`;

export interface BatchKey {
  readonly workspaceId: string;
  readonly batchId: string;
}

/**
 * Channel of notifications to the nodes that claim or dial calls of batches. The payload is the id of a batch and a
 * `BatchNews`, separated by a space, or `*` and the id of a workspace in which a concurrency slot was released that a batch
 * waits for. Triggers send the changes of status and the released slots.
 */
export const batchesChannel = 'parley_batches';

/** The new status of a batch, `call-ended` after a call of the batch, or `calls-released` if claimed calls were released. */
export type BatchNews = BatchStatus | 'call-ended' | 'calls-released';

const notifyDialersStatement: Statement = { name: 'notify_dialers', text: `select pg_notify($1, $2)` };

/** Notifies the nodes that claim calls of batches. In a transaction, they are notified after its commit. */
export function notifyDialers(db: Queryable, batchId: string, news: BatchNews): Promise<void> {
  return db.write(notifyDialersStatement, [batchesChannel, `${batchId} ${news}`]);
}

const findBatchStatement: Statement = {
  name: 'find_batch',
  text: `select ${batchColumns} from batches where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findBatch(db: Queryable, { workspaceId, batchId }: BatchKey): Promise<BatchRow | undefined> {
  return db.row<BatchRow>(findBatchStatement, [workspaceId, batchId]);
}

export interface BatchFilters {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly status?: string | undefined;
  /** Text anywhere in the name, ignoring case. */
  readonly search?: string | undefined;
}

export function listBatches(db: Queryable, filters: BatchFilters & ListWindow): Promise<ListPage<BatchRow>> {
  const conditions = new Conditions()
    .add('workspace_id = ?', filters.workspaceId)
    .add('agent_id = ?', filters.agentId)
    .add('status = ?', filters.status)
    .add('name ilike ?', containsPattern(filters.search));
  return listPage(db, { table: 'batches', columns: batchColumns, conditions }, filters);
}

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
    readonly againOf?: string | null;
    /** Defaults to false. */
    readonly testOnly?: boolean;
    /** Encrypted. */
    readonly predialSecret?: string | null;
    readonly at: Date;
  };

const insertBatchStatement: Statement = {
  name: 'insert_batch',
  text: `with agent as materialized (
      select id as locked_id from agents where workspace_id = $2 and id = $4 for key share
    )
    insert into batches (id, workspace_id, name, status, agent_id, from_numbers, default_country, calling_window,
      max_concurrency, calls_per_second, retry, metadata, scheduled_at, file_sha256, api_key_id, created_at, updated_at,
      reserved_concurrency, predial_url, purpose, consent, predial_secret, again_of, test_only)
    select $1, $2, $3, 'validating', locked_id, $5, $6, $7::jsonb, $8, $9, $10::jsonb, $11::jsonb, $12, $13, $14, $15, $15,
      $16, $17, $18, $19, $20, $21, $22 from agent
    returning ${batchColumns}`,
};

/**
 * Inserts a batch without jobs, in status `validating`, in the transaction that also inserts its jobs. Locks the agent
 * until the transaction ends. Returns undefined if the agent does not exist.
 */
export function insertBatch(tx: Queryable, batch: NewBatchRow): Promise<BatchRow | undefined> {
  return tx.row<BatchRow>(insertBatchStatement, [
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
    batch.againOf ?? null,
    batch.testOnly ?? false,
  ]);
}

const openBatchStatement: Statement = {
  name: 'open_batch',
  text: `update batches set status = 'scheduled', variables = $3, numbers_digest = $5, updated_at = $4
    where workspace_id = $1 and id = $2 and status = 'validating' returning ${batchColumns}`,
};

/** Sets a batch to `scheduled` after all its jobs were inserted. Its calls may then be dialed. */
export async function openBatch(
  tx: Queryable,
  {
    workspaceId,
    batchId,
    variables,
    numbersDigest,
    at,
  }: BatchKey & {
    readonly variables: readonly string[];
    readonly numbersDigest: string;
    readonly at: Date;
  },
): Promise<BatchRow> {
  return (await tx.row<BatchRow>(openBatchStatement, [workspaceId, batchId, variables, at, numbersDigest]))!;
}

export interface BatchStatusChange extends BatchKey {
  readonly to: BatchStatus;
  /** Reason, as shown to users. */
  readonly detail?: string | undefined;
  readonly at: Date;
}

const changeBatchStatusStatement: Statement = {
  name: 'change_batch_status',
  text: `update batches set status = $3, status_detail = $4, waiting_for = 'none', updated_at = $5,
      recent_calls = case when $3 in ('scheduled', 'running') then 0 else recent_calls end,
      recent_failures = case when $3 in ('scheduled', 'running') then 0 else recent_failures end,
      started_at = case when $3 = 'running' then coalesce(started_at, $5) else started_at end,
      ended_at = case when $3 in ('completed', 'cancelled', 'failed') then $5::timestamptz end
    where workspace_id = $1 and id = $2 and status = any($6) returning ${batchColumns}`,
};

/**
 * Changes the status of a batch. Returns undefined if the batch does not exist or the transition is not allowed.
 * Cancelling a batch cancels its pending jobs at once.
 */
export function changeBatchStatus(
  db: Queryable,
  { workspaceId, batchId, to, detail, at }: BatchStatusChange,
): Promise<BatchRow | undefined> {
  const from = batchStatuses.filter((status) => canBatchTransition(status, to));
  return db.row<BatchRow>(changeBatchStatusStatement, [workspaceId, batchId, to, detail, at, from]);
}

const completeBatchStatement: Statement = {
  name: 'complete_batch',
  text: `with batch as (
      update batches set status = 'completed', status_detail = null, waiting_for = 'none', updated_at = $3, ended_at = $3
      where workspace_id = $1 and id = $2 and status in ('running', 'paused') and pending + dialing + in_progress = 0
      returning *),
    outbox as (
      insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
      select $4, workspace_id, 'batch.completed', id, 2, jsonb_build_object('batchId', id, 'agentId', agent_id,
        'total', total, 'pending', pending, 'dialing', dialing, 'inProgress', in_progress, 'completed', completed,
        'failed', failed, 'skipped', skipped, 'cancelled', cancelled, 'connected', connected, 'sequence', 2), $3
      from batch)
    select ${batchColumns} from batch`,
  writesEvents: true,
};

/**
 * Completes a batch without open jobs and publishes `batch.completed`. Returns the batch, or undefined if it has open
 * jobs. Runs in the transaction that ends the last jobs, after the statement that ends them.
 */
export function completeBatch(
  tx: Queryable,
  { workspaceId, batchId, at }: BatchKey & { readonly at: Date },
): Promise<BatchRow | undefined> {
  return tx.row<BatchRow>(completeBatchStatement, [workspaceId, batchId, at, newId('event')]);
}

const findAgentBatchesStatement: Statement = {
  name: 'find_agent_batches',
  text: `select id from batches where workspace_id = $1 and agent_id = $2
      and status in ('validating', 'scheduled', 'running', 'paused') order by id limit 5`,
};

/** Returns the ids of open batches of the agent; at most five. */
export async function findAgentBatches(
  db: Queryable,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(findAgentBatchesStatement, [workspaceId, agentId]);
  return rows.map(({ id }) => id);
}

/** Reads only the first and the last call from an index. Their flow versions bound the range. */
const listCalledFlowsStatement: Statement = {
  name: 'list_called_flows',
  text: `with ends as (
      (select flow_id, flow_version from calls where workspace_id = $1 and batch_id = $2
        order by created_at desc, id desc limit 1)
      union all
      (select flow_id, flow_version from calls where workspace_id = $1 and batch_id = $2
        order by created_at, id limit 1)),
    versions as (select flow_id as id, min(flow_version) as first, max(flow_version) as last from ends group by flow_id)
    select definition from flow_versions join versions on flow_id = versions.id and version between first and last
    where workspace_id = $1 order by flow_id, version limit 100`,
};

/** Returns the flow versions from the version of the batch's first call to the version of its last call; at most 100. */
export async function listCalledFlows(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<FlowDefinition[]> {
  const rows = await db.rows<{ definition: FlowDefinition }>(listCalledFlowsStatement, [
    workspaceId,
    batchId,
  ]);
  return rows.map(({ definition }) => definition);
}

const listAnalyzedFieldsStatement: Statement = {
  name: 'list_analyzed_fields',
  text: `with first as (
      select agent_id, agent_version from calls where workspace_id = $1 and batch_id = $2 order by created_at, id limit 1)
    select jsonb_path_query_array(config, '$.analysis.fields[*].name') as names
    from agent_versions join first using (agent_id)
    where workspace_id = $1 and version >= agent_version order by version desc limit 100`,
};

/**
 * Returns the names of the fields that the agent of the batch extracts in analyses, since the version of the first call; those of the newest version first.
 * Returns none if the agent was deleted.
 */
export async function listAnalyzedFields(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
): Promise<string[]> {
  const rows = await db.rows<{ names: string[] }>(listAnalyzedFieldsStatement, [workspaceId, batchId]);
  return [...new Set(rows.flatMap(({ names }) => names))];
}

/** What a batch is for: calls of an agent, or messages of a flow. */
export type BatchPurpose =
  | { readonly type: 'calls'; readonly agentId: string }
  | { readonly type: 'messages'; readonly flowId: string };

/** Identifies a batch that must not be created twice: by its file, or by the recipients in the file. */
export interface BatchFingerprint {
  readonly workspaceId: string;
  readonly batchOf: BatchPurpose;
  readonly kind: 'file_sha256' | 'numbers_digest';
  readonly value: string;
  /** Batches that were created earlier are ignored. */
  readonly since: Date;
}

const lockFile: Statement = {
  name: 'lock_batch_file',
  text: `select pg_try_advisory_xact_lock(hashtextextended($1, 7249004)) as locked`,
};

const batchSources = {
  calls: {
    table: 'batches',
    owner: 'agent_id',
    attempts: 'calls where calls.workspace_id = $1 and calls.batch_id = batch.id',
  },
  messages: {
    table: 'message_batches',
    owner: 'flow_id',
    attempts: 'batch_messages where batch_messages.batch_id = batch.id and message_id is not null',
  },
} as const satisfies Record<BatchPurpose['type'], object>;

function earlierBatch(type: BatchPurpose['type'], column: BatchFingerprint['kind']): Statement {
  const { table, owner, attempts } = batchSources[type];
  return {
    name: `find_batch_of_${type}_by_${column}`,
    text: `select id from ${table} batch where workspace_id = $1 and ${owner} = $2 and ${column} = $3 and created_at >= $4
        and not (status = 'cancelled' and not exists (select from ${attempts}))
      order by created_at desc limit 1`,
  };
}

const ownerOf = (batchOf: BatchPurpose): string =>
  batchOf.type === 'calls' ? batchOf.agentId : batchOf.flowId;

/**
 * Checks that no other request is creating the same batch for this agent or flow, and that none has created it since `since`.
 * Locks the fingerprint until the transaction ends. `batchId`: the earlier batch, if known.
 */
export async function lockBatchFile(
  tx: Queryable,
  fingerprint: BatchFingerprint,
): Promise<{ readonly isRepeat: boolean; readonly batchId?: string }> {
  const row = await tx.row<{ locked: boolean }>(lockFile, [
    `${fingerprint.workspaceId} ${ownerOf(fingerprint.batchOf)} ${fingerprint.value}`,
  ]);
  if (!row!.locked) return { isRepeat: true };
  const batchId = await findEarlierBatch(tx, fingerprint);
  return batchId === undefined ? { isRepeat: false } : { isRepeat: true, batchId };
}

/**
 * Returns the id of the newest batch with this fingerprint, or undefined. Ignores batches that were cancelled before
 * their first call or message, so that a corrected batch can be created.
 */
export async function findEarlierBatch(
  db: Queryable,
  { workspaceId, batchOf, kind, value, since }: BatchFingerprint,
): Promise<string | undefined> {
  const statement = earlierBatch(batchOf.type, kind);
  const found = await db.row<{ id: string }>(statement, [workspaceId, ownerOf(batchOf), value, since]);
  return found?.id;
}

const analyzeBatchesStatement: Statement = { text: 'call parley_analyze_batches()' };

/** Updates the planner statistics after new jobs were inserted. Reads a sample of fixed size. */
export async function analyzeBatches(db: Queryable): Promise<void> {
  await db.execute(analyzeBatchesStatement);
}
