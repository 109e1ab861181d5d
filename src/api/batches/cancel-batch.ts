import { z } from 'zod';
import { publishCallCommand } from '../../contracts/call-commands.ts';
import { newId } from '../../core/ids.ts';
import { reject } from '../../core/problems.ts';
import { type BatchKey, type BatchRow, changeBatchStatus, findBatch } from '../../store/batches/batches.ts';
import { findOpenCalls } from '../../store/batches/callee-history.ts';
import type { Queryable } from '../../store/queryable.ts';
import { publishEvent } from '../publish-event.ts';
import { cancelQueued } from '../calls/cancel-call.ts';
import type { ApiContext } from '../context.ts';
import { endpoint } from '../endpoint.ts';
import { BatchResponse, batchParameter, countsOf, toBatchResponse } from './batch-response.ts';

/** Sequence number of `batch.cancelled`. The `batch.started` event has sequence number 1. */
const cancelledEventSequence = 2;

export const cancelBatch = endpoint({
  method: 'DELETE',
  path: '/v1/api/batch-calls/{batchId}',
  operationId: 'cancelBatch',
  tag: 'Batch calls',
  summary: 'Cancel batch',
  description:
    'Cancels every call that has not started. Calls in progress finish unless `hangup` is `true`. The request can be repeated; it then returns the batch with its current counts.',
  scope: 'batches:write',
  parameters: batchParameter,
  query: z.strictObject({
    hangup: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'Whether calls in progress are ended too.' }),
  }),
  reply: BatchResponse,
  errorCodes: ['batch_not_cancellable'],

  async handle({ caller: { workspaceId, actor }, path: { batchId }, query, requestRecord }, context) {
    const batchKey = { workspaceId, batchId };
    const at = new Date(context.clock.now());
    const db = context.database.inWorkspace(workspaceId);
    const response = await db.transaction(async (tx) =>
      requestRecord.storeResponse(tx, toBatchResponse(await cancel(tx, batchKey, at))),
    );
    if (query.hangup === 'true') await hangUpCalls(batchKey, actor.id, context);
    return response;
  },
});

async function cancel(tx: Queryable, batchKey: BatchKey, at: Date): Promise<BatchRow> {
  const changed = await changeBatchStatus(tx, { ...batchKey, to: 'cancelled', at });
  const batch = changed ?? (await findBatch(tx, batchKey)) ?? reject('batch_not_found');
  if (batch.status !== 'cancelled') reject('batch_not_cancellable');
  if (changed === undefined) return batch;
  const { workspaceId, batchId } = batchKey;
  const data = { batchId, agentId: batch.agentId, ...countsOf(changed) };
  await publishEvent(tx, {
    type: 'batch.cancelled',
    workspaceId,
    subjectId: batchId,
    sequence: cancelledEventSequence,
    data,
    at,
  });
  return changed;
}

const hangUpDetail = 'The batch was cancelled and its calls in progress were ended.';

/** Cancels queued calls in the database. For every other open call, sends an end command and does not wait for the end of the call. */
async function hangUpCalls(
  batchKey: BatchKey,
  author: string,
  { database, bus, clock }: ApiContext,
): Promise<void> {
  const { workspaceId } = batchKey;
  const db = database.inWorkspace(workspaceId);
  for (const callId of await findOpenCalls(db, batchKey)) {
    const call = await cancelQueued(db, { workspaceId, callId }, 'The batch was cancelled.', { clock });
    if (call !== undefined) continue;
    const command = { type: 'end', detail: hangUpDetail } as const;
    const commandId = newId('request');
    publishCallCommand(bus, { callId, commandId, command, author, sentAtMs: clock.now() });
  }
}
