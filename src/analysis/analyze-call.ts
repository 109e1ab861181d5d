import { CallNotPossible, withOverrides } from '../calls/load-call-plan.ts';
import type { Logger } from '../core/logger.ts';
import type { AgentConfig } from '../domain/agent.ts';
import { pendingAnalysis, type Analysis } from '../domain/analysis.ts';
import { unintelligible } from '../domain/call.ts';
import type { AnalyzeCallPayload } from '../jobs/analysis-jobs.ts';
import type { Job, JobContext, JobHandler } from '../jobs/job.ts';
import type { TranscriptLine } from '../models/transcript-text.ts';
import { findAgentVersion } from '../store/agents.ts';
import { recordCallAnalysis } from '../store/calls/call-analysis.ts';
import { listTranscript, type TranscriptRow } from '../store/calls/call-timeline.ts';
import { findCall, type CallDetailRow } from '../store/calls/calls.ts';
import type { Database, Queryable } from '../store/database.ts';
import {
  analysisRetryDelayMs,
  findAnswers,
  runAnalysis,
  withEarlierValues,
  type AnalysisContext,
  type AnalysisSubject,
} from './run-analysis.ts';

export interface AnalysisJobContext extends AnalysisContext {
  readonly database: Database;
  readonly logger: Logger;
}

/** Creates the handler of the jobs that analyze one ended call each. */
export function analyzeCallHandler(context: AnalysisJobContext): JobHandler<AnalyzeCallPayload> {
  return {
    run: (job, jobContext) => analyzeCall(context, job, jobContext),
    // A repeated job makes another request, and stores only one result.
    onWorkerLost: 'retry',
    // `runAnalysis` limits the attempts, and records their failure.
    maxAttempts: 2 ** 31 - 1,
    retryDelayMs: analysisRetryDelayMs,
  };
}

async function analyzeCall(
  context: AnalysisJobContext,
  { workspaceId, payload: { callId, agentVersion }, attempt }: Job<AnalyzeCallPayload>,
  job: JobContext,
): Promise<void> {
  const { database, clock, logger } = context;
  const key = { workspaceId: workspaceId!, callId };
  const scope = database.inWorkspace(key.workspaceId);
  const call = await findCall(scope, key);
  if (call?.state !== 'ended') return;
  const agent = await agentOf(scope, call, agentVersion);
  const { analysis, costs, error } =
    agent === undefined
      ? { analysis: agentMissing(clock.now()), costs: [], error: undefined }
      : await runAnalysis(context, await subjectOf(scope, call, agent), { attempt, signal: job.signal });
  const at = new Date(clock.now());
  if (error !== undefined) {
    await scope.transaction((tx) => recordCallAnalysis(tx, { ...key, costs, at }));
    throw error;
  }
  if (analysis.status === 'failed') logger.warn({ callId, attempt }, 'The analysis of a call failed.');
  await scope.transaction(async (tx) => {
    await job.complete(tx);
    await recordCallAnalysis(tx, { ...key, analysis: withEarlierValues(analysis, call.analysis), costs, at });
  });
}

/** Returns the agent of the call, with its overrides; undefined if it was deleted. */
async function agentOf(
  db: Queryable,
  call: CallDetailRow,
  version: number,
): Promise<AgentConfig | undefined> {
  const { workspaceId, agentId } = call;
  const stored = await findAgentVersion(db, { workspaceId, agentId, version });
  if (stored === undefined) return undefined;
  try {
    return withOverrides(stored.config, call);
  } catch (error) {
    // A later version of the agent may not accept the overrides of the call.
    if (error instanceof CallNotPossible) return stored.config;
    throw error;
  }
}

const agentMissing = (nowMs: number): Analysis => ({
  ...pendingAnalysis,
  status: 'failed',
  reason: 'The agent was deleted.',
  analyzedAt: new Date(nowMs).toISOString(),
});

async function subjectOf(db: Queryable, call: CallDetailRow, agent: AgentConfig): Promise<AnalysisSubject> {
  const { workspaceId, id: callId, disposition, endReason, variables } = call;
  const transcript = await listTranscript(db, { workspaceId, callId });
  return {
    agent,
    noun: 'call',
    transcript: transcript.filter(isIntelligible).map(toLine),
    outcome: { disposition, end: endReason },
    variables,
    answers: await findAnswers(db, call),
  };
}

const isIntelligible = ({ content }: TranscriptRow): boolean =>
  content.trim() !== '' && content !== unintelligible;

const toLine = ({ role, content }: TranscriptRow): TranscriptLine => ({
  speaker: role === 'agent' ? 'Agent' : 'Customer',
  text: content,
});
