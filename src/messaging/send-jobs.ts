import type { MessageRow } from '../store/conversations/message-row.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { removeQueuedJobs } from '../jobs/remove-queued-jobs.ts';
import { scheduleJob } from '../jobs/schedule-job.ts';
import type { Queryable } from '../store/queryable.ts';

/** The kind of the jobs that send one message each. Their key is the id of the message. */
export const sendMessageKind = 'send-message';

export interface SendMessageJob {
  readonly messageId: string;
}

/** The message of a job. */
type Sendable = Pick<MessageRow, 'id' | 'workspaceId'>;

/** Enqueues the sending of a message at its due time, in the transaction that makes it due. Does nothing for a message without a due time. */
export async function enqueueSend(
  tx: Queryable,
  { id: messageId, workspaceId, dueAt }: Sendable & { readonly dueAt: Date | null },
): Promise<void> {
  if (dueAt === null) return;
  await enqueueJob(tx, {
    kind: sendMessageKind,
    key: messageId,
    workspaceId,
    runAt: dueAt,
    payload: { messageId } satisfies SendMessageJob,
  });
}

/** Enqueues the sending of a message, or moves its queued job to `runAt`. */
export async function rescheduleSend(
  tx: Queryable,
  { id: messageId, workspaceId }: Sendable,
  runAt: Date,
): Promise<void> {
  const payload: SendMessageJob = { messageId };
  await scheduleJob(tx, { kind: sendMessageKind, key: messageId, workspaceId, runAt, payload });
}

/** Removes the queued jobs of messages that are no longer sent, in the transaction that rejects them. */
export async function cancelSends(
  tx: Queryable,
  { workspaceId, messageIds }: { readonly workspaceId: string; readonly messageIds: readonly string[] },
): Promise<void> {
  await removeQueuedJobs(tx, { workspaceId, kinds: [sendMessageKind], keys: messageIds });
}
