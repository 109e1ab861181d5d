import type { CallAgent } from '../../domain/call.ts';
import type { CallTerms } from '../../domain/calling-hours/purpose.ts';
import type { BatchKey } from '../batches/batches.ts';
import { callDetailColumns, type CallDetailRow, callLanguage } from '../calls/calls.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { numberCounterIdSql } from './batches-to-dial.ts';
import { type DueJob, trunkCounterId } from './claims.ts';
import { suppressedSql } from '../suppressions.ts';

/** A call that is about to be dialed. */
export interface NewDial {
  /** ctid of the job. */
  readonly ctid: DueJob['ctid'];
  readonly callId: string;
  readonly roomName: string;
  readonly fromNumber: string;
  /** The voice of the call, which depends on its language. */
  readonly voiceId: string;
  /** Ids of the counters of concurrent calls that count this call, including the workspace's. */
  readonly counterIds: readonly string[];
  /** The rules that allow the call now, for the timeline. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Values that all calls of one claim share. */
export interface BatchDials extends BatchKey, CallTerms {
  /** With the voice of the language of the agent. */
  readonly agent: CallAgent;
  readonly agentVersion: number;
  readonly flowId: string;
  readonly flowVersion: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly record: boolean;
  /** Id of the API key or the user that created the batch. */
  readonly createdBy: string | null;
  /** Whether a test key started the batch. */
  readonly testOnly: boolean;
  readonly nodeId: string;
  readonly carrier: string;
  /** Lease of the slots, in ms. */
  readonly leaseMs: number;
  readonly at: Date;
}

/**
 * Updates the jobs of a claim, and inserts each call with its first timeline entry, its dial intent and its concurrency
 * slots, in one statement. Finds jobs by ctid: without statistics, the planner assumes that a new batch is small, and
 * would read all of it.
 */
const beginDialsStatement: Statement = {
  name: 'begin_dials',
  text: `with sent as materialized (
      select * from json_to_recordset($3::json) as dial (j tid, c text, r text, f text, v text, h json, e jsonb)),
    begun as (
      update batch_jobs job set status = 'dialing', attempt = attempt + 1, call_id = sent.c, owner = $4, updated_at = $5,
        detail = null, deferred_by = null, deferred_detail = null
      from sent
      where job.workspace_id = $1 and job.ctid = sent.j
      returning job.id, attempt, phone_number, customer, dynamic, overrides, sent.*),
    added as (
      insert into calls (id, workspace_id, room_name, direction, type, state, from_number, to_number, agent_id, agent,
        agent_version, flow_id, flow_version, batch_id, job_id, attempt, customer, dynamic, metadata, overrides, record,
        api_key_id, node_id, created_at, updated_at, dialed_at, event_sequence, purpose, consent, test_only, language)
      select c, $1, r, 'outbound', 'phone', 'dialing', f, phone_number, $6::jsonb ->> 'id',
        jsonb_set($6::jsonb, '{voice,voiceId}', to_jsonb(v)), $7, $8, $9, $2, id, attempt,
        customer, dynamic, $10, overrides, $11, $12, $4, $5, $5, $5, 1, $15, $16, $17,
        ${callLanguage('overrides', 'customer', 'config')}
      from begun left join lateral (
        select config from agents where workspace_id = $1 and agents.id = $6::jsonb ->> 'id') as agent on true),
    timeline as (
      insert into call_events (workspace_id, call_id, sequence, at, type, detail)
      select $1, c, 1, $5, 'dialing', e from begun),
    intents as (
      insert into dial_intents (reference, workspace_id, call_id, attempt, node_id, carrier, created_at)
      select c || '.' || attempt, $1, c, attempt, $4, $13, $5 from begun),
    taken as (
      insert into concurrency_slots (call_id, holder, workspace_id, owner, lease_until)
      select c, holder, $1, $4, now() + $14 * interval '1 ms' from begun, json_array_elements_text(h) holder
      returning holder),
    counted as (
      update concurrency_counters counter set active = counter.active + per_holder.calls
      from (select holder, count(*)::integer as calls from taken group by holder) per_holder
      where counter.workspace_id = $1 and counter.holder = per_holder.holder)
    select count(*)::integer as begun from begun`,
};

/**
 * Inserts the calls of a claim, in the transaction that locked the batch, its jobs and its counters. The carrier is
 * called only after the commit.
 */
export async function beginDials(tx: Queryable, batch: BatchDials, dials: readonly NewDial[]): Promise<void> {
  const sent = dials.map(({ ctid, callId, roomName, fromNumber, voiceId, counterIds, evidence }) => {
    return { j: ctid, c: callId, r: roomName, f: fromNumber, v: voiceId, h: counterIds, e: evidence };
  });
  const row = await tx.row<{ begun: number }>(beginDialsStatement, [
    batch.workspaceId,
    batch.batchId,
    json(sent),
    batch.nodeId,
    batch.at,
    json(batch.agent),
    batch.agentVersion,
    batch.flowId,
    batch.flowVersion,
    json(batch.metadata),
    batch.record,
    batch.createdBy,
    batch.carrier,
    batch.leaseMs,
    batch.purpose,
    batch.consent,
    batch.testOnly,
  ]);
  if (row!.begun !== dials.length) throw new Error('A job that was locked could not be dialed.');
}

const acquireLimitSlotsStatement: Statement = {
  name: 'acquire_limit_slots',
  text: `with wanted as (
      select $3::text as holder where $3 is not null
      union all
      select ${numberCounterIdSql('$1', 'e164')} from phone_numbers
      where workspace_id = $1 and e164 = $4 and max_concurrency is not null),
    taken as (
      insert into concurrency_slots (call_id, holder, workspace_id, owner, lease_until)
      select $2, holder, $1, $5, now() + $6 * interval '1 ms' from wanted on conflict do nothing returning holder)
    insert into concurrency_counters as counter (holder, workspace_id, active)
    select holder, $1, 1 from taken order by holder
    on conflict (holder) do update set active = counter.active + 1`,
};

export interface LimitSlotRequest {
  readonly workspaceId: string;
  readonly callId: string;
  /** The trunk of the call, if the trunk has limits. */
  readonly trunk: string | undefined;
  /** E.164. */
  readonly fromNumber: string;
  /** The node that renews the lease. */
  readonly owner: string;
  readonly leaseMs: number;
}

/**
 * Counts a call towards the limits of its trunk and caller number, even if it exceeds them, so that batches dial fewer
 * calls. A repeated request has no effect.
 */
export async function acquireLimitSlots(tx: Queryable, request: LimitSlotRequest): Promise<void> {
  const { workspaceId, callId, trunk, fromNumber, owner, leaseMs } = request;
  const trunkCounter = trunk && trunkCounterId(trunk, workspaceId);
  await tx.execute(acquireLimitSlotsStatement, [
    workspaceId,
    callId,
    trunkCounter,
    fromNumber,
    owner,
    leaseMs,
  ]);
}

const takeOverDialsStatement: Statement = {
  name: 'take_over_dials',
  text: `with taken as (
      update calls set node_id = $4
      where workspace_id = $1 and batch_id = $2 and id = any($3) and state = 'dialing' and node_id = $5 returning *),
    intents as (
      update dial_intents intent set node_id = $4, carrier = $6 from taken
      where intent.workspace_id = $1 and intent.call_id = taken.id and settled_at is null),
    slots as (
      update concurrency_slots slot set owner = $4, lease_until = now() + $7 * interval '1 ms' from taken
      where slot.call_id = taken.id returning slot.call_id)
    select ${callDetailColumns}, exists (select from slots where call_id = taken.id) as "hasSlots",
      extract(epoch from clock_timestamp())::float8 * 1000 as "takenAtMs"
    from taken`,
};

/** A call that this node has taken over from the node that claimed it. */
export interface TakenDial extends CallDetailRow {
  /** Whether the call still has its concurrency slots. They are freed if the node that claimed the call is dead for too long. */
  readonly hasSlots: boolean;
  /** Time on the database's clock, in Unix ms. */
  readonly takenAtMs: number;
}

export interface DialTakeover extends BatchKey {
  readonly callIds: readonly string[];
  /** The node that claimed the calls. */
  readonly claimedBy: string;
  /** The node that dials the calls. */
  readonly nodeId: string;
  readonly carrier: string;
  /** Lease of the slots, in ms. */
  readonly leaseMs: number;
}

/**
 * Assigns claimed calls, their dial intents and their slots to the node that dials them. Returns the calls that the claiming
 * node still held: each call is taken over at most once.
 */
export function takeOverDials(tx: Queryable, takeover: DialTakeover): Promise<TakenDial[]> {
  const { workspaceId, batchId, callIds, nodeId, claimedBy, carrier, leaseMs } = takeover;
  const values = [workspaceId, batchId, callIds, nodeId, claimedBy, carrier, leaseMs];
  return tx.rows<TakenDial>(takeOverDialsStatement, values);
}

const findRevokedDialsStatement: Statement = {
  name: 'find_revoked_dials',
  text: `select call.id from unnest($3::text[], $4::integer[]) as claimed (call_id, claimed_by)
      join calls call on call.id = claimed.call_id
    where call.workspace_id = $1 and batch_id = $2 and (state <> 'dialing'
      or not exists (select from batches where workspace_id = $1 and id = $2 and status = 'running')
      or not exists (select from workspaces where workspaces.id = $1 and hours_version = claimed_by)
      or ${suppressedSql(`'voice'`, 'call.to_number')})`,
};

export interface ClaimedCall {
  readonly callId: string;
  /** Version of the workspace's calling hours that allowed the call. */
  readonly hoursVersion: number;
}

/**
 * Returns the ids of the claimed calls that must no longer be dialed, because the batch was stopped, the number was
 * suppressed, or the workspace's calling hours changed.
 */
export async function findRevokedDials(
  db: Queryable,
  { workspaceId, batchId, calls }: BatchKey & { readonly calls: readonly ClaimedCall[] },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(findRevokedDialsStatement, [
    workspaceId,
    batchId,
    calls.map(({ callId }) => callId),
    calls.map(({ hoursVersion }) => hoursVersion),
  ]);
  return rows.map(({ id }) => id);
}

/** Locks the batch before its jobs. */
const lockBatch: Statement = {
  name: 'lock_batch_to_release',
  text: `select from batches where workspace_id = $1 and id = $2 for no key update`,
};

/** Locks counters in the order of their names. */
const lockCounters: Statement = {
  name: 'lock_counters_to_release',
  text: `select from concurrency_counters
    where workspace_id = $1 and holder in (select holder from concurrency_slots where call_id = any($2))
    order by holder for update`,
};

/** Deletes the calls with their timelines and dial intents. Each job refers to its previous call again, if any. */
const release: Statement = {
  name: 'release_dials',
  text: `with unsent as (
      delete from calls where workspace_id = $1 and batch_id = $2 and id = any($3) and state = 'dialing'
        and node_id = $5
      returning id, job_id),
    jobs as (
      update batch_jobs job set status = 'pending', attempt = attempt - 1, owner = null, updated_at = $4,
        call_id = (select calls.id from calls
          where calls.workspace_id = $1 and calls.batch_id = $2 and job_id = job.id and calls.id <> unsent.id
          order by created_at desc, calls.id desc limit 1)
      from unsent
      where job.workspace_id = $1 and job.batch_id = $2 and job.id = unsent.job_id and job.call_id = unsent.id
        and job.status = 'dialing'),
    released as (
      delete from concurrency_slots slot using unsent where slot.call_id = unsent.id returning holder),
    counted as (
      update concurrency_counters counter set active = counter.active - per_holder.calls
      from (select holder, count(*)::integer as calls from released group by holder) per_holder
      where counter.workspace_id = $1 and counter.holder = per_holder.holder)
    select count(*)::integer as calls from unsent`,
};

export interface UnsentDials extends BatchKey {
  readonly callIds: readonly string[];
  /** The node that holds the calls. Calls that another node has taken over are not released. */
  readonly nodeId: string;
  readonly at: Date;
}

/**
 * Undoes the claim of calls that were certainly not sent to the carrier. Returns the number of released calls. Requires a
 * transaction. If the batch was cancelled in the meantime, their jobs count as cancelled.
 */
export async function releaseDials(
  tx: Queryable,
  { workspaceId, batchId, callIds, nodeId, at }: UnsentDials,
): Promise<number> {
  await tx.execute(lockBatch, [workspaceId, batchId]);
  await tx.execute(lockCounters, [workspaceId, callIds]);
  const row = await tx.row<{ calls: number }>(release, [workspaceId, batchId, callIds, at, nodeId]);
  return row!.calls;
}
