import type { Clock } from '../../core/clock.ts';
import type { IdSource } from '../../core/ids.ts';
import type { Logger } from '../../core/logger.ts';
import type { NumberZones } from '../../core/number-zones.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import type { EgressClient } from '../../egress/egress-client.ts';
import type { RequestSecrets } from '../../egress/request-secrets.ts';
import { scheduleJob } from '../../jobs/schedule-job.ts';
import type { ModelDirectory } from '../../models/model-directory.ts';
import type { ConversationKey } from '../../store/conversations/conversations.ts';
import { findReplyDue } from '../../store/conversations/replies.ts';
import type { Database } from '../../store/database.ts';
import type { Queryable } from '../../store/queryable.ts';
import type { MessageRoutes } from '../sending/message-routes.ts';

/** The dependencies of replies. */
export interface ReplyContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly ids: IdSource;
  readonly zones: NumberZones;
  readonly models: ModelDirectory;
  /** Undefined: usage has no prices. */
  readonly prices?: PriceTable | undefined;
  readonly routes: MessageRoutes;
  /** Sends the requests of tools and flow nodes. */
  readonly http: {
    readonly egress: Pick<EgressClient, 'send'>;
    readonly secrets: RequestSecrets;
  };
}

/** The kind of the jobs that answer the inbound messages of one conversation each. Their key is the id of the conversation. */
export const replyKind = 'reply-to-conversation';

export interface ReplyJob {
  readonly conversationId: string;
}

/**
 * Schedules the reply to the inbound messages of a conversation. `tx` is the transaction that stores the latest of them, and has locked the conversation. If a
 * reply is queued already, its job is moved to the new due time. A reply in progress finds the new message when it locks the conversation.
 */
export async function scheduleReply(tx: Queryable, conversation: ConversationKey, at: Date): Promise<void> {
  const { workspaceId, conversationId } = conversation;
  const runAt = await findReplyDue(tx, conversation, at);
  const payload: ReplyJob = { conversationId };
  await scheduleJob(tx, { kind: replyKind, key: conversationId, workspaceId, runAt, payload });
}
