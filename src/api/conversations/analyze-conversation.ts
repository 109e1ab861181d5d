import { reject } from '../../core/problems.ts';
import { pendingAnalysis, requestsAnalysis } from '../../domain/analysis.ts';
import { enqueueConversationAnalysis } from '../../jobs/analysis-jobs.ts';
import { findAgent } from '../../store/agents.ts';
import { repeatConversationAnalysis } from '../../store/conversations/conversation-analysis.ts';
import { findConversation, lockConversation } from '../../store/conversations/conversations.ts';
import { endpoint } from '../endpoint.ts';
import { ConversationResponse, conversationParameter } from './conversation-response.ts';
import { messagesInLists } from './list-conversations.ts';
import { toConversationResponses } from './to-conversation-responses.ts';

export const analyzeConversation = endpoint({
  method: 'POST',
  path: '/v1/api/conversations/{conversationId}/analyze',
  operationId: 'analyzeConversation',
  tag: 'Conversations',
  summary: 'Analyze a conversation',
  description:
    'Analyzes the conversation now, also before its end, with the current `analysis` of its agent. `analysis.status` is `pending` until `conversation.analyzed`. A language model may charge for it.',
  scope: 'conversations:write',
  workspace: 'required',
  parameters: conversationParameter,
  reply: ConversationResponse,
  errorCodes: ['analysis_not_requested'],

  async handle({ caller: { workspaceId }, path: { conversationId }, requestRecord }, { database, clock }) {
    const key = { workspaceId, conversationId };
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const { agentId } = (await lockConversation(tx, key)) ?? reject('conversation_not_found');
      const agent = agentId === null ? undefined : await findAgent(tx, { workspaceId, agentId });
      if (agent === undefined || !requestsAnalysis(agent.config)) reject('analysis_not_requested');
      await repeatConversationAnalysis(tx, { ...key, pending: pendingAnalysis, at });
      await enqueueConversationAnalysis(tx, { ...key, isRequested: true, runAt: at });
      const row = (await findConversation(tx, key))!;
      const window = { workspaceId, maxMessages: messagesInLists, at };
      const [conversation] = await toConversationResponses(tx, [row], window);
      return requestRecord.storeResponse(tx, conversation!);
    });
  },
});
