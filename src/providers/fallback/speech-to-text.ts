import { Emitter } from '../../core/emitter.ts';
import type { Expectation } from '../../core/expectation.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';

/** Audio that is kept for the next recogniser. */
const keptMs = 10_000;

/**
 * Creates a recogniser that uses the next one of a list when a stream of the previous one fails. The next one receives the audio of the utterance that is
 * not finalised. At least one recogniser is needed.
 */
export function createFallbackSpeechToText(
  recognisers: readonly [SpeechToText, ...SpeechToText[]],
  onInternalError: (error: unknown) => void,
): SpeechToText {
  return new FallbackSpeechToText(recognisers, onInternalError);
}

class FallbackSpeechToText implements SpeechToText {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: SpeechToTextCapabilities;
  readonly #recognisers: readonly SpeechToText[];
  readonly #onInternalError: (error: unknown) => void;

  constructor(
    recognisers: readonly [SpeechToText, ...SpeechToText[]],
    onInternalError: (error: unknown) => void,
  ) {
    const [first, ...others] = recognisers;
    this.provider = first.provider;
    this.model = first.model;
    const all = recognisers.map(({ capabilities }) => capabilities);
    this.capabilities = {
      ...first.capabilities,
      openVocabulary: all.every(({ openVocabulary }) => openVocabulary),
      languages: first.capabilities.languages.filter((language) =>
        others.every(({ capabilities }) => capabilities.languages.includes(language)),
      ),
      network: all.some(({ network }) => network),
    };
    this.#recognisers = recognisers;
    this.#onInternalError = onInternalError;
  }

  open(options: SpeechToTextOptions): SpeechToTextStream {
    return new FallbackStream(this.#recognisers, options, this.#onInternalError);
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

interface KeptAudio {
  readonly samples: Int16Array;
  readonly atMs: number;
  readonly endMs: number;
}

class FallbackStream implements SpeechToTextStream {
  readonly #recognisers: readonly SpeechToText[];
  readonly #options: SpeechToTextOptions;
  readonly #emitter: Emitter<SpeechToTextEvent>;
  readonly #samplesPerMs: number;
  #index = 0;
  #stream: SpeechToTextStream;
  #audio: KeptAudio[] = [];
  #expectation: Expectation | undefined;
  /** Requests to finalise that have no answer yet. */
  #finalizing = 0;
  #isClosed = false;

  constructor(
    recognisers: readonly SpeechToText[],
    options: SpeechToTextOptions,
    onInternalError: (error: unknown) => void,
  ) {
    this.#recognisers = recognisers;
    this.#options = options;
    this.#emitter = new Emitter(onInternalError);
    this.#samplesPerMs = (options.sampleRate ?? 8000) / 1000;
    this.#stream = this.#open();
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#emitter.on(listener);
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    if (this.#isClosed) return;
    const endMs = atMs + samples.length / this.#samplesPerMs;
    this.#audio.push({ samples: samples.slice(), atMs, endMs });
    this.#dropAudioBefore(endMs - keptMs);
    this.#stream.pushAudio(samples, atMs);
  }

  expect(expectation: Expectation): void {
    this.#expectation = expectation;
    this.#stream.expect(expectation);
  }

  finalize(): void {
    if (this.#isClosed) return;
    this.#finalizing += 1;
    this.#stream.finalize();
  }

  discard(): void {
    this.#audio = [];
    this.#finalizing = 0;
    this.#stream.discard();
  }

  close(): void {
    this.#isClosed = true;
    this.#audio = [];
    this.#stream.close();
    this.#emitter.clear();
  }

  #open(): SpeechToTextStream {
    const stream = this.#recognisers[this.#index]!.open(this.#options);
    stream.on((event) => {
      if (stream === this.#stream && !this.#isClosed) this.#onEvent(event);
    });
    return stream;
  }

  #onEvent(event: SpeechToTextEvent): void {
    if (event.type === 'transcript-ended') {
      this.#finalizing = Math.max(0, this.#finalizing - 1);
      this.#dropAudioBefore(event.endMs);
    }
    if (event.type === 'stream-failed' && !event.recoverable) this.#onFailed(event.error);
    else this.#emitter.emit(event);
  }

  #onFailed(error: Error): void {
    const isLast = this.#index + 1 >= this.#recognisers.length;
    this.#emitter.emit({ type: 'stream-failed', error, recoverable: !isLast });
    if (isLast) this.close();
    else this.#useNext();
  }

  #useNext(): void {
    if (this.#isClosed) return;
    this.#stream.close();
    this.#index += 1;
    this.#stream = this.#open();
    if (this.#expectation !== undefined) this.#stream.expect(this.#expectation);
    for (const { samples, atMs } of this.#audio) this.#stream.pushAudio(samples, atMs);
    for (let i = 0; i < this.#finalizing; i++) this.#stream.finalize();
  }

  #dropAudioBefore(timeMs: number): void {
    const first = this.#audio.findIndex(({ endMs }) => endMs > timeMs);
    this.#audio.splice(0, first < 0 ? this.#audio.length : first);
  }
}
