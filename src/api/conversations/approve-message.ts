import { reject } from '../../core/problems.ts';
import { ApprovalInput } from '../../domain/conversations/conversation.ts';
import { enqueueSend } from '../../messaging/sending/send-jobs.ts';
import { lockConversation, recordPersonalAction } from '../../store/conversations/conversations.ts';
import { endpoint } from '../endpoint.ts';
import { MessageResponse, messageParameters, toMessageResponse } from './conversation-response.ts';
import { rejectUnreachable, unreachableCodes } from './reject-unreachable.ts';
import { applyDecision } from './apply-decision.ts';

export const approveMessage = endpoint({
  method: 'POST',
  path: '/v1/api/conversations/{conversationId}/messages/{messageId}/approve',
  operationId: 'approveMessage',
  tag: 'Conversations',
  summary: 'Approve a message',
  description:
    'Approves the message. `message` replaces its text; `decision.draft` then has the original text. The message is sent immediately, unless the flow has quiet hours now.',
  scope: 'messages:send',
  workspace: 'required',
  parameters: messageParameters,
  body: ApprovalInput.default({}),
  reply: MessageResponse,
  errorCodes: ['message_settled', ...unreachableCodes],

  async handle(
    { caller, path, body, requestRecord, addAuditDetails },
    { database, clock, messageRoutes: routes },
  ) {
    const { workspaceId, actor } = caller;
    const decision = {
      workspaceId,
      ...path,
      status: 'approved',
      content: body.message,
      by: actor.id,
    } as const;
    addAuditDetails({ messageId: path.messageId });
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const { conversationId } = path;
      const conversation =
        (await lockConversation(tx, { workspaceId, conversationId })) ?? reject('conversation_not_found');
      const message = await applyDecision(tx, { ...decision, at: new Date(clock.now()) });
      await rejectUnreachable(tx, conversation, { caller, routes, at: message.updatedAt });
      await enqueueSend(tx, conversation, message);
      await recordPersonalAction(tx, {
        workspaceId,
        conversationId,
        action: 'handle',
        by: actor.id,
        at: message.updatedAt,
      });
      return requestRecord.storeResponse(tx, toMessageResponse(message, conversation));
    });
  },
});
