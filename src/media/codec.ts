import { alawSilence, decodeAlaw, decodeUlaw, encodeAlaw, encodeUlaw, ulawSilence } from '../audio/g711.ts';
import type { AudioCodec } from './media-port.ts';

/** A G.711 codec. Both directions copy into memory that the caller owns. */
export interface FrameCodec {
  readonly name: AudioCodec;
  readonly silence: number;
  decode(from: Uint8Array, to: Int16Array, count: number, fromOffset: number): void;
  encode(from: Int16Array, to: Uint8Array, count: number, fromOffset: number, toOffset: number): void;
}

export const codecs: Record<AudioCodec, FrameCodec> = {
  PCMU: { name: 'PCMU', silence: ulawSilence, decode: decodeUlaw, encode: encodeUlaw },
  PCMA: { name: 'PCMA', silence: alawSilence, decode: decodeAlaw, encode: encodeAlaw },
};
