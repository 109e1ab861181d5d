import { erasureStatus } from '../../domain/erasure.ts';
import { listErasures as findErasures } from '../../store/erasures.ts';
import { endpoint } from '../endpoint.ts';
import { listQuery, listResponse, listResponseSchema, listWindow } from '../paging.ts';
import { ErasureResponse, toErasureResponse } from './erasure-response.ts';

export const listErasures = endpoint({
  method: 'GET',
  path: '/v1/api/erasures',
  operationId: 'listErasures',
  tag: 'Erasures',
  summary: 'List erasures',
  description: 'The erasures of the workspace, sorted newest first.',
  scope: 'erasures:read',
  query: listQuery({ status: erasureStatus.optional() }),
  reply: listResponseSchema('erasures', ErasureResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { status } = query;
    const found = await findErasures(database.inWorkspace(workspaceId), {
      workspaceId,
      status,
      ...listWindow(query),
    });
    return listResponse('erasures', query, found, toErasureResponse);
  },
});
