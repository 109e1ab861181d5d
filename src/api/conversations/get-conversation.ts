import { reject } from '../../core/problems.ts';
import { findConversation } from '../../store/conversations/conversations.ts';
import { repeatableRead } from '../../store/queryable.ts';
import { endpoint } from '../endpoint.ts';
import { ConversationResponse, conversationParameter } from './conversation-response.ts';
import { toConversationResponses } from './to-conversation-responses.ts';

const maxMessages = 1000;

export const getConversation = endpoint({
  method: 'GET',
  path: '/v1/api/conversations/{conversationId}',
  operationId: 'getConversation',
  tag: 'Conversations',
  summary: 'Get a conversation',
  description: `Returns the conversation with its last ${maxMessages} messages, oldest first.`,
  scope: 'conversations:read',
  workspace: 'required',
  parameters: conversationParameter,
  reply: ConversationResponse,

  async handle({ caller: { workspaceId }, path: { conversationId } }, { database, clock }) {
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      // So that no draft is returned without the attention that was stored with it.
      await tx.write(repeatableRead);
      const row = await findConversation(tx, { workspaceId, conversationId });
      const rows = [row ?? reject('conversation_not_found')];
      const at = new Date(clock.now());
      const [conversation] = await toConversationResponses(tx, rows, { workspaceId, maxMessages, at });
      return conversation!;
    });
  },
});
