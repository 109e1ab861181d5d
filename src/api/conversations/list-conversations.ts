import { z } from 'zod';
import { attentionReasons } from '../../domain/conversations/attention.ts';
import { messageStatus } from '../../domain/conversations/message-status.ts';
import { conversationStatus } from '../../domain/conversations/conversation.ts';
import { messageChannels, readRecipient } from '../../domain/conversations/recipient.ts';
import { listConversations as findConversations } from '../../store/conversations/list-conversations.ts';
import { countedMatches, searchConversations } from '../../store/conversations/search-conversations.ts';
import { endpoint } from '../endpoint.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryAddress,
  queryText,
} from '../paging.ts';
import { ConversationResponse } from './conversation-response.ts';
import { toConversationResponses } from './to-conversation-responses.ts';

export const messagesInLists = 50;
/** Shorter texts have no trigram, by which messages are searched. */
const minSearchLength = 3;

export const listConversations = endpoint({
  method: 'GET',
  path: '/v1/api/conversations',
  operationId: 'listConversations',
  tag: 'Conversations',
  summary: 'List conversations',
  description: `Newest first, by \`sort\`, each with its last ${messagesInLists} messages.`,
  scope: 'conversations:read',
  workspace: 'required',
  query: listQuery({
    flowId: queryText.optional().meta({ description: 'The id of the flow.' }),
    agentId: queryText.optional().meta({ description: 'The id of the agent.' }),
    channel: z.enum(messageChannels).optional().meta({ description: '`sms` or `email`.' }),
    recipient: queryAddress.optional().meta({
      description: 'A phone number in E.164, or an email address in any case.',
    }),
    search: z
      .string()
      .min(minSearchLength)
      .max(200)
      .optional()
      .meta({
        description: `Text anywhere in a message, in the recipient or in the name of the flow, ignoring case: at least ${minSearchLength} characters. Above ${countedMatches}, \`total\` is a lower bound.`,
      }),
    attention: z
      .enum([...attentionReasons, 'any'])
      .optional()
      .meta({
        description: 'Conversations that need a person for this reason, or for `any`.',
      }),
    status: conversationStatus.optional(),
    sort: z.enum(['createdAt', 'updatedAt']).optional().meta({
      description:
        'By `createdAt`, the default, or by `updatedAt`: conversations with the latest message or change first. A `cursor` is valid for one `sort`.',
    }),
    messageStatus: messageStatus.optional().meta({
      description:
        'Conversations with a message in this status, such as `pending_approval` for messages that wait for approval.',
    }),
  }),
  reply: listResponseSchema('conversations', ConversationResponse),

  async handle({ caller: { workspaceId }, query }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    const at = new Date(clock.now());
    const { flowId, agentId, channel, recipient, attention, status, messageStatus, sort } = query;
    const filters = {
      workspaceId,
      flowId,
      agentId,
      channel,
      recipient: recipient && (readRecipient(recipient)?.address ?? recipient),
      messageStatus,
      attention,
      openAt: status === 'open' ? at : undefined,
      closedAt: status === 'closed' ? at : undefined,
      sort: sort === 'updatedAt' ? ('updated_at' as const) : undefined,
      ...listWindow(query),
    };
    const found =
      query.search === undefined
        ? await findConversations(db, filters)
        : await searchConversations(db, query.search, filters);
    const conversations = await toConversationResponses(db, found.rows, {
      workspaceId,
      maxMessages: messagesInLists,
      at,
    });
    return listResponse(
      'conversations',
      query,
      { ...found, rows: conversations },
      (conversation) => conversation,
    );
  },
});
