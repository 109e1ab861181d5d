import type { LegAudio } from '../contracts/leg-audio.ts';
import type { History } from '../models/history.ts';
import type { ResponseTimer } from './response-latency.ts';
import type { SpeechOutputEvent } from './speech-output-event.ts';
import type { VoiceEvent } from './voice-pipeline.ts';

export interface UtteranceRecorderOptions {
  readonly audio: Pick<LegAudio, 'stats'>;
  readonly history: Pick<History, 'addHeard'>;
  readonly responseTimer: Pick<ResponseTimer, 'responseStarted'>;
  readonly emit: (event: VoiceEvent) => void;
}

/** Records each utterance of the agent: the latency of the response that it starts, the words that the caller heard, and the failure of its synthesis. */
export class UtteranceRecorder {
  readonly #options: UtteranceRecorderOptions;

  constructor(options: UtteranceRecorderOptions) {
    this.#options = options;
  }

  utteranceStarted(event: Extract<SpeechOutputEvent, { type: 'utterance-started' }>): void {
    const { audio, responseTimer, emit } = this.#options;
    const { firstAudioAtMs: firstAudioMs, atMs: firstPacketMs } = event;
    const bufferedMs = audio.stats().receiveDelayMs;
    const latency = responseTimer.responseStarted({ bufferedMs, firstAudioMs, firstPacketMs });
    if (latency !== undefined) emit({ type: 'response-timed', atMs: firstPacketMs, latency });
  }

  utteranceEnded(event: Extract<SpeechOutputEvent, { type: 'utterance-ended' }>): void {
    const { history, emit } = this.#options;
    const { id, heardText, interrupted, atMs: endMs, error, hasApology = false } = event;
    const startMs = event.startedAtMs ?? endMs;
    history.addHeard(heardText, interrupted);
    emit({ type: 'agent-spoke', id, heardText, startMs, endMs, interrupted });
    if (error !== undefined) emit({ type: 'synthesis-failed', error, hasApology });
  }
}
