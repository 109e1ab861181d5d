import { enqueueCallAnalysis } from '../jobs/analysis-jobs.ts';
import type { CallDetailRow } from '../store/calls/calls.ts';
import { finishCallWithin, type CallEnd } from '../store/calls/finish-call.ts';
import type { Scope } from '../store/database.ts';

/** Ends a call once, and enqueues its analysis if `end` has one. Returns undefined, and changes nothing, if the call has ended or does not exist. */
export function endCall(scope: Scope, end: CallEnd): Promise<CallDetailRow | undefined> {
  return scope.transaction(async (tx) => {
    const call = await finishCallWithin(tx, end);
    if (call !== undefined && end.analysis !== undefined)
      await enqueueCallAnalysis(tx, {
        workspaceId: call.workspaceId,
        callId: call.id,
        agentVersion: call.agentVersion,
      });
    return call;
  });
}
