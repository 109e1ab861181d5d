/** Maximum number of characters that are parsed. */
const textMax = 1000;

const contractions: Readonly<Record<string, string>> = {
  "i'd": 'i would',
  "i'm": 'i am',
  "i'll": 'i will',
  "i've": 'i have',
  "don't": 'do not',
  "doesn't": 'does not',
  "can't": 'can not',
  cannot: 'can not',
  "won't": 'will not',
  "isn't": 'is not',
  "that's": 'that is',
  "that'll": 'that will',
  "it's": 'it is',
  "let's": 'let us',
  "what's": 'what is',
  "who's": 'who is',
  "you're": 'you are',
  "you've": 'you have',
  "we're": 'we are',
  "there's": 'there is',
  "o'clock": 'oclock',
};

/** Filler words without meaning. */
const fillers = new Set(['um', 'uh', 'er', 'erm', 'ah', 'hmm', 'please', 'well', 'just', 'actually']);

/** Fillers with several words. */
const fillerRuns: readonly (readonly string[])[] = [
  ['you', 'know'],
  ['i', 'said'],
  ['thank', 'you'],
  ['thanks'],
];

const wordPattern = /[a-z]+(?:'[a-z]+)?|\d+(?:[:./-]\d+)*(?:st|nd|rd|th|am|pm)?|[*#]/g;

/**
 * Returns the words of a text: lower case, without punctuation, contractions expanded, "a.m." as "am", thousands without separators. Numbers keep
 * their inner characters: `10:30`, `3/14`, `2026-11-24`, `3rd`.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .slice(0, textMax)
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\b([ap])\.?\s?m\b\.?/g, '$1m')
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '');
  return (plain.match(wordPattern) ?? []).flatMap((word) =>
    (contractions[word] ?? word.replace("'", '')).split(' '),
  );
}

/** Returns the words of a text without fillers. */
export function contentWordsOf(text: string): string[] {
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
}

type Mark = 'comma' | 'sentence end';

/** Content words with the punctuation between them. `marks` maps the index of a word to the mark before it. */
export interface PunctuatedWords {
  readonly words: readonly string[];
  readonly marks: ReadonlyMap<number, Mark>;
}

/** Splits a text into content words and punctuation. A transcript without punctuation has no marks. */
export function punctuatedWordsOf(text: string): PunctuatedWords {
  const words: string[] = [];
  const marks = new Map<number, Mark>();
  // With a capturing group, `split` returns the separators too, as every second part.
  for (const [index, piece] of text
    .slice(0, textMax)
    .split(/([,.!?;:…]+)(?=\s|$)/)
    .entries()) {
    if (index % 2 === 0) words.push(...contentWordsOf(piece));
    else marks.set(words.length, /^(?:[.;]|.*[!?].*)$/.test(piece) ? 'sentence end' : 'comma');
  }
  return { words, marks };
}

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
export function splitAtRuns(words: readonly string[], runs: readonly (readonly string[])[]): string[][] {
  const segments: string[][] = [[]];
  for (let index = 0; index < words.length;) {
    const run = runs.find((run) => startsWith(words, index, run));
    if (run === undefined) segments.at(-1)!.push(words[index]!);
    else segments.push([]);
    index += run?.length ?? 1;
  }
  return segments.filter((segment) => segment.length > 0);
}
