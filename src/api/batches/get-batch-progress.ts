import { reject } from '../../core/problems.ts';
import { BatchProgress } from '../../domain/batches/batch.ts';
import { endpoint } from '../endpoint.ts';
import { batchParameter } from './batch-response.ts';
import { readProgress } from './read-progress.ts';

export const BatchProgressResponse = BatchProgress.meta({ id: 'BatchProgress' });

export const getBatchProgress = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}/status',
  operationId: 'getBatchProgress',
  tag: 'Batch calls',
  summary: 'Get batch progress',
  description: 'A consistent snapshot: the counts by status always add up to `total`.',
  scope: 'batches:read',
  parameters: batchParameter,
  reply: BatchProgressResponse,

  async handle({ caller: { workspaceId, limits }, path: { batchId } }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    return (
      (await readProgress(db, { workspaceId, batchId }, clock.now(), limits.callStartsPerSecond)) ??
      reject('batch_not_found')
    );
  },
});
