import type { MessageCounts } from '../domain/batches/message-batch.ts';
import type { MessageBatchRow } from '../store/batches/message-batches.ts';
import type { ConversationRow } from '../store/conversations/conversations.ts';
import type { ChangedMessage } from '../store/conversations/sending.ts';
import type { MessageRow } from '../store/conversations/messages.ts';
import { appendEvent } from '../store/events.ts';
import type { Queryable } from '../store/queryable.ts';
import { openTask } from '../store/tasks.ts';

/** The conversation of an event. */
type EventConversation = Pick<
  ConversationRow,
  'id' | 'workspaceId' | 'flowId' | 'agentId' | 'channel' | 'recipient' | 'metadata'
>;

/** Publishes that a message waits for approval, and creates its task, in the transaction that stores the message. */
export async function publishApprovalRequired(
  tx: Queryable,
  conversation: EventConversation,
  message: MessageRow,
): Promise<void> {
  await appendEvent(tx, {
    workspaceId: conversation.workspaceId,
    type: 'message.approval_required',
    subjectId: conversation.id,
    sequence: message.sequence,
    data: messageData(conversation, message),
    at: message.createdAt,
  });
  await openTask(tx, {
    workspaceId: conversation.workspaceId,
    kind: 'approval',
    reason: 'A message waits for approval.',
    address: conversation.recipient,
    conversationId: conversation.id,
    messageId: message.id,
    at: message.createdAt,
  });
}

/** Publishes the new status of an outbound message: `sms.sent`, `email.failed` and so on. There is no event for a delivered email. */
export async function publishMessageStatus(
  tx: Queryable,
  conversation: EventConversation,
  message: ChangedMessage,
  status: 'sent' | 'delivered' | 'failed',
): Promise<void> {
  if (status === 'delivered' && conversation.channel === 'email') return;
  const { id: conversationId, workspaceId, channel } = conversation;
  await appendEvent(tx, {
    workspaceId,
    type: `${channel}.${status}`,
    subjectId: conversationId,
    sequence: message.eventSequence,
    data: {
      ...messageData(conversation, message),
      status,
      from: message.fromAddress,
      failure: message.failure,
    },
    at: message.updatedAt,
  });
}

const messageData = (
  { id: conversationId, flowId, agentId, channel, recipient: to, metadata }: EventConversation,
  { id: messageId, status, content: message, metadata: ofMessage }: MessageRow,
) => ({
  conversationId,
  messageId,
  flowId: flowId || null,
  agentId,
  channel,
  to,
  status,
  message,
  metadata: { ...metadata, ...ofMessage },
});

/** Publishes an inbound message, `sms.received` or `email.received`, in the transaction that stores it. `from`: its sender. */
export async function publishReceived(
  tx: Queryable,
  { id: conversationId, workspaceId, flowId, agentId, channel, metadata }: ConversationRow,
  { id: messageId, sequence, status, content: message, attachments, fromAddress: to, createdAt }: MessageRow,
  from: string,
): Promise<void> {
  await appendEvent(tx, {
    workspaceId,
    type: `${channel}.received`,
    subjectId: conversationId,
    sequence,
    data: {
      conversationId,
      messageId,
      flowId: flowId || null,
      agentId,
      channel,
      from,
      to,
      status,
      message,
      attachments,
      metadata,
    },
    at: createdAt,
  });
}

/** Position of each event of a batch of messages. `completed` and `cancelled` are its end. */
const batchEventSequence = { approval_required: 1, started: 2, completed: 3, cancelled: 3 } as const;

/** Publishes a change of a batch of messages, in the transaction of the change. */
export async function publishMessageBatch(
  tx: Queryable,
  { id: batchId, workspaceId, name, flowId, channel, status }: MessageBatchRow,
  {
    event,
    counts,
    at,
  }: {
    readonly event: keyof typeof batchEventSequence;
    readonly counts: MessageCounts;
    readonly at: Date;
  },
): Promise<void> {
  await appendEvent(tx, {
    workspaceId,
    type: `message_batch.${event}`,
    subjectId: batchId,
    sequence: batchEventSequence[event],
    data: { batchId, name, flowId, channel, status, ...counts },
    at,
  });
}
