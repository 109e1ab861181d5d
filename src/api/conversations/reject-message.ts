import { reject } from '../../core/problems.ts';
import { RejectionInput } from '../../domain/conversations/conversation.ts';
import { cancelSends, sendNext } from '../../messaging/sending/send-jobs.ts';
import { lockConversation } from '../../store/conversations/conversations.ts';
import { endpoint } from '../endpoint.ts';
import { MessageResponse, messageParameters, toMessageResponse } from './conversation-response.ts';
import { applyDecision } from './apply-decision.ts';

export const rejectMessage = endpoint({
  method: 'POST',
  path: '/v1/api/conversations/{conversationId}/messages/{messageId}/reject',
  operationId: 'rejectMessage',
  tag: 'Conversations',
  summary: 'Reject a message',
  description:
    'Rejects a message, so that it is never sent. An approved message can be rejected until its sending starts.',
  scope: 'conversations:write',
  workspace: 'required',
  parameters: messageParameters,
  body: RejectionInput.default({}),
  reply: MessageResponse,
  errorCodes: ['message_settled'],

  async handle(
    { caller: { workspaceId, actor }, path, body, requestRecord, addAuditDetails },
    { database, clock },
  ) {
    const decision = { workspaceId, ...path, status: 'rejected', note: body.reason, by: actor.id } as const;
    addAuditDetails({ messageId: path.messageId });
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const { conversationId } = path;
      const conversation =
        (await lockConversation(tx, { workspaceId, conversationId })) ?? reject('conversation_not_found');
      const at = new Date(clock.now());
      const message = await applyDecision(tx, { ...decision, at });
      await cancelSends(tx, { workspaceId, messageIds: [message.id] });
      await sendNext(tx, conversation, at);
      return requestRecord.storeResponse(tx, toMessageResponse(message, conversation));
    });
  },
});
