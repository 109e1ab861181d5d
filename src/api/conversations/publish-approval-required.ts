import type { ConversationRow } from '../../store/conversations/conversation-row.ts';
import type { MessageRow } from '../../store/conversations/message-row.ts';
import { appendEvent } from '../../store/events/append-event.ts';
import type { Queryable } from '../../store/queryable.ts';

/** Publishes that a message waits for approval, in the transaction that stores the message. */
export async function publishApprovalRequired(
  tx: Queryable,
  { id, workspaceId, flowId, agentId, channel, recipient }: ConversationRow,
  { id: messageId, sequence, status, content, createdAt }: MessageRow,
): Promise<void> {
  await appendEvent(tx, {
    workspaceId,
    type: 'message.approval_required',
    subjectId: id,
    sequence,
    data: {
      conversationId: id,
      messageId,
      flowId,
      agentId,
      channel,
      to: recipient,
      status,
      message: content,
    },
    at: createdAt,
  });
}
