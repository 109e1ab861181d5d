import type { MessageCarrier, MessageChannel } from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { NumberZones } from '../../core/number-zones.ts';
import type { Random } from '../../core/random.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobContext } from '../../jobs/job.ts';
import { removeQueuedJobs } from '../../jobs/remove-queued-jobs.ts';
import { scheduleJob } from '../../jobs/schedule-job.ts';
import type { ConversationRow } from '../../store/conversations/conversations.ts';
import type { MessageRow } from '../../store/conversations/messages.ts';
import { findWaitingMessage } from '../../store/conversations/sending.ts';
import type { Database } from '../../store/database.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { MailTokens } from '../mail-tokens.ts';
import { type MessageRoute, type MessageRoutes, networkOf } from './message-routes.ts';

/** The dependencies of sending. */
export interface SendingContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly logger: Logger;
  readonly routes: MessageRoutes;
  readonly tokens: MailTokens;
  readonly zones: NumberZones;
  /** Open carriers by name. */
  readonly carriers: ReadonlyMap<string, MessageCarrier>;
}

/** The message of a job, and the job. */
export interface SendingJob {
  readonly workspaceId: string;
  readonly messageId: string;
  readonly conversationId: string;
  readonly channel: MessageChannel;
  readonly recipient: string;
  readonly job: Pick<JobContext, 'complete' | 'signal'>;
}

/** Completes the job and enqueues the next attempt of its message, in one transaction. */
export async function sendLater(tx: Queryable, sending: SendingJob, runAt: Date): Promise<void> {
  await sending.job.complete(tx);
  await rescheduleSend(tx, sending, { messageId: sending.messageId, runAt });
}

/** Lets the next due message of the conversation be sent, after a message has left the queue. */
export async function sendNext(
  tx: Queryable,
  conversation: Pick<ConversationRow, 'id' | 'workspaceId' | 'channel' | 'recipient'>,
  at: Date,
): Promise<void> {
  const { id: conversationId, workspaceId } = conversation;
  const next = await findWaitingMessage(tx, { workspaceId, conversationId, at });
  if (next !== undefined)
    await rescheduleSend(tx, conversation, { messageId: next.messageId, runAt: next.dueAt });
}

/**
 * The kinds of the jobs that send one message each. Their key is the id of the message. Each carrier has its own kind and its own runner, so that a slow
 * carrier does not delay the messages of another.
 */
export const sendKinds = ['send-sms', 'send-email', 'send-test-sms', 'send-test-email'] as const;
export type SendKind = (typeof sendKinds)[number];

/** Returns the kind of the jobs of a route. */
export const sendKindOf = ({ channel, carries }: Pick<MessageRoute, 'channel' | 'carries'>): SendKind =>
  carries === 'test' ? `send-test-${channel}` : `send-${channel}`;

export interface SendMessageJob {
  readonly messageId: string;
}

const kindOf = ({ channel, recipient }: Pick<ConversationRow, 'channel' | 'recipient'>): SendKind =>
  sendKindOf({ channel, carries: networkOf(recipient) });

/** Enqueues the sending of a message at its due time, in the transaction that makes it due. Does nothing for a message without a due time. */
export async function enqueueSend(
  tx: Queryable,
  conversation: Pick<ConversationRow, 'channel' | 'recipient'>,
  { id: messageId, workspaceId, dueAt }: Pick<MessageRow, 'id' | 'workspaceId' | 'dueAt'>,
): Promise<void> {
  if (dueAt === null) return;
  await enqueueJob(tx, {
    kind: kindOf(conversation),
    key: messageId,
    workspaceId,
    runAt: dueAt,
    payload: { messageId } satisfies SendMessageJob,
  });
}

/** Enqueues the sending of a message, or moves its queued job to `runAt`. */
export async function rescheduleSend(
  tx: Queryable,
  conversation: Pick<ConversationRow, 'channel' | 'recipient' | 'workspaceId'>,
  { messageId, runAt }: { readonly messageId: string; readonly runAt: Date },
): Promise<void> {
  const { workspaceId } = conversation;
  const payload: SendMessageJob = { messageId };
  await scheduleJob(tx, { kind: kindOf(conversation), key: messageId, workspaceId, runAt, payload });
}

/** Removes the queued jobs of messages that are no longer sent, in the transaction that rejects them. */
export async function cancelSends(
  tx: Queryable,
  { workspaceId, messageIds }: { readonly workspaceId: string; readonly messageIds: readonly string[] },
): Promise<void> {
  await removeQueuedJobs(tx, { workspaceId, kinds: sendKinds, keys: messageIds });
}
