import { concatenate } from '../audio/concatenate.ts';
import { Resampler } from '../audio/resampler.ts';
import type { SampleRate } from '../audio/sample-rate.ts';
import type { SpeechChunk } from '../contracts/text-to-speech.ts';

/** Converts the chunks of one clause to the sample rate of the leg. Chunks that have this rate are not copied. */
export class SpeechResampler {
  readonly #toRate: SampleRate;
  #fromRate: SampleRate;
  /** Undefined while the chunks have the rate of the leg. */
  #resampler: Resampler | undefined;

  constructor(toRate: SampleRate) {
    this.#toRate = toRate;
    this.#fromRate = toRate;
  }

  /**
   * Returns the chunk in the rate of the leg. Its last samples may follow with the next chunk. Another voice that continues the clause may have
   * another rate.
   */
  push(chunk: SpeechChunk): SpeechChunk {
    const { samples, sampleRate } = chunk;
    if (sampleRate === this.#fromRate && this.#resampler === undefined) return chunk;
    const rest = sampleRate === this.#fromRate ? noSamples : this.#changeRate(sampleRate);
    const resampled = this.#resampler === undefined ? samples : this.#resampler.push(samples);
    const all = rest.length === 0 ? resampled : concatenate([rest, resampled]);
    return { ...chunk, samples: all, sampleRate: this.#toRate };
  }

  /** Returns the last samples of the clause: a chunk, or none. */
  finish(): readonly SpeechChunk[] {
    const samples = this.#resampler?.finish() ?? noSamples;
    return samples.length === 0 ? [] : [{ samples, sampleRate: this.#toRate }];
  }

  /** Continues with chunks of another rate. Returns the last samples of the chunks before them. */
  #changeRate(sampleRate: SampleRate): Int16Array {
    const rest = this.#resampler?.finish() ?? noSamples;
    this.#fromRate = sampleRate;
    this.#resampler = sampleRate === this.#toRate ? undefined : new Resampler(sampleRate, this.#toRate);
    return rest;
  }
}

/** Returns the chunks of a whole clause in the sample rate of the leg. */
export function resampleSpeech(chunks: readonly SpeechChunk[], toRate: SampleRate): readonly SpeechChunk[] {
  const resampler = new SpeechResampler(toRate);
  const resampled = chunks.map((chunk) => resampler.push(chunk));
  return [...resampled, ...resampler.finish()];
}

const noSamples = new Int16Array(0);
