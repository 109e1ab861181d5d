/**
 * RIFF/WAVE with 16-bit linear PCM (Multimedia Programming Interface 1.0, August 1991, chapter 3). Each field
 * is preceded by its byte offset:
 *
 *   0: 'RIFF'   4: size of all that follows   8: 'WAVE'
 *  12: 'fmt '  16: size (16)  20: format (1 = PCM)  22: channels
 *  24: sample rate  28: bytes per second  32: bytes per frame  34: bits per sample
 *  36: 'data'  40: size of the samples  44: samples, channels interleaved
 *
 * All numbers are little-endian. Other chunks can appear between `fmt ` and `data`.
 */
export const wavHeaderBytes = 44;

const formatPcm = 1;
const bytesPerSample = 2;
const largestUint32 = 0xffff_ffff;

export interface WavFormat {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
}

export interface WavAudio extends WavFormat {
  /** Interleaved if there is more than one channel. */
  readonly samples: Int16Array;
}

/** Thrown for a WAV file that cannot be read. The message describes the fault. */
export class WavError extends Error {
  override readonly name = 'WavError';
}

/** Returns the 44 header bytes. Sizes beyond 4 GiB are written as the largest 32-bit value. */
export function wavHeader(format: WavFormat & { readonly dataBytes: number }): Uint8Array {
  const header = new Uint8Array(wavHeaderBytes);
  const view = new DataView(header.buffer);
  const bytesPerFrame = format.channels * bytesPerSample;
  writeTag(header, 0, 'RIFF');
  view.setUint32(4, Math.min(wavHeaderBytes - 8 + format.dataBytes, largestUint32), true);
  writeTag(header, 8, 'WAVE');
  writeTag(header, 12, 'fmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, formatPcm, true);
  view.setUint16(22, format.channels, true);
  view.setUint32(24, format.sampleRate, true);
  view.setUint32(28, format.sampleRate * bytesPerFrame, true);
  view.setUint16(32, bytesPerFrame, true);
  view.setUint16(34, bytesPerSample * 8, true);
  writeTag(header, 36, 'data');
  view.setUint32(40, Math.min(format.dataBytes, largestUint32), true);
  return header;
}

/** Returns a complete mono WAV file. */
export function wavFile(samples: Int16Array, sampleRate: number): Uint8Array {
  const file = new Uint8Array(wavHeaderBytes + samples.length * bytesPerSample);
  file.set(wavHeader({ sampleRate, channels: 1, dataBytes: samples.length * bytesPerSample }));
  const view = new DataView(file.buffer, wavHeaderBytes);
  for (let i = 0; i < samples.length; i++) view.setInt16(i * bytesPerSample, samples[i]!, true);
  return file;
}

/**
 * Reads 16-bit PCM (format 1, not WAVE_FORMAT_EXTENSIBLE) of any sample rate, with 1 to 8 channels. A `data` size
 * beyond the end of the file, as in a truncated or unfinished recording, is reduced to the end of the file. Throws
 * `WavError`.
 */
export function parseWav(bytes: Uint8Array): WavAudio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || tagAt(bytes, 0) !== 'RIFF' || tagAt(bytes, 8) !== 'WAVE')
    throw new WavError('This is not a WAV file.');
  let format: WavFormat | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const tag = tagAt(bytes, at);
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tag === 'fmt ') format = parseFormat(view, body);
    if (tag === 'data') {
      if (format === undefined) throw new WavError('The WAV file has no format chunk before its samples.');
      return { ...format, samples: samplesAt(view, body, size, format.channels) };
    }
    at = body + size + (size & 1);
  }
  throw new WavError('The WAV file has no samples.');
}

function parseFormat(view: DataView, at: number): WavFormat {
  if (at + 16 > view.byteLength) throw new WavError('The WAV file is truncated in its format chunk.');
  const channels = view.getUint16(at + 2, true);
  const sampleRate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  if (view.getUint16(at, true) !== formatPcm || bits !== 16)
    throw new WavError('Only WAV files with 16-bit PCM are supported.');
  if (channels < 1 || channels > 8 || sampleRate < 1)
    throw new WavError('The WAV file has an invalid format.');
  return { channels, sampleRate };
}

function samplesAt(view: DataView, at: number, size: number, channels: number): Int16Array {
  const bytesPerFrame = channels * bytesPerSample;
  const available = Math.min(size, view.byteLength - at);
  const count = Math.floor(available / bytesPerFrame) * channels;
  return Int16Array.from({ length: count }, (_, i) => view.getInt16(at + i * bytesPerSample, true));
}

function writeTag(bytes: Uint8Array, at: number, tag: string): void {
  for (let i = 0; i < 4; i++) bytes[at + i] = tag.charCodeAt(i);
}

function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!);
}
