import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { CallRow } from '../store/calls/call-row.ts';
import { findLastActivity, type CallActivity } from '../store/calls/find-last-activity.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import type { Database } from '../store/database.ts';
import { CallOutcomeBuilder } from './call-outcome.ts';
import { repairRecording, type RepairedRecording } from './lost-recording.ts';

export interface LostCallDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Absolute path of the recordings folder of this machine. */
  readonly recordingRoot: string;
  /** Whether other nodes may store recordings on other machines. */
  readonly recordingsElsewhere?: boolean;
}

/**
 * Ends a call that no node handles any more and repairs its recording. The end time is the last sign of the call, so that the time until it was
 * found does not count as talk time. `detail` is a sentence for the user. Does nothing if the call has ended.
 */
export async function finishLostCall(
  host: LostCallDependencies,
  call: CallRow,
  detail: string,
): Promise<void> {
  const which = { workspaceId: call.workspaceId, callId: call.id };
  const scope = host.db.inWorkspace(call.workspaceId);
  const signs = await findLastActivity(scope, which);
  if (signs === undefined) return;
  const recording = await repairRecording(host, call);
  const at = new Date(host.clock.now());
  const endedAt = endOf(call, signs, recording, at);
  const outcome = outcomeOf(call, signs);
  const disposition = outcome.disposition('node_lost');
  const endDetail = `${detail}${cutOffAfter(call, endedAt)}`;
  const ended = await finishCall(scope, {
    ...which,
    endReason: 'node_lost',
    endDetail,
    at,
    endedAt,
    disposition: { ...disposition, notes: disposition.notes ?? openNotes(disposition.code, endDetail) },
    optOut: outcome.suppression(disposition.code),
    recordingPath: recording?.path ?? null,
    recordingDurationMs: recording?.durationMs,
    recordingFault: call.recordingPath === null ? undefined : 'node_lost',
  });
  if (ended === undefined) return;
  const fields = { callId: call.id, endReason: 'node_lost', disposition: disposition.code };
  host.logger.info({ ...fields, durationMs: talkMs(call, endedAt) }, 'Call ended.');
}

/** Notes for a call without a recorded outcome. */
const openNotes = (code: string, endDetail: string): string | undefined =>
  code === 'failed' ? `${endDetail} Decide manually whether to call again.` : undefined;

/** The time of the last sign, at most `foundAt` and at least the time of the last status change, even after the clock was set back. */
function endOf(
  { createdAt, dialedAt, ringingAt, answeredAt }: CallRow,
  { lastActivityAt }: CallActivity,
  recording: RepairedRecording | undefined,
  foundAt: Date,
): Date {
  const steps = [createdAt, dialedAt, ringingAt, answeredAt].map((step) => step?.getTime() ?? 0);
  const recordedUntilMs =
    recording?.durationMs === undefined ? 0 : (answeredAt?.getTime() ?? 0) + recording.durationMs;
  const lastSignMs = Math.max(lastActivityAt.getTime(), recordedUntilMs);
  return new Date(Math.max(Math.min(lastSignMs, foundAt.getTime()), ...steps));
}

/** The outcome that the customer and the flow had recorded until then. */
function outcomeOf({ answeredAt }: CallRow, { optedOut, recorded }: CallActivity): CallOutcomeBuilder {
  const outcome = new CallOutcomeBuilder();
  if (answeredAt !== null) outcome.answered();
  if (recorded?.scheduledAt !== undefined) outcome.scheduleCallback(recorded.scheduledAt, recorded.notes);
  else if (recorded?.disposition !== undefined) outcome.setDisposition(recorded.disposition, recorded.notes);
  if (optedOut) outcome.optOut('');
  return outcome;
}

function cutOffAfter(call: CallRow, endedAt: Date): string {
  const talkedMs = talkMs(call, endedAt);
  return talkedMs === null ? '' : ` The call was cut off ${Math.round(talkedMs / 1000)} s after the answer.`;
}

/** Counted from the answer; null if the call was not answered. */
function talkMs({ answeredAt }: CallRow, endedAt: Date): number | null {
  return answeredAt === null ? null : endedAt.getTime() - answeredAt.getTime();
}
