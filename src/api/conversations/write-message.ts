import { reject } from '../../core/problems.ts';
import { MessageInput } from '../../domain/conversations/conversation.ts';
import { enqueueSend } from '../../messaging/sending/send-jobs.ts';
import {
  findConversation,
  lockConversation,
  recordPersonalAction,
} from '../../store/conversations/conversations.ts';
import { insertMessage } from '../../store/conversations/messages.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import {
  conversationParameter,
  isOpen,
  MessageResponse,
  toMessageResponse,
} from './conversation-response.ts';
import { rejectUnreachable, unreachableCodes } from './reject-unreachable.ts';

export const writeMessage = endpoint({
  method: 'POST',
  path: '/v1/api/conversations/{conversationId}/messages',
  operationId: 'writeMessage',
  tag: 'Conversations',
  summary: 'Write a message',
  description:
    'Sends a message from a person to the customer of an open conversation. The message needs no approval. It takes over the conversation: replies of the agent are drafts until the conversation is released.',
  scope: 'messages:send',
  workspace: 'required',
  parameters: conversationParameter,
  body: MessageInput.meta({ id: 'MessageInput' }),
  reply: MessageResponse,
  errorCodes: ['conversation_closed', ...unreachableCodes],

  async problemOfInvalidBody({ caller: { workspaceId }, path: { conversationId }, faults }, { database }) {
    const conversation = await findConversation(database.inWorkspace(workspaceId), {
      workspaceId,
      conversationId,
    });
    if (conversation === undefined) reject('conversation_not_found');
    return problemFromFaults(faults);
  },

  async handle(
    { caller, path: { conversationId }, body, requestRecord, addAuditDetails },
    { database, clock, ids, messageRoutes: routes },
  ) {
    const { workspaceId, actor } = caller;
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const conversation =
        (await lockConversation(tx, { workspaceId, conversationId })) ?? reject('conversation_not_found');
      if (!isOpen(conversation, at)) reject('conversation_closed');
      await rejectUnreachable(tx, conversation, { caller, routes, at });
      const message = await insertMessage(tx, {
        id: ids.newId('message'),
        workspaceId,
        conversationId,
        direction: 'outbound',
        origin: 'person',
        status: 'approved',
        content: body.message,
        createdBy: actor.id,
        dueAt: at,
        at,
      });
      await enqueueSend(tx, conversation, message!);
      const by = actor.id;
      await recordPersonalAction(tx, { workspaceId, conversationId, action: 'take_over', by, at });
      addAuditDetails({ messageId: message!.id });
      return requestRecord.storeResponse(tx, toMessageResponse(message!, conversation));
    });
  },
});
