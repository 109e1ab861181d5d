import { enqueueCallAnalysis } from '../jobs/analysis-jobs.ts';
import type { CallDetailRow } from '../store/calls/calls.ts';
import { customerNumberOf, finishCallWithin, type CallEnd } from '../store/calls/finish-call.ts';
import type { Queryable, Scope } from '../store/database.ts';
import { openTask } from '../store/tasks.ts';
import type { CallTask } from './call-records.ts';

/** The end of a call, and what it leaves to others. */
export interface EndedCall extends CallEnd {
  /** What the call leaves to a person. */
  readonly task?: CallTask | undefined;
}

/**
 * Ends a call once, enqueues its analysis if `end` has one, and creates its task. Returns undefined, and changes nothing, if the call has ended or does
 * not exist.
 */
export function endCall(scope: Scope, end: EndedCall): Promise<CallDetailRow | undefined> {
  return scope.transaction(async (tx) => {
    const call = await finishCallWithin(tx, end);
    if (call === undefined) return undefined;
    const { workspaceId, id: callId, agentVersion } = call;
    if (end.analysis !== undefined) await enqueueCallAnalysis(tx, { workspaceId, callId, agentVersion });
    if (end.task !== undefined) await openTaskOfCall(tx, call, end.task, end);
    return call;
  });
}

/** A callback is due at the time of the disposition. */
async function openTaskOfCall(
  tx: Queryable,
  call: CallDetailRow,
  { kind, reason }: CallTask,
  { disposition: { scheduledAt }, at }: EndedCall,
): Promise<void> {
  await openTask(tx, {
    workspaceId: call.workspaceId,
    callId: call.id,
    kind,
    reason,
    address: customerNumberOf(call),
    dueAt: kind === 'callback' ? (scheduledAt ?? null) : null,
    at,
  });
}
