import { pronounceWithFlite } from './flite.ts';

/** A way to say a word: CMU phones with spaces between. */
export type Pronunciation = string;

/** What Flite calls otherwise than the dictionary does, or splits finer. */
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
 * Looks words up in the dictionary of 134,000, and asks Flite for those it does not hold. The dictionary stays bytes: as a
 * map it would cost 25 MB in every thread.
 */
export class Pronunciations {
  readonly #dictionary: Buffer;
  /** Where runs of words with the same first two letters begin and end. */
  readonly #runs = new Map<string, [start: number, end: number][]>();
  readonly #flite: WebAssembly.Module;
  readonly #known: Map<string, readonly Pronunciation[]>;
  readonly #onGuess: (word: string, phones: readonly Pronunciation[]) => void;

  /** `known` holds earlier guesses; `onGuess` receives each new one, so that no other thread has to compute it. */
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

  /** One at least, the most usual first. */
  of(word: string): readonly Pronunciation[] {
    let found = this.#known.get(word);
    if (found === undefined) {
      found = this.#lookUp(word);
      if (found.length === 0) {
        found = [this.#guess(word)];
        this.#onGuess(word, found);
      }
      this.#known.set(word, found);
    }
    return found;
  }

  #index(): void {
    const bytes = this.#dictionary;
    let key = '';
    for (let at = 0; at < bytes.length;) {
      const newline = bytes.indexOf(lineEnd, at);
      const end = newline === -1 ? bytes.length : newline + 1;
      const lineKey = bytes.toString('latin1', at, at + 2);
      if (lineKey === key) this.#runs.get(key)!.at(-1)![1] = end;
      else this.#runs.set(lineKey, [...(this.#runs.get(lineKey) ?? []), [at, end]]);
      key = lineKey;
      at = end;
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
    // A word without any sound still needs a place in the grammar; nobody says it.
    return mapped.length === 0 ? 'SIL' : mapped.join(' ');
  }
}
