import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';
import type { CircuitBreaker } from '../websocket/circuit-breaker.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { HttpRecognitionStream } from './http-recognition-stream.ts';
import { modelBreakerOf, openAiLanguages, type SpeechServer } from './speech-server.ts';
import { TranscriptionClient } from './transcription-request.ts';

/** Creates the recogniser of a server with OpenAI's `/audio/transcriptions`, which receives each utterance as a whole. */
export const createHttpSpeechToText = (
  server: SpeechServer,
  model: string,
  dependencies: VendorDependencies,
): SpeechToText => new HttpSpeechToText(server, model, dependencies);

/** 500 ms. */
const checkSamples = 4000;

class HttpSpeechToText implements SpeechToText {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: SpeechToTextCapabilities = {
    partials: false,
    openVocabulary: true,
    expectation: 'none',
    endpointing: 'host',
    turns: 'none',
    languages: openAiLanguages,
    network: true,
  };
  readonly #vendor: string;
  readonly #client: TranscriptionClient;
  readonly #breaker: CircuitBreaker;
  readonly #dependencies: VendorDependencies;
  readonly #streams = new Set<SpeechToTextStream>();
  #isClosed = false;

  constructor(server: SpeechServer, model: string, dependencies: VendorDependencies) {
    this.provider = server.provider;
    this.model = model;
    this.#vendor = server.vendor;
    this.#client = new TranscriptionClient(server, model, dependencies.clock);
    this.#breaker = modelBreakerOf(server, `recogniser ${model}`);
    this.#dependencies = dependencies;
  }

  open(options: SpeechToTextOptions): SpeechToTextStream {
    const { provider, model } = this;
    const stream: HttpRecognitionStream = new HttpRecognitionStream({
      vendor: this.#vendor,
      client: this.#client,
      breaker: this.#breaker,
      stream: options,
      onInternalError: (error) => this.#dependencies.internalErrors.record('speech', error),
      onClosed: (audioMs) => {
        this.#streams.delete(stream);
        if (audioMs > 0) options.onUsage?.({ provider, model, audioMs });
      },
    });
    this.#streams.add(stream);
    if (this.#isClosed) stream.close();
    return stream;
  }

  async checkConnection(language: string): Promise<void> {
    const silence = new Int16Array(checkSamples);
    await this.#client.transcribe(silence, { language, keyterms: [] }, new AbortController().signal);
  }

  /** Reports the circuit breaker: a request per check would be paid by the operator. */
  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    const name = `${this.provider} ${this.model}`;
    if (this.#isClosed) return Promise.resolve({ ok: false, detail: `${name} has been closed.` });
    const detail = this.#breaker.lastError?.message ?? `${name}: ${this.#streams.size} streams`;
    return Promise.resolve({ ok: !this.#breaker.isFailing, detail });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.close();
    return Promise.resolve();
  }
}
