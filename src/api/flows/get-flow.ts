import { reject } from '../../core/problems.ts';
import { findFlow } from '../../store/flows.ts';
import { endpoint } from '../endpoint.ts';
import { FlowResponse, flowParameter, toFlowResponse } from './flow-response.ts';

export const getFlow = endpoint({
  method: 'GET',
  path: '/api/v1/flows/{flowId}',
  operationId: 'getFlow',
  tag: 'Flows',
  summary: 'Get a flow',
  description: 'Returns the newest version of the flow.',
  scope: 'flows:read',
  parameters: flowParameter,
  reply: FlowResponse,
  sendsETag: true,

  async handle({ caller: { workspaceId }, path: { flowId } }, { database }) {
    const row = await findFlow(database.inWorkspace(workspaceId), { workspaceId, flowId });
    return toFlowResponse(row ?? reject('flow_not_found'));
  },
});
