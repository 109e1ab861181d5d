import { endpoint } from '../endpoint.ts';
import { BatchResponse, batchParameter } from './batch-response.ts';
import { changeStatus } from './change-status.ts';

export const pauseBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/{batchId}/pause',
  operationId: 'pauseBatch',
  tag: 'Batch calls',
  summary: 'Pause batch',
  description: 'No further call begins; those under way finish. A batch that is paused already stays so.',
  scope: 'batches:write',
  parameters: batchParameter,
  reply: BatchResponse,
  errorCodes: ['batch_ended'],

  async handle(request, context) {
    return changeStatus(request, context, () => 'paused');
  },
});
