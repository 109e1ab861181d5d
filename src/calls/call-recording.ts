import type { LegAudio, LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Logger } from '../core/logger.ts';
import type { AgentConfig } from '../domain/agent.ts';
import type { RecordingFault } from '../domain/recording-fault.ts';
import type { VoiceEvent } from '../voice/voice-pipeline.ts';
import type { CallRecords, RecordingOutcome } from './call-records.ts';
import type { ConsentAnswer } from './consent-question.ts';

export interface CallRecordingOptions {
  readonly callId: string;
  readonly audio: LegAudio;
  readonly records: CallRecords;
  readonly logger: Logger;
  /** Path of the recording; undefined if the call is not recorded. */
  readonly path: string | undefined;
  /** What precedes the recording: a notice that is played completely, or a question to which the customer says yes. */
  readonly consent: AgentConfig['recording']['consent'];
  /** Called when the recording ends, or the call ends before it. Receives the fault of the recording; undefined if the recording is complete. */
  readonly onEnd: (fault: RecordingFault | undefined) => void;
}

/** Starts the recording of a call and records its result. */
export class CallRecording {
  readonly #options: CallRecordingOptions;
  #isAnswered = false;
  #isStarted = false;
  #isRefused = false;
  #noticeId: number | undefined;
  #endEvent: Extract<LegAudioEvent, { type: 'recording-ended' }> | undefined;

  constructor(options: CallRecordingOptions) {
    this.#options = options;
  }

  /** Whether the recording notice must still be spoken. */
  get awaitsNotice(): boolean {
    const { path, consent } = this.#options;
    return path !== undefined && consent === 'stay_on_line' && this.#noticeId === undefined;
  }

  /** Whether the customer must still be asked for consent. */
  get awaitsConsent(): boolean {
    const { path, consent } = this.#options;
    return path !== undefined && consent === 'verbal' && !this.#isStarted && !this.#isRefused;
  }

  /** Starts the recording of an answered call unless a notice or a question precedes it. Returns the path of a recording that started. */
  onAnswered(): string | undefined {
    const { path, consent, audio } = this.#options;
    this.#isAnswered = true;
    if (path === undefined || consent !== 'none') return undefined;
    this.#isStarted = true;
    audio.record(path);
    return path;
  }

  /** Sets the notice that is being spoken. `noticeId` is the id of its `agent-spoke` event. */
  onNoticeStarted(noticeId: number): void {
    this.#noticeId = noticeId;
  }

  /** Starts the recording when the notice was played completely. */
  handleVoiceEvent(event: VoiceEvent): void {
    if (event.type !== 'agent-spoke' || event.id !== this.#noticeId || this.#isStarted) return;
    if (!event.interrupted && event.heardText !== '') this.#start();
  }

  /** Records the answer to the question for consent, and starts the recording after a yes. */
  onConsentAnswered(answer: ConsentAnswer): void {
    const consent = answer === 'yes' ? 'given' : 'refused';
    this.#options.records.recordEvent('recording_consent', { consent, answer });
    this.#isRefused = consent === 'refused';
    if (!this.#isRefused) this.#start();
  }

  #start(): void {
    const { path, audio, records } = this.#options;
    if (path === undefined) return;
    this.#isStarted = true;
    audio.record(path);
    records.recordRecordingStart(path);
  }

  /** Processes the end of the recording: the file was closed or can no longer be written. */
  onRecordingEnded(event: Extract<LegAudioEvent, { type: 'recording-ended' }>): void {
    const { callId, records, logger, onEnd } = this.#options;
    this.#endEvent = event;
    onEnd(event.fault);
    if (event.fault === undefined) return;
    const { fault: reason, durationMs, lostMs, error } = event;
    logger.error({ callId, reason, durationMs, lostMs, error }, 'A call recording is incomplete.');
    records.recordEvent('recording_failed', { reason, durationMs, lostMs });
  }

  /**
   * Returns the recording fields of the call record; empty if no recording was requested or the call was not answered. Reports `unfinished` to `onEnd`
   * if the recording has not ended.
   */
  getOutcome(): RecordingOutcome {
    const { path, onEnd } = this.#options;
    if (path === undefined || !this.#isAnswered) return {};
    if (!this.#isStarted) return { recordingFault: this.#isRefused ? 'refused' : 'not_announced' };
    if (this.#endEvent === undefined) {
      onEnd('unfinished');
      return { recordingPath: path, recordingFault: 'unfinished' };
    }
    const { durationMs, fault } = this.#endEvent;
    if (fault === undefined) return { recordingPath: path, recordingDurationMs: durationMs };
    if (durationMs === 0) return { recordingPath: null, recordingFault: fault };
    return { recordingPath: path, recordingDurationMs: durationMs, recordingFault: fault };
  }
}
