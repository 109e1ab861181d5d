import { isResampledRate, Resampler } from '../../audio/resampler.ts';
import type { SampleRate } from '../../audio/sample-rate.ts';
import { WavError } from '../../audio/wav-header.ts';
import { startsWav, WavStream } from '../../audio/wav-stream.ts';
import type { VendorError } from '../websocket/vendor-error.ts';
import { responseError, type ResponseErrorReason } from './response-error.ts';

/** Rate of the speech on calls. */
export const speechRate = 8_000 satisfies SampleRate;
const pcmType = /^audio\/(?:x-)?pcm\s*;(?:.*;)?\s*rate=(\d{4,5})\s*(?:;|$)/i;

/** 16-bit PCM without a header, in parts of any size. Its length is not announced, so it is never known to be complete. */
class PcmStream {
  readonly sampleRate: number;
  readonly isComplete = false;
  #rest = Buffer.alloc(0);

  constructor(sampleRate: number) {
    this.sampleRate = sampleRate;
  }

  push(bytes: Uint8Array): Int16Array {
    const all = Buffer.concat([this.#rest, bytes]);
    const count = all.length >> 1;
    this.#rest = all.subarray(count * 2);
    return Int16Array.from({ length: count }, (_, i) => all.readInt16LE(2 * i));
  }

  finish(): void {}
}

/**
 * Decodes the response of a speech server to 8 kHz. A WAV file is recognised by its first bytes, and its header has the rate. Other audio is decoded
 * only if its rate is known: from the content type, or because the server is documented to send it.
 */
export class SpeechDecoder {
  readonly #vendor: string;
  /** Rate of audio without a header; undefined if it is not known. */
  readonly #pcmRate: number | undefined;
  #start = Buffer.alloc(0);
  #source: PcmStream | WavStream | undefined;
  #resampler: Resampler | undefined;

  /** `documentedRate` is that of audio without a header, unless the content type has another one. */
  constructor(vendor: string, contentType: string, documentedRate: number | undefined) {
    this.#vendor = vendor;
    const named = pcmType.exec(contentType)?.[1];
    this.#pcmRate = named === undefined ? documentedRate : Number(named);
    if (/^(text\/|application\/(json|xml))/i.test(contentType)) throw this.#error('not-audio');
  }

  /** Whether all audio that the server announced has arrived. */
  get isComplete(): boolean {
    return this.#source?.isComplete === true;
  }

  /** Returns the samples that are complete after the part. @throws {VendorError} */
  push(bytes: Uint8Array): Int16Array {
    if (this.#source !== undefined) return this.#decode(this.#source, bytes);
    this.#start = Buffer.concat([this.#start, bytes]);
    const isWav = startsWav(this.#start);
    if (isWav === undefined) return new Int16Array(0);
    this.#source = isWav ? new WavStream() : this.#pcmStream();
    return this.#decode(this.#source, this.#start);
  }

  /** Returns the last samples. @throws {VendorError} if the audio is truncated */
  finish(): Int16Array {
    if (this.#source === undefined) throw this.#error('not-audio');
    this.#guarded(() => this.#source!.finish());
    return this.#resampler?.finish() ?? new Int16Array(0);
  }

  #pcmStream(): PcmStream {
    if (this.#pcmRate === undefined || !isResampledRate(this.#pcmRate)) throw this.#error('unknown-rate');
    return new PcmStream(this.#pcmRate);
  }

  #decode(source: PcmStream | WavStream, bytes: Uint8Array): Int16Array {
    const samples = this.#guarded(() => source.push(bytes));
    const { sampleRate } = source;
    // The header of the WAV file has not arrived, so there are no samples.
    if (sampleRate === undefined) return samples;
    this.#resampler ??= new Resampler(sampleRate, speechRate);
    return this.#resampler.push(samples);
  }

  #guarded<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw error instanceof WavError ? this.#error('invalid-wav') : error;
    }
  }

  #error(reason: ResponseErrorReason): VendorError {
    return responseError(this.#vendor, reason);
  }
}
