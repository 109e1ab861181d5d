/** Maximum number of characters that are parsed. */
export const maxText = 1000;

/** Contractions and usual misspellings, with the words that they stand for. */
const contractions: ReadonlyMap<string, string> = new Map([
  ...([
    ["i'd", 'i would'],
    ["i'm", 'i am'],
    ["i'll", 'i will'],
    ["i've", 'i have'],
    ['cannot', 'can not'],
    ["won't", 'will not'],
    ["that's", 'that is'],
    ["that'll", 'that will'],
    ["that'd", 'that would'],
    ["it'd", 'it would'],
    ["it's", 'it is'],
    ["it'll", 'it will'],
    ["let's", 'let us'],
    ["what's", 'what is'],
    ["who's", 'who is'],
    ["there's", 'there is'],
    ["she's", 'she is'],
    ["he's", 'he is'],
    ["you'd", 'you would'],
    ["we'd", 'we would'],
    ["y'all", 'you all'],
    ["o'clock", 'oclock'],
    ["can't", 'can not'],
    ["ain't", 'is not'],
  ] as const),
  ...['you', 'we', 'they'].flatMap(
    (word) =>
      [
        [`${word}'re`, `${word} are`],
        [`${word}'ve`, `${word} have`],
        [`${word}'ll`, `${word} will`],
      ] as const,
  ),
  ...'do does did is are was were would could should has have had must might need'
    .split(' ')
    .map((word) => [`${word}n't`, `${word} not`] as const),
]);

/** Words as they are often typed. A word that is spelled like another one, such as "well" for "we'll", is not among them. */
const spellings: ReadonlyMap<string, string> = new Map([
  ...[...contractions]
    .filter(([word]) =>
      /n't$|^(?:i'm|i've|that's|it's|you're|they're|what's|who's|there's|that'll|it'll)$/.test(word),
    )
    .map(([word, expanded]) => [word.replace("'", ''), expanded] as const),
  ...([
    ['u', 'you'],
    ['ur', 'your'],
    ['r', 'are'],
    ['pls', 'please'],
    ['plz', 'please'],
    ['thx', 'thanks'],
    ['tx', 'thanks'],
    ['ty', 'thanks'],
    ['idk', 'i do not know'],
    ['dunno', 'do not know'],
    ['idc', 'i do not care'],
    ['gonna', 'going to'],
    ['gotta', 'got to'],
    ['wanna', 'want to'],
    ['lemme', 'let me'],
    ['gimme', 'give me'],
    ['lets', 'let us'],
    ['rly', 'really'],
    ['prolly', 'probably'],
    ['probs', 'probably'],
    ['mb', 'maybe'],
    ['def', 'definitely'],
    ['deffo', 'definitely'],
    ['defo', 'definitely'],
    ['definately', 'definitely'],
    ['definatly', 'definitely'],
    ['definetly', 'definitely'],
    ['absolutly', 'absolutely'],
    ['absolutley', 'absolutely'],
    ['ofc', 'of course'],
    ['ofcourse', 'of course'],
    ['tmr', 'tomorrow'],
    ['tmrw', 'tomorrow'],
    ['tomorow', 'tomorrow'],
    ['tommorow', 'tomorrow'],
    ['tommorrow', 'tomorrow'],
    ['tomoz', 'tomorrow'],
    ['tonite', 'tonight'],
  ] as const),
]);

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
    .slice(0, maxText)
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\b([ap])\.?\s?m\b\.?/g, '$1m')
    .replaceAll(/(?<=\d),(?=\d{3}\b)/g, '');
  return (plain.match(wordPattern) ?? []).flatMap((word) =>
    (contractions.get(word) ?? spellings.get(word) ?? word.replace("'", '')).split(' '),
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
    .slice(0, maxText)
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
