/**
 * ITU-T G.711: µ-law (PCMU) and A-law (PCMA), one byte per sample. The quantisers follow the reference program of ITU-T
 * G.191 (STL), which takes the ones' complement of negative samples. This decides which of the two
 * adjacent codes a sample on a decision value gets.
 *
 * Decoding and then encoding a code in the same law returns the code, except that µ-law's negative zero becomes zero. So
 * audio of a PCMU leg that is sent to a vendor as µ-law is not changed.
 */

/** µ-law quantises 14 bits, so the two lowest of 16 bits are dropped. */
const ulawDroppedBits = 2;
/** The A-law table covers the upper 12 of 16 bits. */
const alawDroppedBits = 4;
/** G.711 table 2a: the bias, in 14-bit steps. With it, the upper bound of every µ-law segment is a power of two. */
const ulawBias = 33;
/** The largest magnitude plus bias. */
const ulawMaxBiased = 0x1fff;
/** G.711 §3.2: the even bits of A-law codes are inverted on the line. */
const alawLineMask = 0x55;

const ulawToLinear = Int16Array.from({ length: 256 }, (_, code) => expandUlaw(code));
const alawToLinear = Int16Array.from({ length: 256 }, (_, code) => expandAlaw(code));
const linearToUlaw = compressionTable(ulawDroppedBits, compressUlaw);
const linearToAlaw = compressionTable(alawDroppedBits, compressAlaw);

/** The µ-law code of silence, used to fill packets. */
export const ulawSilence = 0xff;
/** The A-law code of silence. */
export const alawSilence = 0xd5;

/** Decodes `count` bytes (default: all). `to` must be large enough. */
export function decodeUlaw(
  from: Uint8Array,
  to: Int16Array,
  count = from.length,
  fromOffset = 0,
  toOffset = 0,
): void {
  for (let i = 0; i < count; i++) to[toOffset + i] = ulawToLinear[from[fromOffset + i]!]!;
}

/** Encodes `count` samples (default: all). `to` must be large enough. */
export function encodeUlaw(
  from: Int16Array,
  to: Uint8Array,
  count = from.length,
  fromOffset = 0,
  toOffset = 0,
): void {
  for (let i = 0; i < count; i++) {
    to[toOffset + i] = linearToUlaw[(from[fromOffset + i]! & 0xffff) >> ulawDroppedBits]!;
  }
}

/** Decodes `count` bytes (default: all). `to` must be large enough. */
export function decodeAlaw(
  from: Uint8Array,
  to: Int16Array,
  count = from.length,
  fromOffset = 0,
  toOffset = 0,
): void {
  for (let i = 0; i < count; i++) to[toOffset + i] = alawToLinear[from[fromOffset + i]!]!;
}

/** Encodes `count` samples (default: all). `to` must be large enough. */
export function encodeAlaw(
  from: Int16Array,
  to: Uint8Array,
  count = from.length,
  fromOffset = 0,
  toOffset = 0,
): void {
  for (let i = 0; i < count; i++) {
    to[toOffset + i] = linearToAlaw[(from[fromOffset + i]! & 0xffff) >> alawDroppedBits]!;
  }
}

/** One of the two laws. Both directions copy into memory that the caller owns. */
export interface G711Codec {
  /** The code of silence. */
  readonly silence: number;
  decode(from: Uint8Array, to: Int16Array, count: number, fromOffset: number): void;
  encode(from: Int16Array, to: Uint8Array, count: number, fromOffset: number, toOffset: number): void;
}

/** The laws by their encoding names in SDP (RFC 3551 §4.5.14). */
export const g711Codecs: Readonly<Record<'PCMU' | 'PCMA', G711Codec>> = {
  PCMU: { silence: ulawSilence, decode: decodeUlaw, encode: encodeUlaw },
  PCMA: { silence: alawSilence, decode: decodeAlaw, encode: encodeAlaw },
};

/** Returns the code of every sample. The index is the 16-bit sample, as unsigned, without the dropped low bits. */
function compressionTable(droppedBits: number, compress: (sample: number) => number): Uint8Array {
  const size = 0x10000 >> droppedBits;
  return Uint8Array.from({ length: size }, (_, index) => compress(((index << droppedBits) << 16) >> 16));
}

function compressUlaw(sample: number): number {
  const magnitude = (sample < 0 ? ~sample : sample) >> ulawDroppedBits;
  const biased = Math.min(magnitude + ulawBias, ulawMaxBiased);
  const segment = 32 - Math.clz32(biased >> 6);
  const step = (biased >> (segment + 1)) & 0x0f;
  const sign = sample < 0 ? 0 : 0x80;
  return sign | ((7 - segment) << 4) | (0x0f - step);
}

function expandUlaw(code: number): number {
  const segment = (~code >> 4) & 0x07;
  const step = ~code & 0x0f;
  const magnitude = (((2 * step + ulawBias) << segment) - ulawBias) << ulawDroppedBits;
  return code & 0x80 ? magnitude : -magnitude;
}

function compressAlaw(sample: number): number {
  const magnitude = (sample < 0 ? ~sample : sample) >> alawDroppedBits;
  const segment = 32 - Math.clz32(magnitude >> 4);
  const step = segment > 1 ? (magnitude >> (segment - 1)) & 0x0f : magnitude & 0x0f;
  const sign = sample < 0 ? 0 : 0x80;
  return (sign | (segment << 4) | step) ^ alawLineMask;
}

function expandAlaw(code: number): number {
  const plain = code ^ alawLineMask;
  const segment = (plain >> 4) & 0x07;
  const step = plain & 0x0f;
  const magnitude = segment === 0 ? (step << 4) + 8 : ((step << 4) + 0x108) << (segment - 1);
  return plain & 0x80 ? magnitude : -magnitude;
}
