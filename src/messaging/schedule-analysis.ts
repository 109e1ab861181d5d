import { requestsAnalysis } from '../domain/analysis.ts';
import { enqueueConversationAnalysis } from '../jobs/analysis-jobs.ts';
import type { AgentRow } from '../store/agents.ts';
import type { ConversationRow } from '../store/conversations/conversations.ts';
import type { Queryable } from '../store/queryable.ts';

/** Schedules the analysis of a conversation for its end, if its agent requests one. */
export async function scheduleAnalysis(
  tx: Queryable,
  { id: conversationId, workspaceId, expiresAt: runAt }: ConversationRow,
  agent: Pick<AgentRow, 'config'> | undefined,
): Promise<void> {
  if (agent === undefined || !requestsAnalysis(agent.config)) return;
  await enqueueConversationAnalysis(tx, { workspaceId, conversationId, isRequested: false, runAt });
}
