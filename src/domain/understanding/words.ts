/** Maximum number of characters that are parsed. */
export const maxText = 1000;

/** How a language is split into words. */
export interface WordRules {
  /** Prepares a text in lower case with straight apostrophes: letters, numerals and abbreviations. */
  readonly prepare: (text: string) => string;
  /** Matches a word of a prepared text. Global. */
  readonly word: RegExp;
  /** Contractions and usual misspellings, with the words that they stand for. */
  readonly replacements: ReadonlyMap<string, string>;
  /** Filler words without meaning. */
  readonly fillers: ReadonlySet<string>;
  /** Fillers with several words. */
  readonly fillerRuns: readonly (readonly string[])[];
}

type Mark = 'comma' | 'sentence end';

/** Content words with the punctuation between them. `marks` maps the index of a word to the mark before it. */
export interface PunctuatedWords {
  readonly words: readonly string[];
  readonly marks: ReadonlyMap<number, Mark>;
}

/** Splits texts of a language into words. */
export interface Words {
  /** Returns the words of a text: lower case, without punctuation, contractions expanded. Numerals keep their inner characters. */
  readonly wordsOf: (text: string) => string[];
  /** Returns the words of a text without fillers. */
  readonly contentWordsOf: (text: string) => string[];
  /** Splits a text into content words and punctuation. A transcript without punctuation has no marks. */
  readonly punctuatedWordsOf: (text: string) => PunctuatedWords;
}

/** Creates the functions that split texts of a language into words. */
export function createWords({ prepare, word: pattern, replacements, fillers, fillerRuns }: WordRules): Words {
  const wordsOf = (text: string): string[] => {
    const plain = prepare(text.slice(0, maxText).toLowerCase().replaceAll('’', "'"));
    return (plain.match(pattern) ?? []).flatMap((word) =>
      (replacements.get(word) ?? word.replace("'", '')).split(' ').filter((part) => part !== ''),
    );
  };
  const contentWordsOf = (text: string): string[] => {
    const words = wordsOf(text);
    const content: string[] = [];
    for (let index = 0; index < words.length;) {
      const run = fillerRuns.find((run) => startsWith(words, index, run));
      if (run !== undefined) index += run.length;
      else {
        if (!fillers.has(words[index]!)) content.push(words[index]!);
        index += 1;
      }
    }
    return content;
  };
  const punctuatedWordsOf = (text: string): PunctuatedWords => {
    const words: string[] = [];
    const marks = new Map<number, Mark>();
    // With a capturing group, `split` returns the separators too, as every second part.
    for (const [index, piece] of text
      .slice(0, maxText)
      .split(/([,.!?;:…]+)(?=\s|$)/)
      .entries()) {
      if (index % 2 === 0) words.push(...contentWordsOf(piece));
      else marks.set(words.length, /^(?:[.;]|.*[!?].*)$/.test(piece) ? 'sentence end' : 'comma');
    }
    return { words, marks };
  };
  return { wordsOf, contentWordsOf, punctuatedWordsOf };
}

/** The parts of word rules that differ between the languages of continental Europe. */
export interface EuropeanWordRules {
  /** Letters that are written as others: German "ü" as "ue". All other accents are removed. */
  readonly letters?: Readonly<Record<string, string>>;
  /** Words that differ from another word only by their accent, such as Spanish "sí". They keep it. */
  readonly accented?: readonly string[];
  /** Contractions and usual misspellings, without accents, with the words that they stand for. */
  readonly replacements?: Readonly<Record<string, string>>;
  readonly fillers: string;
  /** Separated by vertical bars. */
  readonly fillerRuns?: string;
}

const accents = /[\u0300-\u036f]/g;

/**
 * Returns the rules of a language of continental Europe. Accents are removed, since short messages are often written without. Elisions are words:
 * "d'accord" is "d", "accord". Numerals keep their separators: `1.200`, `3,5`, `14h30`, `24/11`.
 */
export function europeanWordRules({
  letters = {},
  accented = [],
  replacements = {},
  fillers,
  fillerRuns = '',
}: EuropeanWordRules): WordRules {
  const kept = new Set(accented.map((word) => word.normalize('NFC')));
  const withoutAccents = (word: string): string =>
    kept.has(word)
      ? word
      : [...word]
          .map((letter) => letters[letter] ?? letter)
          .join('')
          .normalize('NFD')
          .replaceAll(accents, '');
  return {
    prepare: (text) => text.normalize('NFC').replaceAll(/[\p{L}\p{M}]+/gu, withoutAccents),
    word: /\d{1,2}h(?:\d\d)?(?![\p{L}\d])|\d+(?:[:.,/-]\d+)*|\p{L}+|[*#]/gu,
    replacements: new Map(Object.entries(replacements)),
    fillers: new Set(fillers.split(' ')),
    fillerRuns: fillerRuns === '' ? [] : fillerRuns.split('|').map((run) => run.split(' ')),
  };
}

/** Returns the words with a capital inside a sentence, in lower case, without accents: names, and the nouns of German. */
export const capitalisedWordsIn = (text: string): ReadonlySet<string> =>
  new Set(
    (text.slice(0, maxText).match(/(?<=[\p{L}\p{N}] )\p{Lu}\p{Ll}+(?![\p{L}'’])/gu) ?? []).map((word) =>
      word.toLowerCase().normalize('NFD').replaceAll(accents, ''),
    ),
  );

/** Returns the word at an index; empty after the end. */
export const wordAt = (words: readonly string[], index: number): string => words[index] ?? '';

/** Returns whether `run`, a list of consecutive words, is in `words` at `index`. */
export function startsWith(words: readonly string[], index: number, run: readonly string[]): boolean {
  return run.every((word, offset) => words[index + offset] === word);
}

/** Returns the first index of `run` in `words`; -1 if there is none. */
export function indexOfRun(words: readonly string[], run: readonly string[]): number {
  for (let index = 0; index + run.length <= words.length; index += 1)
    if (startsWith(words, index, run)) return index;
  return -1;
}

/** Splits the words at the runs. The result contains neither the runs nor empty lists. */
export function splitAtRuns(
  words: readonly string[],
  runs: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  if (words.length > 0 && !runs.some((run) => indexOfRun(words, run) !== -1)) return [words];
  const segments: string[][] = [[]];
  for (let index = 0; index < words.length;) {
    const run = runs.find((run) => startsWith(words, index, run));
    if (run === undefined) segments.at(-1)!.push(words[index]!);
    else segments.push([]);
    index += run?.length ?? 1;
  }
  return segments.filter((segment) => segment.length > 0);
}
