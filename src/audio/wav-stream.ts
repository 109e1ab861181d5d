import { isResampledRate } from './resampler.ts';
import { WavError } from './wav-header.ts';

/*
 * A WAV file that arrives in parts, as speech servers send it: `wav-header.ts` has the layout. Servers that do not know the length yet write 0 or
 * a size near 2 or 4 GiB into the header; the samples then last until the end of the file.
 */
const riffBytes = 12;
const chunkHeaderBytes = 8;
const formatPcm = 1;
/** WAVE_FORMAT_EXTENSIBLE; the format is then the first field of the GUID at offset 24. */
const formatExtensible = 0xfffe;
const subFormatOffset = 24;
const bytesPerSample = 2;
const maxChannels = 2;
/** Size limit of everything before the samples. */
const maxHeaderBytes = 64 * 1024;
/** A declared size from here on means that the length was not known. */
const unknownSize = 0x7fff_0000;

/** Returns whether the bytes begin a WAV file; undefined if there are too few of them. */
export function startsWav(bytes: Uint8Array): boolean | undefined {
  const text = Buffer.from(bytes.subarray(0, riffBytes)).toString('latin1');
  if (!'RIFF'.startsWith(text.slice(0, 4)) || !'WAVE'.startsWith(text.slice(8))) return false;
  return text.length < riffBytes ? undefined : true;
}

/** Reads the samples of a WAV file with 16-bit PCM, mono or stereo, whose rate `Resampler` converts. */
export class WavStream {
  #header = Buffer.alloc(0);
  #sampleRate: number | undefined;
  #channels = 1;
  #isInSamples = false;
  /** Bytes of samples that are still expected. */
  #left = Infinity;
  #rest = Buffer.alloc(0);

  /** In Hz; undefined until the header has arrived. */
  get sampleRate(): number | undefined {
    return this.#isInSamples ? this.#sampleRate : undefined;
  }

  /** Whether all samples that the header announced have arrived. */
  get isComplete(): boolean {
    return this.#left === 0;
  }

  /** Returns the samples that are complete after the part, mixed to mono. @throws {WavError} */
  push(bytes: Uint8Array): Int16Array {
    if (this.#isInSamples) return this.#readSamples(bytes);
    this.#header = Buffer.concat([this.#header, bytes]);
    const samplesAt = this.#findSamples();
    if (samplesAt !== undefined) {
      const first = this.#header.subarray(samplesAt);
      this.#header = Buffer.alloc(0);
      return this.#readSamples(first);
    }
    if (this.#header.length > maxHeaderBytes) throw new WavError('The header of the WAV file is too long.');
    return new Int16Array(0);
  }

  /** To be called at the end of the file. @throws {WavError} if samples are missing */
  finish(): void {
    if (!this.#isInSamples) throw new WavError('The WAV file ends in its header.');
    if (this.#left !== 0 && this.#left !== Infinity) throw new WavError('The WAV file is truncated.');
  }

  /** Reads the chunks before the samples. Returns where the samples begin; undefined if they have not arrived. */
  #findSamples(): number | undefined {
    const header = this.#header;
    if (startsWav(header) === false) throw new WavError('This is not a WAV file.');
    for (let at = riffBytes; at + chunkHeaderBytes <= header.length;) {
      const tag = header.toString('latin1', at, at + 4);
      const size = header.readUInt32LE(at + 4);
      const body = at + chunkHeaderBytes;
      if (tag === 'data') return this.#startSamples(body, size);
      if (body + size > header.length) return undefined;
      if (tag === 'fmt ') this.#readFormat(header.subarray(body, body + size));
      at = body + size + (size & 1);
    }
    return undefined;
  }

  #startSamples(body: number, size: number): number {
    if (this.#sampleRate === undefined)
      throw new WavError('The WAV file has no format chunk before its samples.');
    if (size !== 0 && size < unknownSize) this.#left = size;
    this.#isInSamples = true;
    return body;
  }

  #readFormat(chunk: Buffer): void {
    if (chunk.length < 16) throw new WavError('The format chunk of the WAV file is too short.');
    const tag = chunk.readUInt16LE(0);
    const isLong = tag === formatExtensible && chunk.length >= subFormatOffset + 2;
    const format = isLong ? chunk.readUInt16LE(subFormatOffset) : tag;
    const channels = chunk.readUInt16LE(2);
    const sampleRate = chunk.readUInt32LE(4);
    if (format !== formatPcm || chunk.readUInt16LE(14) !== bytesPerSample * 8)
      throw new WavError('Only WAV files with 16-bit PCM are supported.');
    if (channels < 1 || channels > maxChannels || !isResampledRate(sampleRate))
      throw new WavError('The sample rate or the number of channels of the WAV file is not supported.');
    this.#channels = channels;
    this.#sampleRate = sampleRate;
  }

  #readSamples(bytes: Uint8Array): Int16Array {
    const accepted = bytes.subarray(0, Math.min(bytes.length, this.#left));
    this.#left -= accepted.length;
    const all = Buffer.concat([this.#rest, accepted]);
    const frameBytes = this.#channels * bytesPerSample;
    const count = Math.floor(all.length / frameBytes);
    this.#rest = all.subarray(count * frameBytes);
    return Int16Array.from({ length: count }, (_, i) => {
      const at = i * frameBytes;
      const left = all.readInt16LE(at);
      return this.#channels === 1 ? left : (left + all.readInt16LE(at + bytesPerSample)) >> 1;
    });
  }
}
