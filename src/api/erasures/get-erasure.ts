import { reject } from '../../core/problems.ts';
import { findErasure } from '../../store/erasures.ts';
import { endpoint } from '../endpoint.ts';
import { erasureParameter, ErasureResponse, toErasureResponse } from './erasure-response.ts';

export const getErasure = endpoint({
  method: 'GET',
  path: '/v1/api/erasures/{erasureId}',
  operationId: 'getErasure',
  tag: 'Erasures',
  summary: 'Get an erasure',
  description: 'Returns the status and the report. Neither contains an identifier of the person.',
  scope: 'erasures:read',
  parameters: erasureParameter,
  reply: ErasureResponse,

  async handle({ caller: { workspaceId }, path: { erasureId } }, { database }) {
    const row = await findErasure(database.inWorkspace(workspaceId), { workspaceId, erasureId });
    return toErasureResponse(row ?? reject('erasure_not_found'));
  },
});
