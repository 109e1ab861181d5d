import { reject } from '../../core/problems.ts';
import { findActiveCall } from '../../store/active-calls.ts';
import { listTranscript } from '../../store/calls/call-timeline.ts';
import { endpoint } from '../endpoint.ts';
import { ActiveCallDetailResponse, toActiveCallDetailResponse } from './active-call-response.ts';
import { roomParameter } from './room-parameter.ts';

export const getActiveCall = endpoint({
  method: 'GET',
  path: '/v2/api/active-calls/{roomName}',
  operationId: 'getActiveCall',
  tag: 'Active calls',
  summary: 'Get an active call',
  description: 'Returns an active call with its transcript so far. Returns 404 if the call is not active.',
  scope: 'active-calls:read',
  workspace: 'required',
  parameters: roomParameter,
  reply: ActiveCallDetailResponse,

  async handle({ caller: { workspaceId }, path: { roomName } }, { database, clock, node }) {
    const db = database.inWorkspace(workspaceId);
    const query = { workspaceId, ownNodeId: node.id, roomName };
    const row = (await findActiveCall(db, query)) ?? reject('call_not_found');
    const transcript = await listTranscript(db, { workspaceId, callId: row.callId });
    return toActiveCallDetailResponse(row, transcript, clock.now());
  },
});
