import { scheduleJob } from '../jobs/schedule-job.ts';
import { findReplyDue } from '../store/conversations/replies.ts';
import type { ConversationKey } from '../store/conversations/conversations.ts';
import type { Queryable } from '../store/queryable.ts';

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
