import { concatenate } from '../../audio/concatenate.ts';
import { UtteranceGate } from '../../audio/utterance-gate.ts';
import { assumedConfidence, matchText, noExpectation } from '../../contracts/recognised-text.ts';
import type {
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';
import { Emitter } from '../../core/emitter.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { CircuitBreaker } from '../websocket/circuit-breaker.ts';
import { VendorError } from '../websocket/vendor-error.ts';
import type { TranscribedText, TranscriptionClient } from './transcription-request.ts';

export interface HttpRecognitionStreamOptions {
  readonly vendor: string;
  readonly client: Pick<TranscriptionClient, 'preconnect' | 'transcribe'>;
  readonly breaker: CircuitBreaker;
  readonly stream: SpeechToTextOptions;
  /** Receives errors of listeners. */
  readonly onInternalError: (error: unknown) => void;
  /** Receives the length of the audio that was sent. */
  readonly onClosed: (audioMs: number) => void;
}

interface Utterance {
  readonly startMs: number;
  readonly audio: Int16Array[];
  samples: number;
}

/** A finalised utterance, in the order of its `transcript-ended`. */
interface PendingResult {
  readonly expectation: Expectation;
  readonly startMs: number;
  readonly endMs: number;
  readonly request: AbortController;
  text: TranscribedText | undefined;
}

const samplesPerMs = 8;
/** Longest audio of an utterance. What follows is not recognised. */
const maxUtteranceMs = 60_000;
/** Sound that is not finalised within this much silence after it was noise. */
const noiseTimeoutMs = 5_000;
/** Requests for one utterance. */
const maxAttempts = 2;

/** The recognition stream of one call at a server that transcribes whole utterances: from the first sound until `finalize`. */
export class HttpRecognitionStream implements SpeechToTextStream {
  readonly #options: HttpRecognitionStreamOptions;
  readonly #emitter: Emitter<SpeechToTextEvent>;
  readonly #gate = new UtteranceGate();
  readonly #pending: PendingResult[] = [];
  #expectation = noExpectation;
  #utterance: Utterance | undefined;
  #nowMs = 0;
  #sentMs = 0;
  #isClosed = false;

  constructor(options: HttpRecognitionStreamOptions) {
    this.#options = options;
    this.#emitter = new Emitter(options.onInternalError);
    // Listeners are added after the constructor.
    queueMicrotask(() => this.#start());
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#isClosed) return;
    this.#nowMs = atMs + samples.length / samplesPerMs;
    const gated = this.#gate.push(samples, atMs);
    if (gated === undefined) return;
    if (gated.type === 'opened') {
      this.#utterance = { startMs: gated.atMs, audio: [], samples: 0 };
      this.#options.client.preconnect();
    }
    this.#append(gated.samples);
    if (this.#gate.quietMs > noiseTimeoutMs) this.#endUtterance();
  }

  expect(expectation: Expectation): void {
    this.#expectation = expectation;
  }

  finalize(): void {
    if (this.#isClosed) return;
    const endMs = this.#nowMs - this.#gate.quietMs;
    const utterance = this.#endUtterance();
    const result: PendingResult = {
      expectation: this.#expectation,
      startMs: utterance?.startMs ?? this.#nowMs,
      endMs: utterance === undefined ? this.#nowMs : Math.max(endMs, utterance.startMs + 1),
      request: new AbortController(),
      text: utterance === undefined ? { text: '', confidence: 0 } : undefined,
    };
    this.#pending.push(result);
    if (utterance === undefined) this.#emitCompleted();
    else this.#transcribe(result, concatenate(utterance.audio)).catch(this.#options.onInternalError);
  }

  discard(): void {
    this.#endUtterance();
    for (const { request } of this.#pending.splice(0)) request.abort();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.discard();
    this.#emitter.clear();
    this.#options.onClosed(this.#sentMs);
  }

  #start(): void {
    const { breaker, client, vendor, stream } = this.#options;
    if (this.#isClosed) return;
    if (stream.sampleRate !== undefined && stream.sampleRate !== 8000)
      this.#fail(new VendorError(vendor, 'rejected', { code: 'sample-rate' }));
    else if (breaker.isOpen) this.#fail(breaker.refusal(vendor));
    else client.preconnect();
  }

  #append(samples: Int16Array): void {
    const utterance = this.#utterance;
    if (utterance === undefined || utterance.samples >= maxUtteranceMs * samplesPerMs) return;
    utterance.audio.push(samples);
    utterance.samples += samples.length;
  }

  #endUtterance(): Utterance | undefined {
    const utterance = this.#utterance;
    this.#utterance = undefined;
    this.#gate.close();
    return utterance;
  }

  async #transcribe(result: PendingResult, samples: Int16Array): Promise<void> {
    const isObsolete = () => this.#isClosed || !this.#pending.includes(result);
    for (let attempt = 1; !isObsolete(); attempt++) {
      const outcome = await this.#attempt(result, samples);
      if (isObsolete()) return;
      if (!(outcome instanceof VendorError)) {
        result.text = outcome;
        this.#emitCompleted();
        return;
      }
      const isLast = attempt === maxAttempts || !outcome.retryable || this.#options.breaker.isOpen;
      if (isLast) this.#fail(outcome);
      else this.#emitter.emit({ type: 'stream-failed', error: outcome, recoverable: true });
    }
  }

  async #attempt(result: PendingResult, samples: Int16Array): Promise<TranscribedText | VendorError> {
    const { client, breaker, vendor, stream } = this.#options;
    const { language, keyterms = [] } = stream;
    if (!breaker.admit()) return breaker.refusal(vendor);
    this.#sentMs += samples.length / samplesPerMs;
    try {
      const text = await client.transcribe(samples, { language, keyterms }, result.request.signal);
      breaker.recordSuccess();
      return text;
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      if (!result.request.signal.aborted) breaker.recordFailure(error);
      return error;
    }
  }

  /** Emits the results that are complete, in order. */
  #emitCompleted(): void {
    while (this.#pending[0]?.text !== undefined) {
      const { text, expectation, startMs, endMs } = this.#pending.shift()!;
      const match = matchText(expectation, text!.text);
      this.#emitter.emit({
        type: 'transcript-ended',
        text: text!.text,
        ...(match && { match }),
        confidence: text!.confidence ?? assumedConfidence,
        rejected: false,
        startMs,
        endMs,
      });
    }
  }

  #fail(error: VendorError): void {
    this.#emitter.emit({ type: 'stream-failed', error, recoverable: false });
    this.close();
  }
}
