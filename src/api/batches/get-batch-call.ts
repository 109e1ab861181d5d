import { reject } from '../../core/problems.ts';
import { findBatchJob } from '../../store/batches/batch-jobs.ts';
import { findBatch } from '../../store/batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { BatchJobResponse, jobParameter, toBatchJobResponse } from './batch-response.ts';

export const getBatchCall = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}/calls/{jobId}',
  operationId: 'getBatchCall',
  tag: 'Batch calls',
  summary: 'Get individual call status',
  scope: 'batches:read',
  parameters: jobParameter,
  reply: BatchJobResponse,

  async handle({ caller: { workspaceId }, path: { batchId, jobId } }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const job = await findBatchJob(db, { workspaceId, batchId, jobId });
    if (job !== undefined) return toBatchJobResponse(job);
    const batch = await findBatch(db, { workspaceId, batchId });
    return reject(batch === undefined ? 'batch_not_found' : 'job_not_found');
  },
});
