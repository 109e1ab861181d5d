import { UtteranceGate } from '../../audio/utterance-gate.ts';
import type {
  SpeechToText,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from '../../contracts/speech-to-text.ts';
import type { Expectation } from '../../core/expectation.ts';
import { VendorError } from '../websocket/vendor-error.ts';

/** The gate closes after this much silence, if the sound before it was not finalised because it was noise. */
const noiseTimeoutMs = 5_000;
const samplesPerMs = 8;

/**
 * Wraps a recogniser whose utterances are ended by the host, and that transcribes everything before the end: it receives the audio from the first
 * sound of an utterance on, and not the silence before. Streams of 8 kHz only.
 */
export function gateSpeechToText(recogniser: SpeechToText, vendor: string): SpeechToText {
  const { provider, model, capabilities } = recogniser;
  return {
    provider,
    model,
    capabilities,
    open: (options) => new GatedStream(recogniser.open(options), options, vendor),
    checkHealth: () => recogniser.checkHealth(),
    close: () => recogniser.close(),
    ...(recogniser.checkConnection && {
      checkConnection: (language) => recogniser.checkConnection!(language),
    }),
  };
}

class GatedStream implements SpeechToTextStream {
  readonly #stream: SpeechToTextStream;
  readonly #gate = new UtteranceGate();
  readonly #rejection: Extract<SpeechToTextEvent, { type: 'stream-failed' }> | undefined;
  /** Media clock after the audio that the recogniser has received. */
  #sentUntilMs = 0;

  constructor(stream: SpeechToTextStream, { sampleRate = 8000 }: SpeechToTextOptions, vendor: string) {
    this.#stream = stream;
    if (sampleRate === 8000) return;
    const error = new VendorError(vendor, 'rejected', { code: 'sample-rate' });
    this.#rejection = { type: 'stream-failed', error, recoverable: false };
    stream.close();
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    const rejection = this.#rejection;
    if (rejection === undefined) return this.#stream.on(listener);
    queueMicrotask(() => listener(rejection));
    return () => {};
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    const gated = this.#gate.push(samples, atMs);
    if (gated === undefined) return;
    const endMs = atMs + samples.length / samplesPerMs;
    const startMs = gated.type === 'opened' ? gated.atMs : endMs - gated.samples.length / samplesPerMs;
    this.#stream.pushAudio(gated.samples, Math.max(startMs, this.#sentUntilMs));
    this.#sentUntilMs = Math.max(startMs, this.#sentUntilMs) + gated.samples.length / samplesPerMs;
    if (this.#gate.quietMs > noiseTimeoutMs) this.#gate.close();
  }

  expect(expectation: Expectation): void {
    this.#stream.expect(expectation);
  }

  finalize(speechEndMs?: number): void {
    this.#gate.close();
    this.#stream.finalize(speechEndMs);
  }

  discard(): void {
    this.#gate.close();
    this.#stream.discard();
  }

  close(): void {
    this.#stream.close();
  }
}
