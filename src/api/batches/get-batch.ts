import { reject } from '../../core/problems.ts';
import { findBatch } from '../../store/batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { BatchResponse, batchParameter, toBatchResponse } from './batch-response.ts';

export const getBatch = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}',
  operationId: 'getBatch',
  tag: 'Batch calls',
  summary: 'Get batch status',
  scope: 'batches:read',
  parameters: batchParameter,
  reply: BatchResponse,

  async handle({ caller: { workspaceId }, path: { batchId } }, { database }) {
    const batch = await findBatch(database.inWorkspace(workspaceId), { workspaceId, batchId });
    return toBatchResponse(batch ?? reject('batch_not_found'));
  },
});
