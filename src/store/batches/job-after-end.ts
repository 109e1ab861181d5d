import {
  carrierResultOf,
  recentCallsMax,
  recentCallsMin,
  trippedDetail,
} from '../../domain/batches/circuit-breaker.ts';
import { jobAfterCall, type CallEndOfJob, type JobMove } from '../../domain/batches/job-after-call.ts';
import { builtInDispositions, type DispositionCode } from '../../domain/disposition.ts';
import type { EndReason } from '../../domain/call-state.ts';
import type { Followers } from '../calls/find-followers.ts';
import { batchesChannel } from './batches-channel.ts';

/** Where the parts below find their values. */
export interface JobParameters {
  readonly workspaceId: string;
  readonly at: string;
  readonly batchId: string;
  /** Of `jobMoves`. */
  readonly moves: string;
  readonly eventId: string;
}

/**
 * Parts of the statement that ends a call; `batch` is to be locked before the call and its counters, as the dialer does. The job
 * moves by what its batch is under that lock, so that one which was cancelled calls nobody again.
 */
export const heldBatch = ({ workspaceId, batchId }: JobParameters): string => `
    batch as materialized (
      select * from batches where workspace_id = ${workspaceId} and id = ${batchId} for no key update)`;

/** Of a `call` that has just ended: its job, and what that makes of the batch. The figures are the triggers'. */
export const jobAfterEnd = ({ workspaceId, at, moves, eventId }: JobParameters): string => `
    move as (
      select call.id as call_id, call.job_id, call.ended_at, batch.id as batch_id, wanted.*
      from call cross join batch cross join jsonb_to_record(${moves}::jsonb
        -> case when batch.status in ('scheduled', 'running', 'paused') then 'whenOpen' else 'whenClosed' end)
        as wanted ("status" text, "outcome" text, "skipReason" text, "detail" text, "runAt" timestamptz)),
    job as (
      update batch_jobs job set status = move.status, outcome = move.outcome, skip_reason = move."skipReason",
        detail = move.detail, run_at = coalesce(move."runAt", job.run_at), owner = null, lease_until = null,
        updated_at = ${at}, ended_at = case when move.status = 'pending' then null else move.ended_at end
      from move
      where job.workspace_id = ${workspaceId} and job.batch_id = move.batch_id and job.id = move.job_id
        and job.call_id = move.call_id and job.status in ('dialing', 'in_progress')
      returning job.batch_id, job.status, job.outcome),
    results as (
      select case when told.result is null then batch.recent_calls
          else least(batch.recent_calls + 1, ${recentCallsMax}) end as calls,
        case when told.result is null then batch.recent_failures
          else (batch.recent_failures << 1 | (told.result = 'failed')::integer) & ${2 ** recentCallsMax - 1} end as failures
      from batch cross join (select ${moves}::jsonb ->> 'carrierResult' as result) as told),
    verdict as (
      select job.*, results.*,
        job.status <> 'pending' and batch.pending + batch.dialing + batch.in_progress = 1
          and batch.status in ('running', 'paused') as is_done,
        batch.status = 'running' and results.calls >= ${recentCallsMin}
          and 2 * bit_count(results.failures::bit(${recentCallsMax})) >= results.calls as is_tripped
      from job cross join batch cross join results),
    batch_after as (
      update batches set recent_calls = verdict.calls, recent_failures = verdict.failures,
        status = case when is_done then 'completed' when is_tripped then 'paused' else batches.status end,
        status_detail = case when is_done then null when is_tripped then ${moves}::jsonb ->> 'trippedDetail'
          else batches.status_detail end,
        waiting_for = case when is_done or is_tripped then 'none' else batches.waiting_for end,
        ended_at = case when is_done then ${at}::timestamptz end, updated_at = greatest(batches.updated_at, ${at})
      from verdict
      where batches.workspace_id = ${workspaceId} and batches.id = verdict.batch_id and batches.ended_at is null),
    batch_outbox as (
      insert into events (id, workspace_id, type, subject_id, sequence, data, created_at)
      select ${eventId}, ${workspaceId}, 'batch.completed', batch.id, 2, jsonb_build_object('batchId', batch.id,
          'agentId', batch.agent_id, 'total', batch.total, 'pending', 0, 'dialing', 0, 'inProgress', 0,
          'completed', batch.completed + (verdict.status = 'completed')::integer,
          'failed', batch.failed + (verdict.status = 'failed')::integer,
          'skipped', batch.skipped + (verdict.status = 'skipped')::integer,
          'cancelled', batch.cancelled + (verdict.status = 'cancelled')::integer,
          'connected', batch.connected + parley_is_connected(verdict.outcome)::integer, 'sequence', 2), ${at}
      from batch join verdict on verdict.batch_id = batch.id where verdict.is_done)`;

/** True; dialers hear of a job that is to be called again. */
export const dialersTold = `(
      select count(pg_notify('${batchesChannel}', batch.id || ' ' || batch.status))
      from job join batch on batch.id = job.batch_id where job.status = 'pending') >= 0`;

/** How a call is about to end. */
export interface EndToBe {
  readonly endReason: EndReason;
  readonly endDetail: string | null;
  readonly disposition: string;
  readonly endedAt: Date;
}

export interface JobMoves {
  readonly whenOpen: JobMove;
  readonly whenClosed: JobMove;
  readonly carrierResult: 'failed' | 'served' | null;
  readonly trippedDetail: string;
}

/** Both ways the job may go: whether its batch is open is known when it is locked. Null where the call is of no batch. */
export function jobMoves(followers: Followers, end: EndToBe): JobMoves | null {
  const { retry, attempt, dialed } = followers;
  if (retry === null || attempt === null) return null;
  const ended: CallEndOfJob = {
    ...end,
    isAnswered: followers.answered,
    addsToDnc: addsToDnc(followers, end),
  };
  const goTo = (isBatchOpen: boolean) => jobAfterCall(ended, { retry, attempt, isBatchOpen });
  return {
    whenOpen: goTo(true),
    whenClosed: goTo(false),
    carrierResult: carrierResultOf(end.endReason, dialed) ?? null,
    trippedDetail: trippedDetail(end.endDetail),
  };
}

function addsToDnc({ ownCode }: Followers, { disposition }: EndToBe): boolean {
  const builtIns: Readonly<Record<string, DispositionCode>> = builtInDispositions;
  return (builtIns[disposition] ?? ownCode)?.addsToDnc ?? false;
}
