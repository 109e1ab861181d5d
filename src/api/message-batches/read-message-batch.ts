import type { z } from 'zod';
import { reject } from '../../core/problems.ts';
import {
  isMessageBatchEnded,
  MessageBatchProgress,
  messageBatchStatus,
  type MessageCounts,
} from '../../domain/batches/message-batch.ts';
import { countBatchMessages, findNextBatchMessage } from '../../store/batches/batch-messages.ts';
import type { BatchKey } from '../../store/batches/batches.ts';
import {
  findMessageBatch,
  listMessageBatches as findMessageBatches,
  type MessageBatchRow,
} from '../../store/batches/message-batches.ts';
import type { Queryable } from '../../store/queryable.ts';
import { endpoint } from '../endpoint.ts';
import { listQuery, listResponse, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { streamProgress } from '../batches/follow-batch.ts';
import {
  MessageBatchResponse,
  messageBatchParameter,
  readMessageBatchResponse,
} from './message-batch-response.ts';

export const getMessageBatch = endpoint({
  method: 'GET',
  path: '/v1/api/batch-messages/{batchId}',
  operationId: 'getMessageBatch',
  tag: 'Batch messages',
  summary: 'Get message batch',
  description: 'Returns the batch with its counts, and its first messages while it waits for approval.',
  scope: 'batches:read',
  parameters: messageBatchParameter,
  reply: MessageBatchResponse,

  async handle({ caller, path: { batchId } }, context) {
    const { workspaceId } = caller;
    const db = context.database.inWorkspace(workspaceId);
    const batch = (await findMessageBatch(db, { workspaceId, batchId })) ?? reject('batch_not_found');
    return readMessageBatchResponse(db, batch, caller, context);
  },
});

export const listMessageBatches = endpoint({
  method: 'GET',
  path: '/v1/api/batch-messages',
  operationId: 'listMessageBatches',
  tag: 'Batch messages',
  summary: 'List message batches',
  description: 'Sorted newest first.',
  scope: 'batches:read',
  query: listQuery({
    status: messageBatchStatus.optional(),
    flowId: queryText.optional().meta({ description: 'The id of the flow.' }),
    search: queryText.optional().meta({ description: 'Matches anywhere in the name, ignoring case.' }),
  }),
  reply: listResponseSchema('batches', MessageBatchResponse),

  async handle({ caller, query }, context) {
    const { workspaceId } = caller;
    const { status, flowId, search } = query;
    const db = context.database.inWorkspace(workspaceId);
    const filters = { workspaceId, status, flowId, search, ...listWindow(query) };
    const { rows, ...page } = await findMessageBatches(db, filters);
    const responses = await Promise.all(
      rows.map((batch) => readMessageBatchResponse(db, batch, caller, context)),
    );
    return listResponse('batches', query, { ...page, rows: responses }, (response) => response);
  },
});

const MessageBatchProgressResponse = MessageBatchProgress.meta({ id: 'MessageBatchProgress' });

type Progress = z.input<typeof MessageBatchProgress>;

/** Returns the progress of a batch; undefined if it does not exist. */
async function readMessageProgress(
  db: Queryable,
  key: BatchKey,
  nowMs: number,
): Promise<Progress | undefined> {
  const batch = await findMessageBatch(db, key);
  if (batch === undefined) return undefined;
  const counts = await countBatchMessages(db, key);
  const next = batch.status === 'running' ? await findNextBatchMessage(db, key) : undefined;
  const dueAt = batch.status === 'scheduled' ? batch.scheduledAt : (next?.runAt ?? null);
  const waitsForTime = dueAt !== null && dueAt.getTime() > nowMs;
  return {
    batchId: batch.id,
    status: batch.status,
    ...counts,
    percent: percentOf(counts),
    etaSeconds: etaSecondsOf(batch, counts, waitsForTime),
    waitingUntil: waitsForTime ? dueAt.toISOString() : null,
  };
}

/** Returns the progress from 0 to 100 with one decimal; 100 only if every row has ended. */
function percentOf({ total, pending, pendingApproval, inProgress }: MessageCounts): number {
  const open = pending + pendingApproval + inProgress;
  if (total === 0 || open === 0) return 100;
  return Math.min(Math.floor(((total - open) / total) * 1000) / 10, 99.9);
}

function etaSecondsOf(
  { status, messagesPerSecond }: MessageBatchRow,
  { pending, pendingApproval, inProgress }: MessageCounts,
  waitsForTime: boolean,
): number | null {
  if (isMessageBatchEnded(status)) return 0;
  if (status !== 'running' || waitsForTime || pendingApproval > 0) return null;
  return Math.ceil((pending + inProgress) / messagesPerSecond);
}

export const getMessageBatchProgress = endpoint({
  method: 'GET',
  path: '/v1/api/batch-messages/{batchId}/status',
  operationId: 'getMessageBatchProgress',
  tag: 'Batch messages',
  summary: 'Get message batch progress',
  description: 'A consistent snapshot: the counts by status always add up to `total`.',
  scope: 'batches:read',
  parameters: messageBatchParameter,
  reply: MessageBatchProgressResponse,

  async handle({ caller: { workspaceId }, path: { batchId } }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    const progress = await readMessageProgress(db, { workspaceId, batchId }, clock.now());
    return progress ?? reject('batch_not_found');
  },
});

/** Interval at which progress is polled: counting reads every row of the batch. */
const pollIntervalMs = 1_000;

export const followMessageBatch = endpoint({
  method: 'GET',
  path: '/v1/api/batch-messages/{batchId}/events',
  operationId: 'followMessageBatch',
  tag: 'Batch messages',
  summary: 'Follow message batch progress',
  description:
    'Server-sent events. `progress` contains the counts. It is sent immediately and after each change, at most once a second. `end` comes last, when the batch has ended and none of its messages is being sent. The server closes a stream after ten minutes, or when the client reads too slowly. Reconnect with `Last-Event-ID`, as browsers do; the new stream starts with the current counts.',
  scope: 'batches:read',
  parameters: messageBatchParameter,
  reply: {
    contentType: 'text/event-stream',
    description: 'Each event has an ascending `id` and the counts as JSON.',
    event: MessageBatchProgressResponse,
  },
  errorCodes: ['stream_limit_reached'],

  async handle({ caller: { workspaceId, actor }, path: { batchId }, header }, { database, clock, streams }) {
    const db = database.inWorkspace(workspaceId);
    const read = () => readMessageProgress(db, { workspaceId, batchId }, clock.now());
    const first = (await read()) ?? reject('batch_not_found');
    const reader = { id: actor.id, workspaceId, lastEventId: header('last-event-id') };
    const isFinished = ({ status, inProgress }: Progress) => isMessageBatchEnded(status) && inProgress === 0;
    return streams.open(reader, (writer) =>
      streamProgress(writer, { first, isFinished }, async () => {
        await clock.sleep(pollIntervalMs, writer.signal);
        return read();
      }),
    );
  },
});
