import { refuse } from '../../core/problems.ts';
import { BatchProgress } from '../../domain/batches/batch.ts';
import { percentDone, secondsLeft } from '../../domain/batches/batch-figures.ts';
import { countRecentCalls } from '../../store/batches/count-recent-calls.ts';
import { findBatch } from '../../store/batches/find-batch.ts';
import { endpoint } from '../endpoint.ts';
import { batchParameter, figuresOf } from './batch-answer.ts';

const minuteMs = 60_000;

export const getBatchProgress = endpoint({
  method: 'GET',
  path: '/v1/api/batch-calls/{batchId}/status',
  operationId: 'getBatchProgress',
  tag: 'Batch calls',
  summary: 'Get batch progress',
  description: 'The figures of one moment: the statuses always add up to `total`.',
  scope: 'batches:read',
  parameters: batchParameter,
  reply: BatchProgress.meta({ id: 'BatchProgress' }),

  async handle({ caller: { workspaceId }, path: { batchId } }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    const batch = (await findBatch(db, { workspaceId, batchId })) ?? refuse('batch_not_found');
    const since = new Date(clock.now() - minuteMs);
    const callsPerMinute = await countRecentCalls(db, { workspaceId, batchId, since });
    const figures = figuresOf(batch);
    return {
      batchId,
      status: batch.status,
      waitingFor: batch.waitingFor,
      ...figures,
      percent: percentDone(figures),
      callsPerMinute,
      etaSeconds: secondsLeft(figures, callsPerMinute),
    };
  },
});
