import { reject } from '../../core/problems.ts';
import { findBatchJob } from '../../store/batches/batch-jobs.ts';
import { findBatch } from '../../store/batches/batches.ts';
import { endpoint } from '../endpoint.ts';
import { BatchCallRow, callRows } from './batch-call-row.ts';
import { jobParameter } from './batch-response.ts';

export const getBatchCall = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}/calls/{jobId}',
  operationId: 'getBatchCall',
  tag: 'Batch calls',
  summary: 'Get individual call status',
  scope: 'batches:read',
  parameters: jobParameter,
  reply: BatchCallRow,

  async handle({ caller: { workspaceId, scopes }, path: { batchId, jobId } }, { database }) {
    const db = database.inWorkspace(workspaceId);
    const batch = (await findBatch(db, { workspaceId, batchId })) ?? reject('batch_not_found');
    const job = (await findBatchJob(db, { workspaceId, batchId, jobId })) ?? reject('job_not_found');
    const toRow = await callRows(db, batch, { scopes, jobIds: [jobId] });
    return toRow(job);
  },
});
