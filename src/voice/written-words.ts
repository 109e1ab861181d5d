import type { SpokenWord } from '../contracts/text-to-speech.ts';
import type { SpokenGroup } from './speakable-text/rewrite.ts';

/** How many words of the text a voice may leave out in its report. */
const maxSkippedWords = 3;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

interface ExpectedWord {
  readonly letters: string;
  readonly group: number;
}

/**
 * Maps the words that a voice reports to the words of the written text: "twelve dollars" to "$12". Words that are spoken together end together. A
 * reported word that is not in the text belongs to the word that follows it, since voices may report what they read for "$12".
 */
export class WrittenWords {
  readonly #groups: readonly SpokenGroup[];
  readonly #expected: readonly ExpectedWord[];
  /** Index of the next expected word. */
  #next = 0;
  /** Index of the first group that has not ended. */
  #group = 0;
  #startMs: number | undefined;
  #endMs = 0;

  constructor(groups: readonly SpokenGroup[]) {
    this.#groups = groups;
    this.#expected = groups.flatMap(({ spoken }, group) =>
      spoken
        .split(/\s+/)
        .map((word) => ({ letters: lettersOf(word), group }))
        .filter(({ letters }) => letters !== ''),
    );
  }

  /** Returns the written words that end with these words. */
  push(words: readonly SpokenWord[]): SpokenWord[] {
    return words.flatMap((word) => this.#add(word));
  }

  #add({ text, startMs, endMs }: SpokenWord): SpokenWord[] {
    const letters = lettersOf(text);
    if (letters === '') return [];
    const near = this.#expected.slice(this.#next, this.#next + 1 + maxSkippedWords);
    const skipped = near.findIndex((expected) => expected.letters === letters);
    const ended: SpokenWord[] = [];
    if (skipped > 0) {
      this.#next += skipped;
      ended.push(...this.#endGroups(startMs));
    }
    this.#startMs ??= startMs;
    this.#endMs = Math.max(this.#endMs, endMs);
    if (skipped >= 0) this.#next += 1;
    return [...ended, ...this.#endGroups(endMs)];
  }

  /** Returns the words of the groups before the next expected word. */
  #endGroups(endMs: number): SpokenWord[] {
    const nextGroup = this.#expected[this.#next]?.group ?? this.#groups.length;
    if (nextGroup <= this.#group) return [];
    const ended = this.#groups.slice(this.#group, nextGroup);
    const startMs = this.#startMs ?? this.#endMs;
    this.#group = nextGroup;
    this.#startMs = undefined;
    return ended
      .flatMap(({ written }) => written.split(/\s+/))
      .map((text) => ({ text, startMs, endMs: Math.max(startMs, endMs) }));
  }
}
