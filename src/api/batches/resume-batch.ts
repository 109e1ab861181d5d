import { endpoint } from '../endpoint.ts';
import { BatchAnswer, batchParameter, showBatch } from './batch-answer.ts';
import { changeStatus } from './change-status.ts';

export const resumeBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-calls/{batchId}/resume',
  operationId: 'resumeBatch',
  tag: 'Batch calls',
  summary: 'Resume batch',
  description: 'Goes on where it was paused. A batch that is not paused stays as it is.',
  scope: 'batches:write',
  parameters: batchParameter,
  reply: BatchAnswer,
  refuses: ['batch_ended'],

  async handle({ caller: { workspaceId }, path: { batchId } }, { database, clock }) {
    const scope = database.inWorkspace(workspaceId);
    const at = new Date(clock.now());
    const before = (startedAt: Date | null) => (startedAt === null ? 'scheduled' : 'running');
    const batch = await changeStatus(scope, { workspaceId, batchId, at }, ({ status, startedAt }) =>
      status === 'paused' ? before(startedAt) : status,
    );
    return showBatch(batch);
  },
});
