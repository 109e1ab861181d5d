import { newId } from '../../core/ids.ts';
import { canTransition, type CallState } from '../../domain/call-state.ts';
import { json, type Queryable, type Statement } from '../queryable.ts';
import { callEventData } from './call-row.ts';

export interface CallChange {
  readonly workspaceId: string;
  readonly callId: string;
  /** States from which the call may change. */
  readonly from: readonly CallState[];
  /** The new state. `ended` is set by `finishCall`. */
  readonly to: 'dialing' | 'ringing' | 'in_progress';
  readonly at: Date;
  readonly nodeId?: string | undefined;
  readonly fromNumber?: string | undefined;
  readonly recordingPath?: string | undefined;
  /** Detail of the timeline entry. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

export interface CallChangeResult {
  readonly id: string;
  readonly state: CallState;
  /** Sequence number of the timeline entry and of the events. */
  readonly sequence: number;
}

/** Webhook events of each change. */
const eventsOfState: Record<CallChange['to'], readonly string[]> = {
  dialing: [],
  ringing: ['call.ringing'],
  in_progress: ['call.answered', 'call.started'],
};

/**
 * Updates the state and inserts its timeline entry and outbox events, in one statement and so one transaction. If the call
 * is answered, also updates its job in a batch. The batch is locked before the call, as at the end of a call.
 */
const statement: Statement = {
  name: 'record_call_change',
  text: `with batch as materialized (
      select id from batches
      where workspace_id = $1 and id = (select batch_id from calls where workspace_id = $1 and id = $2 and $4 = 'in_progress')
      for no key update),
    call as (
      update calls set state = $4, updated_at = $5, event_sequence = event_sequence + 1,
        dialed_at = case when $4 = 'dialing' then $5 else dialed_at end,
        ringing_at = case when $4 = 'ringing' then $5 else ringing_at end,
        answered_at = case when $4 = 'in_progress' then $5 else answered_at end,
        node_id = coalesce($6, node_id), from_number = coalesce($7, from_number),
        recording_path = coalesce($8, recording_path)
      where workspace_id = $1 and id = $2 and state = any($3) and (select count(*) from batch) >= 0
      returning *),
    job as (
      update batch_jobs job set status = 'in_progress', updated_at = $5
      from call join batch on batch.id = call.batch_id
      where job.workspace_id = $1 and job.batch_id = batch.id and job.id = call.job_id and job.call_id = call.id
        and job.status = 'dialing'),
    timeline as (
      insert into call_events (workspace_id, call_id, sequence, at, type, detail)
      select workspace_id, id, event_sequence, $5, $4, $9 from call),
    outbox as (
      insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
      select event.id, call.workspace_id, event.type, call.id, call.event_sequence, ${callEventData}, $5
      from call, unnest($10::text[], $11::text[]) as event (id, type))
    select id, state, event_sequence as sequence from call`,
  writesEvents: true,
};

/**
 * Changes the state of a call. Returns undefined if the call is in none of the `from` states, because another process has
 * changed it. Throws if the transition is not allowed.
 */
export function recordCallChange(db: Queryable, change: CallChange): Promise<CallChangeResult | undefined> {
  const illegal = change.from.find((state) => !canTransition(state, change.to));
  if (illegal !== undefined) throw new Error(`A call cannot change from ${illegal} to ${change.to}.`);
  const types = eventsOfState[change.to];
  return db.row<CallChangeResult>(statement, [
    change.workspaceId,
    change.callId,
    change.from,
    change.to,
    change.at,
    change.nodeId,
    change.fromNumber,
    change.recordingPath,
    json(change.detail ?? {}),
    types.map(() => newId('event')),
    types,
  ]);
}
