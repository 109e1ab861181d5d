import { z } from 'zod';
import type { CallState } from '../domain/call-state.ts';
import type { TranscriptEntry } from '../domain/call.ts';
import { settleUnknownJob } from '../store/batches/settle-unknown-job.ts';
import { appendCallEvent } from '../store/calls/append-call-event.ts';
import { appendTranscriptEntry } from '../store/calls/append-transcript-entry.ts';
import { findCall } from '../store/calls/find-call.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { recordCallChange } from '../store/calls/record-call-change.ts';
import type { Database, Scope } from '../store/database.ts';
import { addSuppression } from '../store/suppressions/add-suppression.ts';
import type { CallOutcome } from './call-books.ts';

interface Common {
  readonly workspaceId: string;
  readonly callId: string;
  /** When it happened, in ms since the Unix epoch. */
  readonly atMs: number;
}

/** One write to the record of a call, as it is carried out and as it stands in the journal. */
export type CallWrite = Common &
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

const comesFrom = {
  ringing: ['dialing'],
  in_progress: ['dialing', 'ringing'],
} as const satisfies Record<string, readonly CallState[]>;

/** Whether the customer is wronged where this is lost: what was agreed with them, and that they want no more calls. */
export function isOutcome({ type }: CallWrite): boolean {
  return type === 'end' || type === 'opt-out';
}

/** Writes it. `again`: it may have been written already, and then nothing is written twice. */
export async function carryOut(db: Database, write: CallWrite, again: boolean): Promise<void> {
  const scope = db.inWorkspace(write.workspaceId);
  const { workspaceId, callId } = write;
  const call = { workspaceId, callId, at: new Date(write.atMs) };
  switch (write.type) {
    case 'state': {
      const { to, nodeId, recordingPath } = write;
      return void (await recordCallChange(scope, {
        ...call,
        from: comesFrom[to],
        to,
        nodeId,
        recordingPath,
      }));
    }
    case 'event':
      return void (await appendCallEvent(scope, { ...call, type: write.name, detail: write.detail, again }));
    case 'recording':
      return void (await appendCallEvent(scope, {
        ...call,
        type: 'recording_started',
        recordingPath: write.path,
        again,
      }));
    case 'transcript':
      return appendTranscriptEntry(scope, { ...call, sequence: write.sequence, entry: write.entry });
    case 'opt-out':
      return optOut(scope, write, write.reason);
    case 'end':
      return endCall(scope, write, again);
  }
}

async function optOut(
  scope: Scope,
  { workspaceId, callId, atMs, customerNumber }: WriteOf<'opt-out' | 'end'>,
  reason: string,
): Promise<void> {
  const whom = { workspaceId, channel: 'voice', address: customerNumber } as const;
  await addSuppression(scope, { ...whom, reason, callId, at: new Date(atMs) });
}

async function endCall(scope: Scope, write: WriteOf<'end'>, again: boolean): Promise<void> {
  const { workspaceId, callId, outcome } = write;
  const ended = await finishCall(scope, { workspaceId, callId, ...outcome, at: new Date(write.atMs) });
  if (ended !== undefined || !again) return;
  await addToLostCall(scope, write);
}

/** Another node took the call for lost before its outcome could be written: the opt-out counts all the same, and the rest is told. */
async function addToLostCall(scope: Scope, write: WriteOf<'end'>): Promise<void> {
  const { workspaceId, callId, outcome } = write;
  const call = await findCall(scope, { workspaceId, callId });
  if (call?.endReason !== 'node_lost') return;
  if (outcome.optOut !== undefined) await optOut(scope, write, outcome.optOut.reason);
  const { endReason, endDetail = null, disposition } = outcome;
  await settleUnknownJob(scope, {
    workspaceId,
    callId,
    endReason,
    endDetail,
    disposition: disposition.code,
    isAnswered: !unanswered.has(disposition.code),
    optedOut: outcome.optOut !== undefined,
    at: new Date(write.atMs),
  });
  const entry = { workspaceId, callId, type: 'outcome_found', at: new Date(write.atMs), again: true };
  await appendCallEvent(scope, { ...entry, detail: { endReason, disposition } });
}

/** With these it makes no difference to a job whether somebody picked up and was not heard. */
const unanswered: ReadonlySet<string> = new Set([
  'no_answer',
  'busy',
  'invalid_number',
  'failed',
  'cancelled',
]);

/** One line, without its end. */
export function encodeWrite(write: CallWrite): string {
  return JSON.stringify(write);
}

/** Of the rest, what a column does not take is refused by the store. */
const Envelope = z.looseObject({
  type: z.enum(['state', 'event', 'recording', 'transcript', 'opt-out', 'end']),
  workspaceId: z.string().min(1),
  callId: z.string().min(1),
  atMs: z.number(),
});

/** Undefined where the line is not whole, or was not written by `encodeWrite`. */
export function decodeWrite(line: string): CallWrite | undefined {
  try {
    return revive(Envelope.parse(JSON.parse(line)) as unknown as CallWrite);
  } catch {
    return undefined;
  }
}

/** The one date within a write travels as text. */
function revive(write: CallWrite): CallWrite {
  if (write.type !== 'end' || write.outcome.disposition.scheduledAt === undefined) return write;
  const { disposition } = write.outcome;
  const scheduledAt = new Date(disposition.scheduledAt!);
  return { ...write, outcome: { ...write.outcome, disposition: { ...disposition, scheduledAt } } };
}
