import path from 'node:path';
import { repairWav } from '../audio/repair-wav.ts';
import { recordingFileOf } from '../contracts/recording-file.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { pendingAnalysis, requestsAnalysis } from '../domain/analysis.ts';
import { findAgentVersion } from '../store/agents.ts';
import {
  appendCallEvent,
  type CallActivity,
  findLastActivity,
  findOpenRequests,
} from '../store/calls/call-timeline.ts';
import { findCall, type CallRow } from '../store/calls/calls.ts';
import type { Database, Scope } from '../store/database.ts';
import { CallOutcomeBuilder } from './call-outcome.ts';
import { endCall } from './end-call.ts';
import { CallNotPossible, withOverrides } from './load-call-plan.ts';

export interface LostCallDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Absolute path of the recordings folder of this machine. */
  readonly recordingRoot: string;
  /** Whether recordings of other nodes may be on other machines. */
  readonly hasRemoteRecordings?: boolean;
}

/**
 * Ends a call that no node handles any more and repairs its recording. The end time is the time of its last activity, so that the time until the loss
 * was detected does not count as talk time. `detail` is a sentence for the user. The record of a call that has already ended is not changed.
 */
export async function finishLostCall(
  dependencies: LostCallDependencies,
  call: CallRow,
  detail: string,
): Promise<void> {
  const callKey = { workspaceId: call.workspaceId, callId: call.id };
  const scope = dependencies.db.inWorkspace(call.workspaceId);
  const activity = await findLastActivity(scope, callKey);
  if (activity === undefined) return;
  const recording = await repairRecording(dependencies, call);
  const at = new Date(dependencies.clock.now());
  await closeOpenRequests(scope, callKey, at);
  const endedAt = endTimeOf(call, activity, recording, at);
  const outcome = outcomeOf(call, activity);
  const disposition = outcome.disposition('node_lost');
  const endDetail = `${detail}${cutOffDetail(call, endedAt)}`;
  const ended = await endCall(scope, {
    ...callKey,
    endReason: 'node_lost',
    endDetail,
    at,
    endedAt,
    disposition: {
      ...disposition,
      notes: disposition.notes ?? unknownOutcomeNotes(disposition.code, endDetail),
    },
    optOut: outcome.suppression(disposition.code),
    transferRequested: outcome.isPersonRequested,
    task: outcome.task({ reason: 'node_lost', detail: endDetail }, disposition.code),
    recordingPath: recording?.path ?? null,
    recordingDurationMs: recording?.durationMs,
    recordingFault: call.recordingPath === null ? undefined : 'node_lost',
    analysis: (await isAnalyzed(scope, callKey)) ? pendingAnalysis : undefined,
  });
  if (ended === undefined) return;
  const fields = { callId: call.id, endReason: 'node_lost', disposition: disposition.code };
  dependencies.logger.info({ ...fields, durationMs: talkMs(call, endedAt) }, 'Call ended.');
}

/** Returns whether the call was answered and its agent requests an analysis. */
async function isAnalyzed(
  scope: Scope,
  key: { readonly workspaceId: string; readonly callId: string },
): Promise<boolean> {
  const call = await findCall(scope, key);
  if (call === undefined || call.answeredAt === null) return false;
  const { workspaceId, agentId, agentVersion: version } = call;
  const agent = await findAgentVersion(scope, { workspaceId, agentId, version });
  try {
    return agent !== undefined && requestsAnalysis(withOverrides(agent.config, call));
  } catch (error) {
    if (error instanceof CallNotPossible) return false;
    throw error;
  }
}

/** Records that the results of requests in progress are unknown. No process repeats these requests. */
async function closeOpenRequests(
  scope: Scope,
  call: { readonly workspaceId: string; readonly callId: string },
  at: Date,
): Promise<void> {
  const outcome = { outcome: 'unknown', detail: 'The node that sent the request went down.' };
  for (const fields of await findOpenRequests(scope, call))
    await appendCallEvent(scope, {
      ...call,
      at,
      type: 'http_request_ended',
      detail: { ...fields, ...outcome },
      skipIfExists: true,
    });
}

