import { reject } from '../../core/problems.ts';
import { eraseEndedCalls, settleMs } from '../../privacy/erase-calls.ts';
import { findCall } from '../../store/calls/calls.ts';
import { customerNumberOf } from '../../store/calls/finish-call.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { requireReachable } from '../test-key.ts';
import { callParameter } from './call-response.ts';

const justEnded = `The call ended less than ${settleMs / 1000} seconds ago, and its last files are being written. Retry after that time.`;

export const deleteCall = endpoint({
  method: 'DELETE',
  path: '/api/v1/calls/{callId}',
  operationId: 'deleteCall',
  tag: 'Calls',
  summary: 'Erase a call',
  description:
    'Erases the recording, the transcript, the timeline, the events and the personal data of a call that has ended, also in its disposition and task. The call itself stays for counts, with `erasedAt`. A pending callback of the call is cancelled. The row of its batch is unchanged. This cannot be undone. A call that has not ended is rejected: end it first.',
  scope: 'erasures:write',
  sendsConcurrencyHeaders: true,
  parameters: callParameter,
  reply: deletedResponse('call'),
  errorCodes: ['call_not_ended', 'test_key'],

  async handle({ caller, path: { callId }, requestRecord }, { database, clock, settings: { dataDir } }) {
    const { workspaceId } = caller;
    const call =
      (await findCall(database.inWorkspace(workspaceId), { workspaceId, callId })) ??
      reject('call_not_found');
    if (call.state !== 'ended') reject('call_not_ended');
    const response = { id: callId, deleted: true as const };
    if (call.erasedAt !== null) return response;
    requireReachable(caller, customerNumberOf(call));
    if (call.dialedAt !== null && clock.now() - call.endedAt!.getTime() < settleMs)
      reject('call_not_ended', { details: justEnded });
    await eraseEndedCalls({ database, clock, dataDir }, { workspaceId, ids: [callId] }, async (tx) => {
      await requestRecord.storeResponse(tx, response);
    });
    return response;
  },
});
