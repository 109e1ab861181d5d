import type { TranscriptEntry, TurnLatency } from '../domain/call.ts';
import type { EndReason, Fault } from '../domain/call-state.ts';
import type { DispositionStatus } from '../domain/disposition.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';
import type { Sentiment } from './sentiment.ts';

/** What the list of active calls shows. */
export interface LiveView {
  readonly lastMessage: string;
  readonly sentiment: Sentiment;
  readonly transferRequested: boolean;
}

/** What became of a call's recording. */
export interface RecordingOutcome {
  /** Null: nothing was recorded. Omitted: as it was. */
  readonly recordingPath?: string | null;
  readonly recordingDurationMs?: number;
  /** Why it is missing or incomplete. */
  readonly recordingFault?: RecordingFault;
}

/** How a call ended, and what came of it. */
export interface CallOutcome extends RecordingOutcome {
  readonly endReason: EndReason;
  /** A sentence for people. */
  readonly endDetail?: string;
  /** Left out: what the reason tells. */
  readonly fault?: Fault;
  readonly disposition: {
    readonly code: string;
    readonly status: DispositionStatus;
    readonly scheduledAt?: Date;
    readonly notes?: string;
  };
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly latency: readonly TurnLatency[];
  /** The customer does not want to be called any more. */
  readonly optOut?: { readonly reason: string };
}

/**
 * The record of one call. Nobody waits for it: what is told here is written in order and after the fact. A change of state and its
 * event are one transaction, and so are the end, its disposition and an opt-out.
 */
export interface CallBooks {
  /** `recordingPath`: where the sound of the call is written from now on. */
  moved(to: 'ringing' | 'in_progress', detail?: { readonly recordingPath?: string }): void;
  /** The sound of the call is written there from now on, later than from its answer on. */
  recordingStarted(path: string): void;
  noted(type: string, detail: Readonly<Record<string, unknown>>): void;
  said(entry: TranscriptEntry): void;
  live(view: LiveView): void;
  /** The customer wants no more calls: written at once, for the end may never be written. `reason` is a sentence for people. */
  optedOut(reason: string): void;
  /** Exactly once, and last. */
  ended(outcome: CallOutcome): void;
  /** Resolves when all that was told is written. */
  settled(): Promise<void>;
}