/** Notes for a call without a recorded outcome. */
const unknownOutcomeNotes = (code: string, endDetail: string): string | undefined =>
  code === 'failed' ? `${endDetail} Decide manually whether to call again.` : undefined;

/** Returns the time of the last activity, limited to `foundAt`. It is never before the last status change, even if the clock was set back. */
function endTimeOf(
  { createdAt, dialedAt, ringingAt, answeredAt }: CallRow,
  { lastActivityAt }: CallActivity,
  recording: RepairedRecording | undefined,
  foundAt: Date,
): Date {
  const statusTimes = [createdAt, dialedAt, ringingAt, answeredAt].map((time) => time?.getTime() ?? 0);
  const recordedUntilMs =
    recording?.durationMs === undefined ? 0 : (answeredAt?.getTime() ?? 0) + recording.durationMs;
  const lastActivityMs = Math.max(lastActivityAt.getTime(), recordedUntilMs);
  return new Date(Math.max(Math.min(lastActivityMs, foundAt.getTime()), ...statusTimes));
}

/** Returns the outcome that was recorded before the call was lost. */
function outcomeOf(
  { answeredAt }: CallRow,
  { optedOut, personRequested, flowDisposition }: CallActivity,
): CallOutcomeBuilder {
  const outcome = new CallOutcomeBuilder();
  if (answeredAt !== null) outcome.setAnswered();
  if (flowDisposition?.scheduledAt !== undefined)
    outcome.scheduleCallback(
      flowDisposition.scheduledAt,
      flowDisposition.notes,
      flowDisposition.by ?? 'agent',
    );
  else if (flowDisposition?.disposition !== undefined)
    outcome.setDisposition(flowDisposition.disposition, flowDisposition.notes);
  if (personRequested) outcome.setPersonRequested();
  if (optedOut) outcome.setOptOut();
  return outcome;
}

function cutOffDetail(call: CallRow, endedAt: Date): string {
  const talkedMs = talkMs(call, endedAt);
  return talkedMs === null ? '' : ` The call was cut off ${Math.round(talkedMs / 1000)} s after the answer.`;
}

/** Returns the time from the answer to the end; null if the call was not answered. */
function talkMs({ answeredAt }: CallRow, endedAt: Date): number | null {
  return answeredAt === null ? null : endedAt.getTime() - answeredAt.getTime();
}

interface RepairedRecording {
  readonly path: string;
  /** Undefined if the file is on another machine. */
  readonly durationMs: number | undefined;
}

interface RepairOptions {
  readonly logger: Logger;
  /** Absolute path. Files outside it are never modified. */
  readonly recordingRoot: string;
  /** Whether recordings of other nodes may be on other machines. */
  readonly hasRemoteRecordings?: boolean;
}

/**
 * Repairs the recording of a call whose process died. Logs and returns undefined if there is no usable recording. The path of a file that may be on
 * the machine of the dead node is returned with an unknown duration.
 */
async function repairRecording(
  { logger, recordingRoot, hasRemoteRecordings = false }: RepairOptions,
  { id: callId, recordingPath }: Pick<CallRow, 'id' | 'recordingPath'>,
): Promise<RepairedRecording | undefined> {
  if (recordingPath === null) return undefined;
  try {
    const file = recordingFileOf(path.dirname(recordingRoot), recordingPath);
    if (file === undefined) throw new OutsideRecordingRootError('The recording is outside its folder.');
    const durationMs = await repairWav(file);
    if (durationMs > 0) return { path: recordingPath, durationMs };
    throw new Error('Nothing was recorded.');
  } catch (error) {
    if (hasRemoteRecordings && isNotOnThisMachine(error)) {
      logger.info({ callId, recordingPath }, 'The recording of a lost call is on another machine.');
      return { path: recordingPath, durationMs: undefined };
    }
    logger.warn({ err: error, callId, recordingPath }, 'The recording of a lost call is unusable.');
    return undefined;
  }
}

class OutsideRecordingRootError extends Error {}

const isNotOnThisMachine = (error: unknown): boolean =>
  error instanceof OutsideRecordingRootError || (error as NodeJS.ErrnoException).code === 'ENOENT';
