import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/logger.ts';
import { dispositionOfEnd } from '../domain/disposition.ts';
import type { CallRow } from '../store/calls/call-row.ts';
import { findLastSigns, type LastSigns } from '../store/calls/find-last-signs.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import type { Database } from '../store/database.ts';
import { salvageRecording, type SalvagedRecording } from './lost-recording.ts';

export interface LostCallHost {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Below it the recordings of this machine lie. Absolute. */
  readonly recordingRoot: string;
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
  const disposition = signs.optedOut ? 'do_not_call' : lostDisposition(call);
  const ended = await finishCall(scope, {
    ...which,
    endReason: 'node_lost',
    endDetail: detail,
    at,
    endedAt: endOf(call, signs, recording, at),
    disposition: { code: disposition, status: 'completed' },
    recordingPath: recording?.path ?? null,
    recordingDurationMs: recording?.durationMs,
  });
  if (ended === undefined) return;
  const told = { callId: call.id, endReason: 'node_lost', disposition, durationMs: talkMs(ended) };
  host.logger.info(told, 'A call ended.');
}

/** Never after it was found, and never before it came as far as it did, though the clock may have been set back. */
function endOf(
  { createdAt, dialedAt, ringingAt, answeredAt }: CallRow,
  { lastSignAt }: LastSigns,
  recording: SalvagedRecording | undefined,
  foundAt: Date,
): Date {
  const steps = [createdAt, dialedAt, ringingAt, answeredAt].map((step) => step?.getTime() ?? 0);
  const recordedUntilMs = recording === undefined ? 0 : (answeredAt?.getTime() ?? 0) + recording.durationMs;
  const lastSignMs = Math.max(lastSignAt.getTime(), recordedUntilMs);
  return new Date(Math.max(Math.min(lastSignMs, foundAt.getTime()), ...steps));
}

function lostDisposition({ answeredAt }: CallRow): string {
  return dispositionOfEnd('node_lost', answeredAt === null ? 'none' : 'heard');
}

/** From the answer; null where there was none. */
function talkMs({ answeredAt, endedAt }: CallRow): number | null {
  return answeredAt === null || endedAt === null ? null : endedAt.getTime() - answeredAt.getTime();
}
