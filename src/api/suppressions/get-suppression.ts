import { reject } from '../../core/problems.ts';
import { findSuppression } from '../../store/suppressions.ts';
import { endpoint } from '../endpoint.ts';
import { toSuppressionResponse, SuppressionResponse, suppressionParameter } from './suppression-response.ts';

export const getSuppression = endpoint({
  method: 'GET',
  path: '/v1/api/suppressions/{suppressionId}',
  operationId: 'getSuppression',
  tag: 'Suppressions',
  summary: 'Get a suppression',
  scope: 'conversations:read',
  parameters: suppressionParameter,
  reply: SuppressionResponse,

  async handle({ caller: { workspaceId }, path: { suppressionId } }, { database }) {
    const row = await findSuppression(database.inWorkspace(workspaceId), { workspaceId, suppressionId });
    return toSuppressionResponse(row ?? reject('suppression_not_found'));
  },
});
