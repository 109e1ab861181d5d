import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Logger } from '../core/logger.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { VoiceEvent } from '../voice/call-voice.ts';
import type { CallBooks, RecordingOutcome } from './call-books.ts';

export interface CallRecordingOptions {
  readonly callId: string;
  readonly audio: LegAudio;
  readonly books: CallBooks;
  readonly logger: Logger;
  /** Where the call is recorded; undefined: it is not. */
  readonly path: string | undefined;
  /** Whether a notice must have been played out before anything is recorded. */
  readonly needsNotice: boolean;
  /** Receives the fault of each recording that ended, undefined where it is complete. */
  readonly onEnd: (fault: RecordingFault | undefined) => void;
}

/** When a call is recorded, and what became of the file. */
export class CallRecording {
  readonly #options: CallRecordingOptions;
  #isAnswered = false;
  #isStarted = false;
  #noticeId: number | undefined;
  #ended: Extract<LegAudioEvent, { type: 'recording-ended' }> | undefined;

  constructor(options: CallRecordingOptions) {
    this.#options = options;
  }

  /** Whether the next words must be the notice. */
  get awaitsNotice(): boolean {
    const { path, needsNotice } = this.#options;
    return path !== undefined && needsNotice && this.#noticeId === undefined;
  }

  /** The call was answered. Returns the path where recording starts now. */
  answered(): string | undefined {
    const { path, needsNotice, audio } = this.#options;
    this.#isAnswered = true;
    if (path === undefined || needsNotice) return undefined;
    this.#isStarted = true;
    audio.record(path);
    return path;
  }

  /** The notice is being said; its id is that of its `agent-spoke`. */
  announcing(noticeId: number): void {
    this.#noticeId = noticeId;
  }

  /** Starts when the notice was played out to its end. */
  hear(event: VoiceEvent): void {
    const { path, audio, books } = this.#options;
    if (event.type !== 'agent-spoke' || event.id !== this.#noticeId || this.#isStarted) return;
    if (path === undefined || event.interrupted || event.heardText === '') return;
    this.#isStarted = true;
    audio.record(path);
    books.recordingStarted(path);
  }

  /** The file is closed, or cannot be written any more. */
  end(event: Extract<LegAudioEvent, { type: 'recording-ended' }>): void {
    const { callId, books, logger, onEnd } = this.#options;
    this.#ended = event;
    onEnd(event.fault);
    if (event.fault === undefined) return;
    const { fault: reason, durationMs, lostMs, error } = event;
    logger.error({ callId, reason, durationMs, lostMs, error }, 'The recording of a call is incomplete.');
    books.noted('recording_failed', { reason, durationMs, lostMs });
  }

  /** For the record of the call. Nothing where nothing was to be recorded. */
  outcome(): RecordingOutcome {
    const { path, onEnd } = this.#options;
    if (path === undefined || !this.#isAnswered) return {};
    if (!this.#isStarted) return { recordingFault: 'not_announced' };
    if (this.#ended === undefined) {
      onEnd('unfinished');
      return { recordingPath: path, recordingFault: 'unfinished' };
    }
    const { durationMs, fault } = this.#ended;
    if (fault === undefined) return { recordingPath: path, recordingDurationMs: durationMs };
    if (durationMs === 0) return { recordingPath: null, recordingFault: fault };
    return { recordingPath: path, recordingDurationMs: durationMs, recordingFault: fault };
  }
}
