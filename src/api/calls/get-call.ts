import { endpoint } from '../endpoint.ts';
import { CallDetailResponse, callParameter } from './call-response.ts';
import { readCall } from './read-call.ts';

export const getCall = endpoint({
  method: 'GET',
  path: '/api/v1/calls/{callId}',
  operationId: 'getCall',
  tag: 'Calls',
  summary: 'Get a call',
  description:
    'Returns the call with its transcript, timeline, latency of each turn by stage, analysis and costs.',
  scope: 'calls:read',
  sendsConcurrencyHeaders: true,
  parameters: callParameter,
  reply: CallDetailResponse,

  handle({ caller: { workspaceId }, path: { callId } }, { database }) {
    return readCall(database.inWorkspace(workspaceId), { workspaceId, callId });
  },
});
