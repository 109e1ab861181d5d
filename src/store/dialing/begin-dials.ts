import type { CallAgent } from '../../domain/call.ts';
import type { CallTerms } from '../../domain/calling-hours/purpose.ts';
import type { BatchKey } from '../batches/batch-row.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import type { DueJob } from './find-due-jobs.ts';

/** A call that is about to be dialed. */
export interface NewDial {
  /** ctid of the job. */
  readonly ctid: DueJob['ctid'];
  readonly callId: string;
  readonly roomName: string;
  readonly fromNumber: string;
  /** Ids of the counters of concurrent calls that count this call, including the workspace's. */
  readonly counterIds: readonly string[];
  /** The rules that allow the call now, for the timeline. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** Values that all calls of one claim share. */
export interface BatchDials extends BatchKey, CallTerms {
  readonly agent: CallAgent;
  readonly agentVersion: number;
  readonly flowId: string;
  readonly flowVersion: number;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly record: boolean;
  /** Id of the API key or the user that created the batch. */
  readonly createdBy: string | null;
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
const statement: Statement = {
  name: 'begin_dials',
  text: `with sent as materialized (
      select * from json_to_recordset($3::json) as dial (j tid, c text, r text, f text, h json, e jsonb)),
    begun as (
      update batch_jobs job set status = 'dialing', attempt = attempt + 1, call_id = sent.c, owner = $4, updated_at = $5,
        detail = null, put_off_by = null, put_off_detail = null
      from sent
      where job.workspace_id = $1 and job.ctid = sent.j
      returning job.id, attempt, phone_number, customer, dynamic, overrides, sent.*),
    added as (
      insert into calls (id, workspace_id, room_name, direction, type, state, from_number, to_number, agent_id, agent,
        agent_version, flow_id, flow_version, batch_id, job_id, attempt, customer, dynamic, metadata, overrides, record,
        api_key_id, node_id, created_at, updated_at, dialed_at, event_sequence, purpose, consent)
      select c, $1, r, 'outbound', 'phone', 'dialing', f, phone_number, $6::jsonb ->> 'id', $6, $7, $8, $9, $2, id, attempt,
        customer, dynamic, $10, overrides, $11, $12, $4, $5, $5, $5, 1, $15, $16 from begun),
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
  const sent = dials.map(({ ctid, callId, roomName, fromNumber, counterIds, evidence }) => {
    return { j: ctid, c: callId, r: roomName, f: fromNumber, h: counterIds, e: evidence };
  });
  const row = await tx.row<{ begun: number }>(statement, [
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
  ]);
  if (row!.begun !== dials.length) throw new Error('A job that was locked could not be dialed.');
}
