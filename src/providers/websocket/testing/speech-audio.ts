import { encodeUlaw } from '../../../audio/g711.ts';
import { writeWord } from './audio-words.ts';

const wordMs = 200;
const gapMs = 50;
const samplesPerMs = 8;
const toneHz = 400;

/** A word of simulated speech and its interval in the audio of its text. */
export interface ToneWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Simulated speech in 8 kHz µ-law, in parts of 100 ms: each word is a tone, which starts with the text of the word. */
export function speakTones(
  text: string,
  speed = 1,
): { readonly words: readonly ToneWord[]; readonly parts: readonly Uint8Array[] } {
  const texts = text.split(/\s+/).filter((word) => word !== '');
  const stepMs = (wordMs + gapMs) / speed;
  const words = texts.map((word, index) => ({
    text: word,
    startMs: Math.round(index * stepMs),
    endMs: Math.round(index * stepMs + wordMs / speed),
  }));
  const samples = new Int16Array(Math.round(texts.length * stepMs) * samplesPerMs);
  for (const { startMs, endMs } of words)
    for (let i = startMs * samplesPerMs; i < endMs * samplesPerMs; i++)
      samples[i] = Math.round(6000 * Math.sin((2 * Math.PI * toneHz * i) / 8000));
  const audio = new Uint8Array(samples.length);
  encodeUlaw(samples, audio);
  for (const { text: word, startMs } of words) writeWord(audio, word, startMs * samplesPerMs);
  const partBytes = 100 * samplesPerMs;
  const parts = Array.from({ length: Math.ceil(audio.length / partBytes) }, (_, index) =>
    audio.subarray(index * partBytes, (index + 1) * partBytes),
  );
  return { words, parts };
}
