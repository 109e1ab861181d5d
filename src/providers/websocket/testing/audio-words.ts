import { decodeUlaw, encodeUlaw } from '../../../audio/g711.ts';

/** A word that a simulated recogniser has read from audio. */
export interface HeardWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

export const wordMs = 300;
const bytesPerMs = 8;
/** Each word is written three times, so that it survives the loss of packets. */
const copyOffsetsMs = [0, 100, 200];
const marker = Buffer.from([0x01, 0x42, 0x02, 0x43]);
/** Jitter buffers can move the copies of a word by some packets. */
const copyToleranceMs = 100;
const pitchHz = 110;
const harmonics = 24;

/**
 * Returns 8 kHz audio that carries words: each is 300 ms long and holds copies of its text as µ-law codes, which survive µ-law and linear transport.
 * Voice activity detectors find no speech in `quiet` audio, which has only the codes.
 */
export function audioOfWords(text: string, loudness: 'normal' | 'quiet' = 'normal'): Int16Array {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const length = words.length * wordMs * bytesPerMs;
  const samples = loudness === 'quiet' ? new Int16Array(length) : vowel(length);
  const codes = new Uint8Array(samples.length);
  encodeUlaw(samples, codes);
  for (const [index, word] of words.entries())
    for (const copy of copyOffsetsMs.keys()) writeWord(codes, word, index * wordMs * bytesPerMs, copy);
  decodeUlaw(codes, samples);
  return samples;
}

/** Writes a copy of a word that starts at an index of µ-law audio. If this is a multiple of 10 ms, one packet of 20 ms holds all codes of the copy. */
export function writeWord(codes: Uint8Array, word: string, startAt: number, copy = 0): void {
  const letters = Buffer.from(word);
  codes.set([...marker, copy, letters.length, ...letters], startAt + copyOffsetsMs[copy]! * bytesPerMs);
}

/** Returns the words in 8 kHz audio, in order, and when each starts. Words whose audio was changed are absent. */
export function wordsInAudio(samples: Int16Array): Pick<HeardWord, 'text' | 'startMs'>[] {
  const codes = Buffer.alloc(samples.length);
  encodeUlaw(samples, codes);
  const words: Pick<HeardWord, 'text' | 'startMs'>[] = [];
  for (let at = codes.indexOf(marker); at >= 0; at = codes.indexOf(marker, at + marker.length)) {
    const word = wordAt(codes, at);
    const last = words.at(-1);
    if (last?.text !== word.text || word.startMs - last.startMs > copyToleranceMs) words.push(word);
  }
  return words;
}

function wordAt(codes: Buffer, markerAt: number): Pick<HeardWord, 'text' | 'startMs'> {
  const copyAt = markerAt + marker.length;
  const lettersAt = copyAt + 2;
  return {
    text: codes.subarray(lettersAt, lettersAt + codes[copyAt + 1]!).toString(),
    startMs: markerAt / bytesPerMs - (copyOffsetsMs[codes[copyAt]!] ?? 0),
  };
}

/** Returns a vowel with a changing pitch, which voice activity detectors classify as speech. */
function vowel(length: number): Int16Array {
  const amplitudes = Array.from({ length: harmonics }, (_, index) => {
    const hz = pitchHz * (index + 1);
    const formants = Math.exp(-(((hz - 600) / 400) ** 2)) + 0.6 * Math.exp(-(((hz - 1500) / 300) ** 2));
    return (2000 * (formants + 0.2)) / (index + 1);
  });
  return Int16Array.from({ length }, (_, at) => {
    const phase = (2 * Math.PI * pitchHz * at) / 8000 + Math.sin((2 * Math.PI * 3 * at) / 8000);
    return amplitudes.reduce((sum, amplitude, index) => sum + amplitude * Math.sin((index + 1) * phase), 0);
  });
}

/**
 * Reads the words of `audioOfWords` from audio that is received in parts of any size: µ-law, or linear audio of any rate in which the samples of 8 kHz
 * are repeated.
 */
export class AudioWordReader {
  readonly #isLinear: boolean;
  /** Samples per sample of 8 kHz. */
  readonly #copies: number;
  #linearSamples = 0;
  #codes = Buffer.alloc(0);
  #scanned = 0;
  #lastWordEndMs = 0;

  constructor(encoding: 'mulaw' | 'linear16' = 'mulaw', sampleRate = 8000) {
    this.#isLinear = encoding === 'linear16';
    this.#copies = sampleRate / 8000;
  }

  /** Creates a reader by the parameters `encoding` and `sample_rate` of a request. */
  static fromUrl({ searchParams }: URL): AudioWordReader {
    const isLinear = ['linear16', 'pcm_s16le'].includes(searchParams.get('encoding') ?? '');
    return new AudioWordReader(isLinear ? 'linear16' : 'mulaw', Number(searchParams.get('sample_rate')));
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
    this.#codes = Buffer.concat([this.#codes, this.#isLinear ? this.#codesOf(audio) : audio]);
    const words: HeardWord[] = [];
    for (;;) {
      const at = this.#codes.indexOf(marker, this.#scanned);
      if (at < 0) return words;
      const { text, startMs } = wordAt(this.#codes, at);
      const end = (startMs + wordMs) * bytesPerMs;
      if (end > this.#codes.length) return words;
      this.#scanned = end;
      // Audio that starts in the middle of a word does not contain the word.
      if (startMs < 0) continue;
      this.#lastWordEndMs = end / bytesPerMs;
      words.push({ text, startMs, endMs: end / bytesPerMs });
    }
  }

  #codesOf(audio: Uint8Array): Uint8Array {
    const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
    const samples = Int16Array.from({ length: audio.length / 2 }, (_, i) => view.getInt16(2 * i, true));
    const first = this.#linearSamples;
    this.#linearSamples += samples.length;
    const telephone = samples.filter((_, i) => (first + i) % this.#copies === 0);
    const codes = new Uint8Array(telephone.length);
    encodeUlaw(telephone, codes);
    return codes;
  }
}
