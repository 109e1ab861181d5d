import { reject } from '../../core/problems.ts';
import { endpoint } from '../endpoint.ts';
import { BatchResponse, batchParameter } from './batch-response.ts';
import { changeStatus } from './change-status.ts';

export const resumeBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/{batchId}/resume',
  operationId: 'resumeBatch',
  tag: 'Batch calls',
  summary: 'Resume batch',
  description: 'Continues a paused batch. A batch that is not paused is not changed.',
  scope: 'batches:write',
  parameters: batchParameter,
  reply: BatchResponse,
  errorCodes: ['batch_ended', 'test_key'],

  async handle(request, context) {
    const statusBeforePause = (startedAt: Date | null) => (startedAt === null ? 'scheduled' : 'running');
    return changeStatus(request, context, ({ status, startedAt, testOnly }) => {
      if (request.caller.isTestKey && !testOnly) reject('test_key', { details: liveBatchMessage });
      return status === 'paused' ? statusBeforePause(startedAt) : status;
    });
  },
});

const liveBatchMessage =
  'A test key resumes only batches that a test key started. Use a live key for this batch.';
