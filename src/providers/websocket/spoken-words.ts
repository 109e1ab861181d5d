import type { SpokenWord } from '../../contracts/text-to-speech.ts';
import type { TimedCharacter } from './speech-protocol.ts';

const maxWordLength = 200;

/** Joins timed characters to words, which end at white space. A word may span several messages. */
export class SpokenWordAssembler {
  #text = '';
  #startMs = 0;
  #endMs = 0;

  /** Returns the words that the characters complete. `offsetMs` is the start of their message in the audio. */
  add(characters: readonly TimedCharacter[], offsetMs: number): SpokenWord[] {
    const words: SpokenWord[] = [];
    for (const { text, startMs, endMs } of characters) {
      if (text.trim() === '') {
        words.push(...this.finish());
        continue;
      }
      if (this.#text === '') this.#startMs = offsetMs + startMs;
      if (this.#text.length < maxWordLength) this.#text += text;
      this.#endMs = offsetMs + endMs;
    }
    return words;
  }

  /** Returns the last word. */
  finish(): SpokenWord[] {
    if (this.#text === '') return [];
    const word = {
      text: this.#text,
      startMs: this.#startMs,
      endMs: Math.max(this.#endMs, this.#startMs + 1),
    };
    this.#text = '';
    return [word];
  }
}
