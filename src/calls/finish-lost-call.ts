import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import type { CallRow } from '../store/calls/call-row.ts';
import { findLastSigns, type LastSigns } from '../store/calls/find-last-signs.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import type { Database } from '../store/database.ts';
import { OutcomeNotes } from './call-outcome.ts';
import { salvageRecording, type SalvagedRecording } from './lost-recording.ts';

export interface LostCallHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Below it the recordings of this machine lie. Absolute. */
  readonly recordingRoot: string;
  /** Whether other nodes may keep their recordings on other machines. */
  readonly recordingsElsewhere?: boolean;
}

/**
 * Ends a call that nothing carries any more at the last moment that anything is known of, so that the time until it was found is no
 * talk time; its recording is put right. `detail` is a sentence for people. Does nothing where the call has ended.
 */
export async function finishLostCall(host: LostCallHost, call: CallRow, detail: string): Promise<void> {
  const which = { workspaceId: call.workspaceId, callId: call.id };
  const scope = host.db.inWorkspace(call.workspaceId);
  const signs = await findLastSigns(scope, which);
  if (signs === undefined) return;
  const recording = await salvageRecording(host, call);
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
  const told = { callId: call.id, endReason: 'node_lost', disposition: disposition.code };
  host.logger.info({ ...told, durationMs: talkMs(call, endedAt) }, 'A call ended.');
}

/** Where nothing had been recorded, whoever reads the outcome has to know that nobody knows it. */
const openNotes = (code: string, endDetail: string): string | undefined =>
  code === 'failed' ? `${endDetail} A person decides what follows.` : undefined;

/** Never after it was found, and never before it came as far as it did, though the clock may have been set back. */
function endOf(
  { createdAt, dialedAt, ringingAt, answeredAt }: CallRow,
  { lastSignAt }: LastSigns,
  recording: SalvagedRecording | undefined,
  foundAt: Date,
): Date {
  const steps = [createdAt, dialedAt, ringingAt, answeredAt].map((step) => step?.getTime() ?? 0);
  const recordedUntilMs =
    recording?.durationMs === undefined ? 0 : (answeredAt?.getTime() ?? 0) + recording.durationMs;
  const lastSignMs = Math.max(lastSignAt.getTime(), recordedUntilMs);
  return new Date(Math.max(Math.min(lastSignMs, foundAt.getTime()), ...steps));
}

/** What the customer and the flow had said until then. */
function outcomeOf({ answeredAt }: CallRow, { optedOut, recorded }: LastSigns): OutcomeNotes {
  const outcome = new OutcomeNotes();
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

/** From the answer; null where there was none. */
function talkMs({ answeredAt }: CallRow, endedAt: Date): number | null {
  return answeredAt === null ? null : endedAt.getTime() - answeredAt.getTime();
}
