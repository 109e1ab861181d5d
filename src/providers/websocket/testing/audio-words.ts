import { decodeUlaw, encodeUlaw } from '../../../audio/g711.ts';

/** A word that a simulated recogniser has read from audio. */
export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export const wordMs = 300;
const bytesPerMs = 8;
const marker = Buffer.from([0x01, 0x42, 0x02, 0x43]);
/** A loud sample, so that voice activity detectors take the words for speech. */
const filler = 0x10;

/** Returns 8 kHz audio that carries words: each is 300 ms long and holds its text as µ-law codes, which survive µ-law and linear transport. */
export function audioOfWords(text: string): Int16Array {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const codes = new Uint8Array(words.length * wordMs * bytesPerMs).fill(filler);
  for (const [index, word] of words.entries()) {
    const letters = Buffer.from(word);
    codes.set([...marker, letters.length, ...letters], index * wordMs * bytesPerMs);
  }
  const samples = new Int16Array(codes.length);
  decodeUlaw(codes, samples);
  return samples;
}

/** Reads the words of `audioOfWords` from µ-law or linear audio, received in parts of any size. */
export class AudioWordReader {
  readonly #isLinear: boolean;
  #codes = Buffer.alloc(0);
  #scanned = 0;
  #lastWordEndMs = 0;

  constructor(encoding: 'mulaw' | 'linear16' = 'mulaw') {
    this.#isLinear = encoding === 'linear16';
  }

  /** Length of the audio received so far. */
  get heardMs(): number {
    return this.#codes.length / bytesPerMs;
  }

  /** Time since the end of the last word. */
  get silenceMs(): number {
    return this.heardMs - this.#lastWordEndMs;
  }

  /** Adds audio and returns the words that it completes. */
  read(audio: Uint8Array): HeardWord[] {
    this.#codes = Buffer.concat([this.#codes, this.#isLinear ? codesOf(audio) : audio]);
    const words: HeardWord[] = [];
    for (;;) {
      const at = this.#codes.indexOf(marker, this.#scanned);
      const end = at + wordMs * bytesPerMs;
      if (at < 0 || end > this.#codes.length) return words;
      const lettersAt = at + marker.length + 1;
      const text = this.#codes.subarray(lettersAt, lettersAt + this.#codes[lettersAt - 1]!).toString();
      this.#scanned = end;
      this.#lastWordEndMs = end / bytesPerMs;
      words.push({ text, startMs: at / bytesPerMs, endMs: end / bytesPerMs });
    }
  }
}

function codesOf(audio: Uint8Array): Uint8Array {
  const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
  const samples = Int16Array.from({ length: audio.length / 2 }, (_, i) => view.getInt16(2 * i, true));
  const codes = new Uint8Array(samples.length);
  encodeUlaw(samples, codes);
  return codes;
}
