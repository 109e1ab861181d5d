import type { Analysis } from '../domain/analysis.ts';
import type { CallCost, Sentiment, TranscriptEntry, TurnLatency } from '../domain/call.ts';
import type { EndReason, Fault } from '../domain/call-state.ts';
import type { DispositionStatus } from '../domain/disposition.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { TaskKind } from '../domain/task.ts';
import type { VariableValue } from '../domain/flow/protocol.ts';

/** State of a call in the list of active calls. */
export interface LiveView {
  readonly lastMessage: string;
  /** Null if it cannot be determined. */
  readonly sentiment: Sentiment | null;
  readonly transferRequested: boolean;
  /** Whether the call is on hold. */
  readonly held: boolean;
  /** Whether the agent is muted. */
  readonly muted: boolean;
}

/** The view of a call that was just answered. */
export const initialLiveView: LiveView = {
  lastMessage: '',
  sentiment: null,
  transferRequested: false,
  held: false,
  muted: false,
};

/** A task for a person after a call. A callback is due at the time of the disposition. */
export interface CallTask {
  readonly kind: Extract<TaskKind, 'callback' | 'person_requested' | 'agent_failed'>;
  /** A sentence for the user. */
  readonly reason: string;
}

/** The recording of a call after its end. */
export interface RecordingOutcome {
  /** Null if nothing was recorded. Omitted if unchanged. */
  readonly recordingPath?: string | null;
  readonly recordingDurationMs?: number;
  /** Why the recording is missing or incomplete. */
  readonly recordingFault?: RecordingFault;
}

/** How a call ended, with its disposition and results. */
export interface CallOutcome extends RecordingOutcome {
  readonly endReason: EndReason;
  /** A sentence for the user. */
  readonly endDetail?: string;
  /** Omitted to derive it from `endReason`. */
  readonly fault?: Fault;
  readonly disposition: {
    readonly code: string;
    readonly status: DispositionStatus;
    readonly scheduledAt?: Date;
    readonly notes?: string;
  };
  readonly variables: Readonly<Record<string, VariableValue>>;
  readonly latency: readonly TurnLatency[];
  /** Omitted if it cannot be determined. */
  readonly sentiment?: Sentiment;
  /** Omitted if the usage is unknown. */
  readonly costs?: readonly CallCost[];
  /** Set if the call is to be analyzed: the pending analysis. */
  readonly analysis?: Analysis;
  /** Whether the customer asked for a person. */
  readonly transferRequested?: boolean;
  /** What the call leaves to a person. */
  readonly task?: CallTask;
  /** Set if the customer opted out of further calls. */
  readonly optOut?: { readonly reason: string };
}

/**
 * Writes the record of one call. The methods return at once: writes are applied in order, in the background. A status change and its event are one
 * transaction, as are the end, its disposition and an opt-out.
 */
export interface CallRecords {
  /** `recordingPath`: the recording file, if recording starts with the answer. */
  recordStatus(to: 'ringing' | 'in_progress', detail?: { readonly recordingPath?: string }): void;
  /** Records that recording started after the answer. */
  recordRecordingStart(path: string): void;
  recordEvent(type: string, detail: Readonly<Record<string, unknown>>): void;
  recordTranscript(entry: TranscriptEntry): void;
  updateLiveView(view: LiveView): void;
  /** Records an opt-out at once, since a crash may prevent the write at the end of the call. `reason` is a sentence for the user. */
  recordOptOut(reason: string): void;
  /** Records the end. To be called exactly once, as the last write. */
  recordEnd(outcome: CallOutcome): void;
  /** Resolves when all writes so far are stored, or durable in the journal. */
  flushed(): Promise<void>;
}
