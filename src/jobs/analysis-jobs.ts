import type { Queryable } from '../store/queryable.ts';
import { enqueueJob } from './enqueue-job.ts';

/** The kind of the jobs that analyze ended calls. */
export const analyzeCallKind = 'analyze-call';

export interface AnalyzeCallPayload {
  readonly callId: string;
  /** The version of the agent whose settings the analysis has. */
  readonly agentVersion: number;
}

/** Adds the job that analyzes a call, unless one is queued or running. The call must be `pending` in the same transaction. */
export async function enqueueCallAnalysis(
  tx: Queryable,
  { workspaceId, ...payload }: AnalyzeCallPayload & { readonly workspaceId: string },
): Promise<void> {
  await enqueueJob(tx, { kind: analyzeCallKind, key: payload.callId, workspaceId, payload });
}

/** The kind of the jobs that analyze conversations of messages. */
export const analyzeConversationKind = 'analyze-conversation';

export interface AnalyzeConversationPayload {
  readonly conversationId: string;
  /** Whether the conversation is analyzed although it has not ended. */
  readonly isRequested: boolean;
}

/**
 * Adds the job that analyzes a conversation when it has ended, unless there is one. The job waits again while messages extend the conversation. With
 * `isRequested`, adds a job that analyzes it at once.
 */
export async function enqueueConversationAnalysis(
  tx: Queryable,
  {
    workspaceId,
    runAt,
    ...payload
  }: AnalyzeConversationPayload & { readonly workspaceId: string; readonly runAt: Date },
): Promise<void> {
  const { conversationId, isRequested } = payload;
  const key = isRequested ? `${conversationId}:requested` : conversationId;
  await enqueueJob(tx, { kind: analyzeConversationKind, key, workspaceId, payload, runAt });
}
