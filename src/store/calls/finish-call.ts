import { newId } from '../../core/ids.ts';
import type { CallAnalysis, CallCost, TurnLatency } from '../../domain/call.ts';
import { faultOf, type CallState, type EndReason, type Fault } from '../../domain/call-state.ts';
import {
  builtInDispositions,
  type DispositionCode,
  type DispositionStatus,
} from '../../domain/disposition.ts';
import type { RecordingFault } from '../../domain/recording-fault.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import { removeActiveCall } from '../active-calls/remove-active-call.ts';
import { finishJob, lockJobOfCall } from '../batches/finish-job.ts';
import { releaseSlot } from '../concurrency/release-slot.ts';
import type { Scope } from '../database.ts';
import { finishCallback } from '../dispositions/dispositions.ts';
import { json, withoutNul, type Queryable } from '../queryable.ts';
import { addSuppression } from '../suppressions/add-suppression.ts';
import type { CallDetailRow } from './call-row.ts';
import { findCallToEnd, type CallToEnd } from './find-call-to-end.ts';
import {
  countNumberDay,
  endCall,
  insertDisposition,
  insertDispositionEvent,
  insertEndEvent,
  insertRecordingEvent,
  insertTimelineEntry,
  settleDialIntents,
} from './finish-call-statements.ts';

export interface CallEnd {
  readonly workspaceId: string;
  readonly callId: string;
  /** The call ends only from one of these states; defaults to every state but `ended`. */
  readonly from?: readonly CallState[] | undefined;
  readonly endReason: EndReason;
  /** The reason in a sentence, as shown to users. */
  readonly endDetail?: string | undefined;
  /** Defaults to the fault of `endReason`. */
  readonly fault?: Fault | undefined;
  /** Time of the disposition and the events. */
  readonly at: Date;
  /** End of the call; defaults to `at`. */
  readonly endedAt?: Date | undefined;
  readonly disposition: {
    readonly code: string;
    readonly status: DispositionStatus;
    readonly scheduledAt?: Date | undefined;
    readonly notes?: string | undefined;
  };
  /** Null if the recording is missing; undefined: unchanged. */
  readonly recordingPath?: string | null | undefined;
  readonly recordingDurationMs?: number | undefined;
  /** Why the recording is missing or incomplete. */
  readonly recordingFault?: RecordingFault | undefined;
  readonly variables?: Readonly<Record<string, VariableValue>> | undefined;
  readonly latency?: readonly TurnLatency[] | undefined;
  readonly analysis?: CallAnalysis | undefined;
  readonly costs?: readonly CallCost[] | undefined;
  /** Set if the customer must not be called again. */
  readonly optOut?: { readonly reason: string } | undefined;
}

/** Ends a call like `finishCallWithin`, in a separate transaction. */
export function finishCall(scope: Scope, end: CallEnd): Promise<CallDetailRow | undefined> {
  return scope.transaction((tx) => finishCallWithin(tx, end));
}

/**
 * Ends a call once, and updates all rows that depend on its end. Returns undefined, and changes nothing, if the call has ended, is in
 * none of the states of `from`, or does not exist.
 *
 * The order of locks is the same everywhere, so that two ends never deadlock: batch, job, call, and the concurrency counters in the
 * order of their names.
 */
export async function finishCallWithin(tx: Queryable, end: CallEnd): Promise<CallDetailRow | undefined> {
  const { workspaceId, callId, disposition } = end;
  await lockJobOfCall(tx, { workspaceId, callId });
  const callToEnd = await findCallToEnd(tx, { workspaceId, callId, code: disposition.code });
  if (callToEnd === undefined) return undefined;
  const call = await tx.row<CallDetailRow>(endCall, [workspaceId, callId, end.from, endedColumns(end)]);
  if (call === undefined) return undefined;
  await tx.write(insertTimelineEntry, [workspaceId, callId]);
  await tx.write(countNumberDay, [workspaceId, callId]);
  await writeDisposition(tx, end, call);
  await suppress(tx, end, call, callToEnd);
  await tx.write(insertEndEvent, [workspaceId, callId, newId('event'), end.at]);
  await tx.write(insertRecordingEvent, [workspaceId, callId, newId('event'), end.at]);
  await removeActiveCall(tx, { workspaceId, callId });
  await tx.write(settleDialIntents, [workspaceId, callId, end.endReason, end.at]);
  await releaseSlot(tx, { workspaceId, callId });
  await finishJobAndCallback(tx, end, call, callToEnd);
  return call;
}

/** Returns the new values of `endCall` as JSON. */
function endedColumns(end: CallEnd): string | null {
  const { endReason, endDetail, recordingDurationMs, at, endedAt = at } = end;
  const { recordingPath, recordingFault, variables, latency, analysis, costs } = end;
  return json({
    endReason,
    endDetail,
    fault: end.fault ?? faultOf[endReason],
    at,
    endedAt,
    code: end.disposition.code,
    recordingPath,
    isRecordingMissing: recordingPath === null,
    recordingDurationMs: recordingDurationMs === undefined ? undefined : Math.round(recordingDurationMs),
    recordingFault,
    variables,
    latency,
    analysis,
    costs,
  });
}

/** Returns the number of the customer, in E.164. */
const customerNumberOf = ({ direction, toNumber, fromNumber }: CallDetailRow): string =>
  direction === 'outbound' ? toNumber : fromNumber;

async function writeDisposition(tx: Queryable, end: CallEnd, call: CallDetailRow): Promise<void> {
  const { workspaceId, callId, at } = end;
  const { status, scheduledAt, notes = '' } = end.disposition;
  const id = newId('disposition');
  const customerNumber = customerNumberOf(call);
  const values = [workspaceId, callId, id, customerNumber, status, scheduledAt, withoutNul(notes), at];
  await tx.write(insertDisposition, values);
  await tx.write(insertDispositionEvent, [workspaceId, id, newId('event')]);
}

/** Suppresses the customer's number after an opt-out, or if the disposition code adds numbers to the do-not-call list. */
async function suppress(
  tx: Queryable,
  { workspaceId, callId, optOut, disposition, at }: CallEnd,
  call: CallDetailRow,
  { workspaceCode }: CallToEnd,
): Promise<void> {
  if (optOut === undefined && workspaceCode?.addsToDnc !== true) return;
  const reason = optOut?.reason ?? `Recorded as ${disposition.code}.`;
  const address = customerNumberOf(call);
  await addSuppression(tx, { workspaceId, channel: 'voice', address, reason, callId, at });
}

/** Finishes the job of the call, and the disposition that the call followed up. */
async function finishJobAndCallback(
  tx: Queryable,
  { workspaceId, callId, endReason, disposition, at, endedAt = at }: CallEnd,
  { endDetail, attempt }: CallDetailRow,
  { isAnswered, isDialed, workspaceCode, job, callback }: CallToEnd,
): Promise<void> {
  const code = builtIn(disposition.code) ?? workspaceCode ?? undefined;
  const callEnd = {
    workspaceId,
    endReason,
    disposition: disposition.code,
    isDialed,
    isAnswered,
    endedAt,
    at,
  };
  if (job !== null) await finishJob(tx, job, { ...callEnd, endDetail, addsToDnc: code?.addsToDnc ?? false });
  if (callback !== null) await finishCallback(tx, callback, { ...callEnd, callId, attempt, code });
}

const builtIn = (code: string): DispositionCode | undefined =>
  (builtInDispositions as Readonly<Record<string, DispositionCode>>)[code];
