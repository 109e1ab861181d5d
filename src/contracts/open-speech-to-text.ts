import { Resampler } from '../audio/resampler.ts';
import type { SampleRate } from '../audio/sample-rate.ts';
import type { Expectation } from '../core/expectation.ts';
import type {
  SpeechToText,
  SpeechToTextCapabilities,
  SpeechToTextEvent,
  SpeechToTextOptions,
  SpeechToTextStream,
} from './speech-to-text.ts';

const defaultRate = 8000;

/**
 * Opens a stream for audio of any rate. A recogniser that does not support the rate receives resampled audio: at the highest rate that it supports
 * below it, otherwise at its lowest rate.
 */
export function openSpeechToText(recogniser: SpeechToText, options: SpeechToTextOptions): SpeechToTextStream {
  const { sampleRate = defaultRate } = options;
  const rate = supportedRate(recogniser.capabilities.sampleRates ?? [defaultRate], sampleRate);
  return rate === sampleRate ? recogniser.open(options) : new ResampledStream(recogniser, options, rate);
}

function supportedRate(rates: readonly SampleRate[], wanted: SampleRate): SampleRate {
  const ascending = rates.toSorted((a, b) => a - b);
  return ascending.findLast((rate) => rate <= wanted) ?? ascending[0] ?? defaultRate;
}

class ResampledStream implements SpeechToTextStream {
  readonly #recogniser: SpeechToText;
  readonly #stream: SpeechToTextStream;
  readonly #fromRate: SampleRate;
  readonly #toRate: SampleRate;
  readonly #resampler: Resampler;
  /** Length of the audio that the resampler has received and not returned yet. */
  #pendingMs = 0;

  constructor(recogniser: SpeechToText, options: SpeechToTextOptions, toRate: SampleRate) {
    this.#recogniser = recogniser;
    this.#stream = recogniser.open({ ...options, sampleRate: toRate });
    this.#fromRate = options.sampleRate ?? defaultRate;
    this.#toRate = toRate;
    this.#resampler = new Resampler(this.#fromRate, toRate);
  }

  get capabilities(): SpeechToTextCapabilities {
    return this.#stream.capabilities ?? this.#recogniser.capabilities;
  }

  on(listener: (event: SpeechToTextEvent) => void): () => void {
    return this.#stream.on(listener);
  }

  pushAudio(samples: Int16Array, atMs: number): void {
    const resampled = this.#resampler.push(samples);
    const startMs = atMs - this.#pendingMs;
    const receivedMs = (samples.length * 1000) / this.#fromRate;
    this.#pendingMs += receivedMs - (resampled.length * 1000) / this.#toRate;
    if (resampled.length > 0) this.#stream.pushAudio(resampled, startMs);
  }

  expect(expectation: Expectation): void {
    this.#stream.expect(expectation);
  }

  finalize(): void {
    this.#stream.finalize();
  }

  discard(): void {
    this.#stream.discard();
  }

  close(): void {
    this.#stream.close();
  }
}
