import { reject } from '../../core/problems.ts';
import { listConversations } from '../../store/conversations/list-conversations.ts';
import { findFlow } from '../../store/flows.ts';
import { endpoint } from '../endpoint.ts';
import { flowParameter } from '../flows/flow-response.ts';
import { listResponse, listQuery, listWindow, queryInteger } from '../paging.ts';
import { ConversationResponse } from './conversation-response.ts';
import { messagesInLists } from './list-conversations.ts';
import { toConversationResponses } from './to-conversation-responses.ts';

const limitDefault = 100;
const maxLimit = 1000;

export const listConversationsByFlow = endpoint({
  method: 'GET',
  path: '/v1/api/conversations/flow/{flowId}',
  operationId: 'listConversationsByFlow',
  tag: 'Conversations',
  summary: 'Get conversations by flow',
  description: `Returns conversations, newest first, each with its last ${messagesInLists} messages. \`X-Total-Count\` is the total. If there are more, the \`Link\` header (RFC 8288) has the URL of the next page.`,
  scope: 'conversations:read',
  workspace: 'required',
  parameters: flowParameter,
  query: listQuery({
    limit: queryInteger(1, maxLimit)
      .default(limitDefault)
      .meta({ description: `Conversations per page, 1 to ${maxLimit}.` }),
  }),
  reply: ConversationResponse.array(),

  async handle({ caller: { workspaceId }, path: { flowId }, query, setHeader }, { database, clock }) {
    const db = database.inWorkspace(workspaceId);
    const flow = await findFlow(db, { workspaceId, flowId });
    if (flow?.definition.type !== 'message') reject('flow_not_found');
    const found = await listConversations(db, { workspaceId, flowId, ...listWindow(query) });
    const { total, nextCursor } = listResponse('rows', query, found, (row) => row).data;
    setHeader('x-total-count', String(total));
    if (nextCursor !== null) setHeader('link', nextLink(flowId, query, nextCursor));
    const at = new Date(clock.now());
    return toConversationResponses(db, found.rows, { workspaceId, maxMessages: messagesInLists, at });
  },
});

/** The query parameters that the link to the next page repeats. */
interface LinkedQuery {
  readonly limit: number;
  readonly createdAtFrom?: string | undefined;
  readonly createdAtTo?: string | undefined;
}

function nextLink(
  flowId: string,
  { limit, createdAtFrom, createdAtTo }: LinkedQuery,
  cursor: string,
): string {
  const next = new URLSearchParams({ cursor, limit: String(limit) });
  if (createdAtFrom !== undefined) next.set('createdAtFrom', createdAtFrom);
  if (createdAtTo !== undefined) next.set('createdAtTo', createdAtTo);
  return `</v1/api/conversations/flow/${flowId}?${next.toString()}>; rel="next"`;
}
