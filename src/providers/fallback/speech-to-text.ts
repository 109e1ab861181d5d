import type { Clock, Timer } from '../../core/clock.ts';
import { Emitter } from '../../core/emitter.ts';
import type { Expectation } from '../../core/expectation.ts';
import { ProviderError } from '../../contracts/provider-error.ts';
import { openSpeechToText } from '../../contracts/open-speech-to-text.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';
import { UtteranceLog } from './utterance-log.ts';

/** The longest wait for the transcript of an utterance. After it, the next recogniser receives the utterance. */
const transcriptTimeoutMs = 1_000;
/** Consecutive utterances for which the recogniser returned nothing. After them, the next recogniser is used. */
const maxUnanswered = 3;

type Recognisers = readonly [SpeechToText, ...SpeechToText[]];

export interface FallbackDependencies {
  readonly clock: Pick<Clock, 'after'>;
  /** Receives errors of listeners. */
  readonly onInternalError: (error: unknown) => void;
}

/**
 * Creates a recogniser that uses the next one of a list when a stream of the previous one fails or returns no transcripts. The next one receives the
 * audio of the utterance that is not finalised. All of them must support the language of the streams.
 */
export function createFallbackSpeechToText(
  recognisers: Recognisers,
  dependencies: FallbackDependencies,
): SpeechToText {
  return new FallbackSpeechToText(recognisers, dependencies);
}

class FallbackSpeechToText implements SpeechToText {
  readonly provider: string;
  readonly model: string;
  /** Those of the first recogniser. A stream has those of the recogniser that it uses. */
  readonly capabilities: SpeechToTextCapabilities;
  readonly #recognisers: Recognisers;
  readonly #dependencies: FallbackDependencies;

  constructor(recognisers: Recognisers, dependencies: FallbackDependencies) {
    const [first] = recognisers;
    this.provider = first.provider;
    this.model = first.model;
    this.capabilities = first.capabilities;
    this.#recognisers = recognisers;
    this.#dependencies = dependencies;
  }

  open(options: SpeechToTextOptions): SpeechToTextStream {
    return new FallbackStream(this.#recognisers, options, this.#dependencies);
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string; degraded?: boolean }> {
    const results = await Promise.all(this.#recognisers.map((recogniser) => recogniser.checkHealth()));
    const detail = results.map((result) => result.detail).join('; ');
    const isUsable = results.some(({ ok, degraded }) => ok || degraded === true);
    const isWhole = results.every(({ ok }) => ok);
    return isUsable && !isWhole ? { ok: false, degraded: true, detail } : { ok: isWhole, detail };
  }

  async close(): Promise<void> {
    await Promise.all(this.#recognisers.map((recogniser) => recogniser.close()));
  }
}

class FallbackStream implements SpeechToTextStream {
  readonly #recognisers: readonly SpeechToText[];
  readonly #options: SpeechToTextOptions;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #emitter: Emitter<SpeechToTextEvent>;
  readonly #samplesPerMs: number;
  readonly #log = new UtteranceLog();
  #index = 0;
  #stream: SpeechToTextStream;
  #timeout: Timer | undefined;
  #unanswered = 0;
  #isClosed = false;

  constructor(
    recognisers: readonly SpeechToText[],
    options: SpeechToTextOptions,
    { clock, onInternalError }: FallbackDependencies,
  ) {
    this.#recognisers = recognisers;
    this.#options = options;
    this.#clock = clock;
    this.#emitter = new Emitter(onInternalError);
    this.#samplesPerMs = (options.sampleRate ?? 8000) / 1000;
    this.#stream = this.#open();
  }

  get capabilities(): SpeechToTextCapabilities {
    return this.#stream.capabilities ?? this.#recognisers[this.#index]!.capabilities;
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#isClosed) return;
    if (this.#hasNext) this.#log.addAudio(samples, atMs, atMs + samples.length / this.#samplesPerMs);
    this.#stream.pushAudio(samples, atMs);
  }

  expect(expectation: Expectation): void {
    if (this.#hasNext) this.#log.addExpectation(expectation);
    this.#stream.expect(expectation);
  }

  finalize(speechEndMs?: number): void {
    if (this.#isClosed) return;
    if (this.#hasNext) this.#log.addFinalize(speechEndMs);
    this.#startTimeout();
    this.#stream.finalize(speechEndMs);
  }

  discard(): void {
    this.#timeout?.cancel();
    this.#log.clear();
    this.#stream.discard();
  }

  close(): void {
    this.#isClosed = true;
    this.#timeout?.cancel();
    this.#log.clear();
    this.#stream.close();
    this.#emitter.clear();
  }

  get #hasNext(): boolean {
    return this.#index + 1 < this.#recognisers.length;
  }

  #open(): SpeechToTextStream {
    const stream = openSpeechToText(this.#recognisers[this.#index]!, this.#options);
    stream.on((event) => {
      if (stream === this.#stream && !this.#isClosed) this.#onEvent(event);
    });
    return stream;
  }

  #onEvent(event: SpeechToTextEvent): void {
    if (event.type === 'transcript-ended') this.#onTranscript(event);
    else if (event.type === 'stream-failed' && !event.recoverable) this.#onFailed(event.error);
    else this.#emitter.emit(event);
  }

  #onTranscript(event: Extract<SpeechToTextEvent, { type: 'transcript-ended' }>): void {
    const isAnswered = event.unconfirmed !== true || event.text !== '';
    this.#unanswered = isAnswered ? 0 : this.#unanswered + 1;
    if (this.#unanswered >= maxUnanswered && this.#hasNext) {
      this.#onFailed(
        new ProviderError('The recogniser did not return the transcripts of several utterances.'),
      );
      return;
    }
    this.#log.utteranceEnded(event.endMs);
    this.#timeout?.cancel();
    if (this.#log.isFinalizing) this.#startTimeout();
    this.#emitter.emit(event);
  }

  #startTimeout(): void {
    this.#timeout?.cancel();
    if (!this.#hasNext) return;
    this.#timeout = this.#clock.after(transcriptTimeoutMs, () =>
      this.#onFailed(
        new ProviderError('The recogniser did not return the transcript of an utterance in time.'),
      ),
    );
  }

  #onFailed(error: Error): void {
    const recoverable = this.#hasNext;
    this.#timeout?.cancel();
    const fallback = recoverable && {
      fallback: { from: this.#nameOf(this.#index), to: this.#nameOf(this.#index + 1) },
    };
    this.#emitter.emit({ type: 'stream-failed', error, recoverable, ...fallback });
    if (recoverable) this.#useNext();
    else this.close();
  }

  #nameOf(index: number): string {
    const { provider, model } = this.#recognisers[index]!;
    return `${provider}/${model}`;
  }

  #useNext(): void {
    if (this.#isClosed) return;
    this.#stream.close();
    this.#index += 1;
    this.#unanswered = 0;
    this.#stream = this.#open();
    this.#log.replay(this.#stream);
    if (!this.#hasNext) this.#log.clear();
    else if (this.#log.isFinalizing) this.#startTimeout();
  }
}
