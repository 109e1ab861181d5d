import type { MessageCarrier, MessageChannel } from '../contracts/message-carrier.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { NumberZones } from '../core/number-zones.ts';
import type { Random } from '../core/random.ts';
import type { JobContext } from '../jobs/job.ts';
import type { ConversationRow } from '../store/conversations/conversations.ts';
import { findWaitingMessage } from '../store/conversations/sending.ts';
import type { Database } from '../store/database.ts';
import type { Queryable } from '../store/queryable.ts';
import type { MailTokens } from './mail-tokens.ts';
import type { MessageRoutes } from './message-routes.ts';
import { rescheduleSend } from './send-jobs.ts';

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
