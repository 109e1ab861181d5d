/** The most words that a new thread receives at its start. */
const maxWords = 3_000;

/** Recently used words and their computed pronunciations. New threads receive them at their start, which is cheaper than adding them later. */
export class RecentWords {
  readonly #words = new Set<string>();
  readonly #pronunciations = new Map<string, readonly string[]>();

  get words(): readonly string[] {
    return [...this.#words];
  }

  get pronunciations(): ReadonlyMap<string, readonly string[]> {
    return this.#pronunciations;
  }

  /** Adds words, or marks them as used again. The words that were not used for the longest time are removed. */
  add(words: readonly string[]): void {
    for (const word of words) {
      this.#words.delete(word);
      this.#words.add(word);
      if (this.#words.size > maxWords) this.#removeOldest();
    }
  }

  addPronunciation(word: string, phones: readonly string[]): void {
    if (this.#words.has(word)) this.#pronunciations.set(word, phones);
  }

  #removeOldest(): void {
    const oldest = this.#words.values().next().value!;
    this.#words.delete(oldest);
    this.#pronunciations.delete(oldest);
  }
}
