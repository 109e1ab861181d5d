import type { SpeechChunk, SpokenWord } from '../contracts/text-to-speech.ts';

/** How much of a clause several attempts at its synthesis have spoken. */
export class SpeechProgress {
  /** The text that the current attempt speaks. */
  #text: string;
  /** Duration of the audio of all attempts. */
  #audioMs = 0;
  /** Duration of the audio of the attempts before the current one. */
  #offsetMs = 0;
  /** The words of the current attempt, from its start. */
  #words: SpokenWord[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Adds a chunk of the current attempt. Returns it with its times from the start of the clause. */
  add(chunk: SpeechChunk): SpeechChunk {
    this.#audioMs += (chunk.samples.length * 1000) / chunk.sampleRate;
    if (chunk.words === undefined) return chunk;
    this.#words.push(...chunk.words);
    const offsetMs = this.#offsetMs;
    const words = chunk.words.map(({ text, startMs, endMs }) => ({
      text,
      startMs: startMs + offsetMs,
      endMs: endMs + offsetMs,
    }));
    return { ...chunk, words };
  }

  /**
   * Returns the text that is not spoken yet, which the next attempt speaks. It begins with the first word that has no complete audio. If the voice
   * reported no words, or words that differ from the text, the next attempt repeats the whole text of the previous one: a word that is heard twice is
   * better than a lost word.
   */
  startAttempt(): string {
    const attemptMs = this.#audioMs - this.#offsetMs;
    const spoken = this.#words.filter(({ endMs }) => endMs <= attemptMs).map(({ text }) => text);
    const words = this.#text.split(/\s+/).filter((word) => word !== '');
    const isPrefix = spoken.every((word, index) => word === words[index]);
    if (isPrefix && spoken.length > 0) this.#text = words.slice(spoken.length).join(' ');
    this.#offsetMs = this.#audioMs;
    this.#words = [];
    return this.#text;
  }
}
