import { refuse } from '../../core/problems.ts';
import type { CallState } from '../../domain/call-state.ts';
import { findCall } from '../../store/calls/find-call.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import type { Scope } from '../../store/database.ts';
import type { ApiContext } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { CallDetailAnswer, callParameter } from './call-answer.ts';
import { readCall } from './read-call.ts';

/** How long a hang-up is waited for; it goes on by itself if it takes longer. */
const endWaitMs = 3_000;
const lookEveryMs = 50;

interface WhichCall {
  readonly workspaceId: string;
  readonly callId: string;
}

export const endCall = endpoint({
  method: 'POST',
  path: '/api/v1/calls/{callId}/end',
  operationId: 'endCall',
  tag: 'Calls',
  summary: 'End a call',
  description: 'Hangs up in whatever state the call is; one that has not been dialed yet is cancelled.',
  scope: 'calls:write',
  tellsConcurrency: true,
  parameters: callParameter,
  reply: CallDetailAnswer,
  refuses: ['call_already_ended'],

  async handle({ caller: { workspaceId }, path: { callId } }, context) {
    const scope = context.database.inWorkspace(workspaceId);
    const which = { workspaceId, callId };
    if ((await stateOf(scope, which)) === 'ended') refuse('call_already_ended');
    if (!(await cancelWaiting(scope, which, context))) await hangUp(scope, which, context);
    return readCall(scope, which);
  },
});

async function stateOf(scope: Scope, which: WhichCall): Promise<CallState> {
  return ((await findCall(scope, which)) ?? refuse('call_not_found')).state;
}

/** A call that no node has taken in hand has nobody to hang up: it ends here, and its job finds it ended. */
async function cancelWaiting(scope: Scope, which: WhichCall, { clock }: ApiContext): Promise<boolean> {
  return scope.transaction(async (tx) => {
    const call = await findCall(tx, which);
    if (call?.state !== 'queued' || call.nodeId !== null) return false;
    const ended = await finishCall(tx, {
      ...which,
      endReason: 'cancelled',
      endDetail: 'Ended before it was dialed.',
      at: new Date(clock.now()),
      disposition: { code: 'cancelled', status: 'completed' },
    });
    return ended !== undefined;
  });
}

async function hangUp(scope: Scope, which: WhichCall, { bus, clock }: ApiContext): Promise<void> {
  bus.publish('call-commands', { callId: which.callId, type: 'end' });
  const deadlineMs = clock.monotonicMs() + endWaitMs;
  while ((await stateOf(scope, which)) !== 'ended' && clock.monotonicMs() < deadlineMs) {
    await clock.sleep(lookEveryMs);
  }
}
