import { pronounceWithFlite } from './flite.ts';

/** A pronunciation of a word: CMU phones, separated by spaces. */
export type Pronunciation = string;

/** Flite phones that the dictionary names differently or does not distinguish. */
const phonesOfFlite: Readonly<Record<string, string>> = {
  ax: 'AH',
  axr: 'ER',
  dx: 'T',
  el: 'AH L',
  em: 'AH M',
  en: 'AH N',
  ix: 'IH',
  nx: 'N',
  hv: 'HH',
  ux: 'UW',
};

const lineEnd = 0x0a;

/**
 * Returns pronunciations from the dictionary of 134,000 words, or from Flite for other words. The dictionary stays in its file format; a map would
 * take 25 MB per thread.
 */
export class Pronunciations {
  readonly #dictionary: Buffer;
  /** Start and end of each run of lines whose words have the same first two letters. */
  readonly #runs = new Map<string, [start: number, end: number][]>();
  readonly #flite: WebAssembly.Module;
  readonly #known: Map<string, readonly Pronunciation[]>;
  readonly #onGuess: (word: string, phones: readonly Pronunciation[]) => void;

  /**
   * `known` has the pronunciations that other threads computed. `onGuess` receives each pronunciation that this thread computes, to be shared with
   * them.
   */
  constructor(
    dictionary: Uint8Array,
    flite: WebAssembly.Module,
    known: ReadonlyMap<string, readonly Pronunciation[]> = new Map(),
    onGuess: (word: string, phones: readonly Pronunciation[]) => void = () => {},
  ) {
    this.#known = new Map(known);
    this.#onGuess = onGuess;
    this.#dictionary = Buffer.from(dictionary.buffer, dictionary.byteOffset, dictionary.byteLength);
    this.#flite = flite;
    this.#index();
  }

  /** Returns at least one pronunciation, the most common first. */
  of(word: string): readonly Pronunciation[] {
    let pronunciations = this.#known.get(word);
    if (pronunciations === undefined) {
      pronunciations = this.#lookUp(word);
      if (pronunciations.length === 0) {
        pronunciations = [this.#guess(word)];
        this.#onGuess(word, pronunciations);
      }
      this.#known.set(word, pronunciations);
    }
    return pronunciations;
  }

  #index(): void {
    const bytes = this.#dictionary;
    let run: [start: number, end: number] = [0, 0];
    for (let at = 0; at < bytes.length; at = run[1]) {
      const newline = bytes.indexOf(lineEnd, at);
      const end = newline === -1 ? bytes.length : newline + 1;
      const [start] = run;
      const isInRun = at > 0 && bytes[at] === bytes[start] && bytes[at + 1] === bytes[start + 1];
      if (isInRun) run[1] = end;
      else {
        run = [at, end];
        const key = bytes.toString('latin1', at, at + 2);
        this.#runs.set(key, [...(this.#runs.get(key) ?? []), run]);
      }
    }
  }

  #lookUp(word: string): Pronunciation[] {
    const keys = new Set([`${word} `.slice(0, 2), `${word}(`.slice(0, 2)]);
    const pattern = new RegExp(`^${word.replace(/[^a-z0-9']/g, '\\$&')}(?:\\(\\d+\\))? (.+)$`, 'gm');
    const runs = [...keys].flatMap((key) => this.#runs.get(key) ?? []);
    return runs.flatMap(([start, end]) =>
      [...this.#dictionary.toString('latin1', start, end).matchAll(pattern)].map((match) => match[1]!.trim()),
    );
  }

  #guess(word: string): Pronunciation {
    const phones = pronounceWithFlite(this.#flite, word);
    const mapped = phones.map((phone) => phonesOfFlite[phone] ?? phone.toUpperCase());
    // A word without sound still needs a pronunciation for the grammar.
    return mapped.length === 0 ? 'SIL' : mapped.join(' ');
  }
}
