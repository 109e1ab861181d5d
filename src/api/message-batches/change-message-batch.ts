import { reject } from '../../core/problems.ts';
import { isMessageBatchEnded, type MessageBatchStatus } from '../../domain/batches/message-batch.ts';
import { publishMessageBatch } from '../../messaging/message-events.ts';
import { scheduleMessageBatch } from '../../messaging/sending/message-batch-job.ts';
import { cancelSends } from '../../messaging/sending/send-jobs.ts';
import { countBatchMessages, rejectUnsentMessages } from '../../store/batches/batch-messages.ts';
import {
  changeMessageBatch,
  lockMessageBatch,
  type MessageBatchRow,
} from '../../store/batches/message-batches.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { ApiContext } from '../context.ts';
import { endpoint, type EndpointRequest } from '../endpoint.ts';
import {
  MessageBatchResponse,
  messageBatchParameter,
  readMessageBatchResponse,
} from './message-batch-response.ts';

type ChangeRequest = EndpointRequest<typeof messageBatchParameter, unknown, unknown>;

/** Locks the batch, changes it with `change`, and returns the response. */
function changeBatch(
  { path: { batchId }, caller, requestRecord }: ChangeRequest,
  context: ApiContext,
  change: (tx: Queryable, batch: MessageBatchRow, at: Date) => Promise<MessageBatchRow>,
) {
  const { workspaceId } = caller;
  const at = new Date(context.clock.now());
  return context.database.inWorkspace(workspaceId).transaction(async (tx) => {
    const batch = (await lockMessageBatch(tx, { workspaceId, batchId })) ?? reject('batch_not_found');
    const changed = await change(tx, batch, at);
    return requestRecord.storeResponse(tx, await readMessageBatchResponse(tx, changed, caller, context));
  });
}

/** Sets the status of a locked batch, from which the transition is allowed. */
async function setStatus(
  tx: Queryable,
  { id: batchId, workspaceId }: MessageBatchRow,
  change: { readonly to: MessageBatchStatus; readonly approvedBy?: string; readonly at: Date },
): Promise<MessageBatchRow> {
  return (await changeMessageBatch(tx, { workspaceId, batchId, ...change }))!;
}

const liveBatchMessage =
  'A test key sends only batches of messages that a test key started. Use a live key for this batch.';

/** @throws {Problem} `test_key` if a test key would send the messages of a live key */
export function requireOwnBatch(
  { caller }: Pick<ChangeRequest, 'caller'>,
  { testOnly }: MessageBatchRow,
): void {
  if (caller.isTestKey && !testOnly) reject('test_key', { details: liveBatchMessage });
}

export const approveMessageBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-messages/{batchId}/approve',
  operationId: 'approveMessageBatch',
  tag: 'Batch messages',
  summary: 'Approve message batch',
  description:
    'Approves all messages of a batch with `approval: first`. They have the texts of the version of the flow that `firstMessages` shows. To reject them, cancel the batch.',
  scope: 'messages:send',
  parameters: messageBatchParameter,
  reply: MessageBatchResponse,
  errorCodes: ['batch_not_awaiting_approval', 'test_key'],

  async handle(request, context) {
    return changeBatch(request, context, async (tx, batch, at) => {
      requireOwnBatch(request, batch);
      if (batch.status !== 'pending_approval') reject('batch_not_awaiting_approval');
      const approvedBy = request.caller.actor.id;
      const approved = await setStatus(tx, batch, { to: 'scheduled', approvedBy, at });
      await scheduleMessageBatch(tx, approved, approved.scheduledAt ?? at);
      return approved;
    });
  },
});

export const pauseMessageBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-messages/{batchId}/pause',
  operationId: 'pauseMessageBatch',
  tag: 'Batch messages',
  summary: 'Pause message batch',
  description:
    'Creates no further messages. Messages that exist are sent. Pausing a paused batch changes nothing.',
  scope: 'messages:send',
  parameters: messageBatchParameter,
  reply: MessageBatchResponse,
  errorCodes: ['batch_ended', 'batch_awaits_approval'],

  async handle(request, context) {
    return changeBatch(request, context, async (tx, batch, at) => {
      if (isMessageBatchEnded(batch.status)) reject('batch_ended');
      if (batch.status === 'pending_approval') reject('batch_awaits_approval');
      return batch.status === 'paused' ? batch : setStatus(tx, batch, { to: 'paused', at });
    });
  },
});

export const resumeMessageBatch = endpoint({
  method: 'POST',
  path: '/v1/api/batch-messages/{batchId}/resume',
  operationId: 'resumeMessageBatch',
  tag: 'Batch messages',
  summary: 'Resume message batch',
  description: 'Continues a paused batch. A batch that is not paused is not changed.',
  scope: 'messages:send',
  parameters: messageBatchParameter,
  reply: MessageBatchResponse,
  errorCodes: ['batch_ended', 'test_key'],

  async handle(request, context) {
    return changeBatch(request, context, async (tx, batch, at) => {
      if (isMessageBatchEnded(batch.status)) reject('batch_ended');
      requireOwnBatch(request, batch);
      if (batch.status !== 'paused') return batch;
      const to = batch.startedAt === null ? 'scheduled' : 'running';
      const resumed = await setStatus(tx, batch, { to, at });
      await scheduleMessageBatch(tx, resumed, at);
      return resumed;
    });
  },
});

export const cancelMessageBatch = endpoint({
  method: 'DELETE',
  path: '/v1/api/batch-messages/{batchId}',
  operationId: 'cancelMessageBatch',
  tag: 'Batch messages',
  summary: 'Cancel message batch',
  description:
    'Cancels every row whose message was not handed to the carrier. The request can be repeated; it then returns the batch with its current counts.',
  scope: 'messages:send',
  parameters: messageBatchParameter,
  reply: MessageBatchResponse,
  errorCodes: ['batch_not_cancellable'],

  async handle(request, context) {
    return changeBatch(request, context, async (tx, batch, at) => {
      if (batch.status === 'cancelled') return batch;
      if (isMessageBatchEnded(batch.status)) reject('batch_not_cancellable');
      const key = { workspaceId: batch.workspaceId, batchId: batch.id };
      const cancelled = await setStatus(tx, batch, { to: 'cancelled', at });
      const messageIds = await rejectUnsentMessages(tx, { ...key, by: request.caller.actor.id, at });
      await cancelSends(tx, { workspaceId: batch.workspaceId, messageIds });
      const counts = await countBatchMessages(tx, key);
      await publishMessageBatch(tx, cancelled, { event: 'cancelled', counts, at });
      return cancelled;
    });
  },
});
