import { endpoint } from '../endpoint.ts';
import { BatchResponse, batchParameter } from './batch-response.ts';
import { changeStatus } from './change-status.ts';

export const pauseBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/{batchId}/pause',
  operationId: 'pauseBatch',
  tag: 'Batch calls',
  summary: 'Pause batch',
  description: 'Starts no further calls. Calls in progress finish. Pausing a paused batch changes nothing.',
  scope: 'batches:write',
  parameters: batchParameter,
  reply: BatchResponse,
  errorCodes: ['batch_ended'],

  async handle(request, context) {
    return changeStatus(request, context, () => 'paused');
  },
});
