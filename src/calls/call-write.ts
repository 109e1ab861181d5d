import { z } from 'zod';
import type { CallState } from '../domain/call-state.ts';
import type { TranscriptEntry } from '../domain/call.ts';
import { resolveUnknownJobOutcome } from '../store/batches/batch-jobs.ts';
import { appendCallEvent, appendTranscriptEntry } from '../store/calls/call-timeline.ts';
import { findCall, recordCallChange, recordLateCosts } from '../store/calls/calls.ts';
import type { Database, Scope } from '../store/database.ts';
import { addSuppression } from '../store/suppressions.ts';
import type { CallOutcome } from './call-records.ts';
import { endCall } from './end-call.ts';
import { messageRequested, requestMessage } from './message-request.ts';
import { storedRecordingPath } from './recording-path.ts';

interface WriteFields {
  readonly workspaceId: string;
  readonly callId: string;
  /** When the event happened, in ms since the Unix epoch. */
  readonly atMs: number;
}

/** One write to the record of a call; also the format of a journal line. */
export type CallWrite = WriteFields &
  (
    | {
        readonly type: 'state';
        readonly to: 'ringing' | 'in_progress';
        readonly nodeId: string;
        readonly recordingPath?: string | undefined;
      }
    | {
        readonly type: 'event';
        readonly name: string;
        readonly detail: Readonly<Record<string, unknown>>;
      }
    | { readonly type: 'recording'; readonly path: string }
    | { readonly type: 'transcript'; readonly sequence: number; readonly entry: TranscriptEntry }
    | { readonly type: 'opt-out'; readonly customerNumber: string; readonly reason: string }
    | { readonly type: 'end'; readonly customerNumber: string; readonly outcome: CallOutcome }
  );

type WriteOf<Type extends CallWrite['type']> = Extract<CallWrite, { type: Type }>;

const allowedPreviousStates = {
  ringing: ['dialing'],
  in_progress: ['dialing', 'ringing'],
} as const satisfies Record<string, readonly CallState[]>;

/** Returns whether the write is an opt-out or the end of the call with its disposition. These writes must not be lost. */
export function isOutcome({ type }: CallWrite): boolean {
  return type === 'end' || type === 'opt-out';
}

/** Applies a write to the database. With `isReplay` the write may have been applied before and is then not duplicated. */
export async function applyWrite(db: Database, write: CallWrite, isReplay: boolean): Promise<void> {
  const scope = db.inWorkspace(write.workspaceId);
  const { workspaceId, callId } = write;
  const call = { workspaceId, callId, at: new Date(write.atMs) };
  switch (write.type) {
    case 'state': {
      const { to, nodeId, recordingPath } = write;
      return void (await recordCallChange(scope, {
        ...call,
        from: allowedPreviousStates[to],
        to,
        nodeId,
        recordingPath: recordingPath === undefined ? undefined : storedRecordingPath(recordingPath),
      }));
    }
    case 'event':
      if (write.name === messageRequested) return requestMessage(scope, { ...call, detail: write.detail });
      return void (await appendCallEvent(scope, {
        ...call,
        type: write.name,
        detail: write.detail,
        skipIfExists: isReplay,
      }));
    case 'recording':
      return void (await appendCallEvent(scope, {
        ...call,
        type: 'recording_started',
        recordingPath: storedRecordingPath(write.path),
        skipIfExists: isReplay,
      }));
    case 'transcript':
      return appendTranscriptEntry(scope, { ...call, sequence: write.sequence, entry: write.entry });
    case 'opt-out':
      return optOut(scope, write, write.reason);
    case 'end':
      return recordOutcome(scope, write, isReplay);
  }
}

async function optOut(
  scope: Scope,
  { workspaceId, callId, atMs, customerNumber }: WriteOf<'opt-out' | 'end'>,
  reason: string,
): Promise<void> {
  const customer = { workspaceId, channel: 'voice', address: customerNumber } as const;
  await addSuppression(scope, { ...customer, reason, callId, at: new Date(atMs) });
}

async function recordOutcome(scope: Scope, write: WriteOf<'end'>, isReplay: boolean): Promise<void> {
  const { workspaceId, callId, outcome } = write;
  const recordingPath = outcome.recordingPath && storedRecordingPath(outcome.recordingPath);
  const at = new Date(write.atMs);
  const ended = await endCall(scope, { workspaceId, callId, ...outcome, recordingPath, at });
  if (ended !== undefined || !isReplay) return;
  await recordLateOutcome(scope, write);
}

/**
 * Records the outcome of a call that another node has ended as lost meanwhile. The opt-out still applies, and an event stores the outcome.
 */
async function recordLateOutcome(scope: Scope, write: WriteOf<'end'>): Promise<void> {
  const { workspaceId, callId, outcome } = write;
  const call = await findCall(scope, { workspaceId, callId });
  if (call?.endReason !== 'node_lost') return;
  if (outcome.optOut !== undefined) await optOut(scope, write, outcome.optOut.reason);
  const { endReason, endDetail = null, disposition, costs = [] } = outcome;
  await recordLateCosts(scope, { workspaceId, callId, costs });
  await resolveUnknownJobOutcome(scope, {
    workspaceId,
    callId,
    endReason,
    endDetail,
    disposition: disposition.code,
    isAnswered: !unansweredDispositions.has(disposition.code),
    optedOut: outcome.optOut !== undefined,
    at: new Date(write.atMs),
  });
  await appendCallEvent(scope, {
    workspaceId,
    callId,
    type: 'outcome_found',
    at: new Date(write.atMs),
    detail: { endReason, disposition },
    skipIfExists: true,
  });
}

/** Dispositions of calls that count as unanswered for their job. */
const unansweredDispositions: ReadonlySet<string> = new Set([
  'no_answer',
  'busy',
  'invalid_number',
  'failed',
  'cancelled',
]);

/** Returns the journal line of a write, without the line break. */
export function encodeWrite(write: CallWrite): string {
  return JSON.stringify(write);
}

/** Validates only the fields that every write has. The database rejects invalid values of other fields. */
const Envelope = z.looseObject({
  type: z.enum(['state', 'event', 'recording', 'transcript', 'opt-out', 'end']),
  workspaceId: z.string().min(1),
  callId: z.string().min(1),
  atMs: z.number(),
});

/** Parses a journal line; undefined if it is incomplete or was not written by `encodeWrite`. */
export function decodeWrite(line: string): CallWrite | undefined {
  try {
    return reviveDate(Envelope.parse(JSON.parse(line)) as unknown as CallWrite);
  } catch {
    return undefined;
  }
}

/** Restores the date of a callback, which is text in JSON. */
function reviveDate(write: CallWrite): CallWrite {
  if (write.type !== 'end' || write.outcome.disposition.scheduledAt === undefined) return write;
  const { disposition } = write.outcome;
  const scheduledAt = new Date(disposition.scheduledAt!);
  return { ...write, outcome: { ...write.outcome, disposition: { ...disposition, scheduledAt } } };
}
