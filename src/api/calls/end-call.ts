import { reject } from '../../core/problems.ts';
import { findCall } from '../../store/calls/calls.ts';
import { endpoint } from '../endpoint.ts';
import { CallDetailResponse, callParameter } from './call-response.ts';
import { cancelCall } from './cancel-call.ts';
import { readCall } from './read-call.ts';

export const endCall = endpoint({
  method: 'POST',
  path: '/api/v1/calls/{callId}/end',
  operationId: 'endCall',
  tag: 'Calls',
  summary: 'End a call',
  description:
    'Hangs up the call. A call that has not been dialed yet is cancelled. Returns 503 `node_not_responding` if the node that holds the call does not respond within 2 s.',
  scope: 'calls:write',
  sendsConcurrencyHeaders: true,
  parameters: callParameter,
  reply: CallDetailResponse,
  errorCodes: ['call_already_ended', 'node_not_responding'],

  async handle({ caller: { workspaceId, actor }, path: { callId } }, context) {
    const db = context.database.inWorkspace(workspaceId);
    const callRef = { workspaceId, callId };
    const call = (await findCall(db, callRef)) ?? reject('call_not_found');
    if (call.state === 'ended') reject('call_already_ended');
    const end = { endDetail: 'Ended before it was dialed.', author: actor.id };
    const { isEnding } = await cancelCall(db, callRef, end, context);
    if (!isEnding) reject('node_not_responding', { retryAfterSeconds: 2 });
    return readCall(db, callRef);
  },
});
