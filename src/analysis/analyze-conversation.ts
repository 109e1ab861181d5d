import { requestsAnalysis } from '../domain/analysis.ts';
import { enqueueConversationAnalysis, type AnalyzeConversationPayload } from '../jobs/analysis-jobs.ts';
import type { Job, JobContext, JobHandler } from '../jobs/job.ts';
import { readFlowState } from '../messaging/replying/conversation-snapshot.ts';
import { transcriptOf } from '../messaging/replying/prompt.ts';
import { findAgent, type AgentRow } from '../store/agents.ts';
import { recordConversationAnalysis } from '../store/conversations/conversation-analysis.ts';
import { findConversation, type ConversationRow } from '../store/conversations/conversations.ts';
import { listMessages } from '../store/conversations/messages.ts';
import type { Queryable } from '../store/database.ts';
import type { AnalysisJobContext } from './analyze-call.ts';
import {
  analysisRetryDelayMs,
  findAnswers,
  runAnalysis,
  withEarlierValues,
  type AnalysisSubject,
} from './run-analysis.ts';

/** Number of last messages that an analysis considers. */
const maxMessages = 1_000;

/** Creates the handler of the jobs that analyze one conversation each, when it has ended or a user requests it. */
export function analyzeConversationHandler(
  context: AnalysisJobContext,
): JobHandler<AnalyzeConversationPayload> {
  return {
    run: (job, jobContext) => analyzeConversation(context, job, jobContext),
    onWorkerLost: 'retry',
    maxAttempts: 2 ** 31 - 1,
    retryDelayMs: analysisRetryDelayMs,
  };
}

async function analyzeConversation(
  context: AnalysisJobContext,
  { workspaceId, payload: { conversationId, isRequested }, attempt }: Job<AnalyzeConversationPayload>,
  job: JobContext,
): Promise<void> {
  const { database, clock, logger } = context;
  const key = { workspaceId: workspaceId!, conversationId };
  const scope = database.inWorkspace(key.workspaceId);
  const conversation = await findConversation(scope, key);
  if (conversation === undefined) return;
  if (!isRequested && isOpen(conversation, clock.now())) {
    await scope.transaction(async (tx) => {
      await job.complete(tx);
      await enqueueConversationAnalysis(tx, { ...key, isRequested, runAt: conversation.expiresAt });
    });
    return;
  }
  const { agentId } = conversation;
  const agent =
    agentId === null ? undefined : await findAgent(scope, { workspaceId: key.workspaceId, agentId });
  if (agent === undefined || !requestsAnalysis(agent.config)) return;
  const subject = await subjectOf(scope, conversation, agent);
  const { analysis, costs, error } = await runAnalysis(context, subject, { attempt, signal: job.signal });
  const at = new Date(clock.now());
  if (error !== undefined) {
    await scope.transaction((tx) => recordConversationAnalysis(tx, { ...key, costs, at }));
    throw error;
  }
  if (analysis.status === 'failed')
    logger.warn({ conversation: conversationId, attempt }, 'The analysis of a conversation failed.');
  await scope.transaction(async (tx) => {
    await job.complete(tx);
    await recordConversationAnalysis(tx, {
      ...key,
      analysis: withEarlierValues(analysis, conversation.analysis),
      costs,
      at,
    });
  });
}

const isOpen = ({ closedAt, expiresAt }: ConversationRow, nowMs: number): boolean =>
  closedAt === null && expiresAt.getTime() > nowMs;

async function subjectOf(
  db: Queryable,
  conversation: ConversationRow,
  { config: agent }: AgentRow,
): Promise<AnalysisSubject> {
  const { workspaceId, id, channel } = conversation;
  const messages = await listMessages(db, { workspaceId, conversationIds: [id], limit: maxMessages });
  const state = readFlowState(conversation.flowState);
  return {
    agent,
    noun: 'conversation of messages',
    transcript: transcriptOf(messages.get(id) ?? []),
    outcome: { channel },
    variables: { ...state?.variables, ...state?.state.variables },
    answers: await findAnswers(db, conversation),
  };
}
