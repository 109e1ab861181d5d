import { createWords } from '../../understanding/words.ts';

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
    ["something's", 'something has'],
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
  ...'monday tuesday wednesday thursday friday saturday sunday tomorrow nine ten eleven twelve'
    .split(' ')
    .map((word) => [`${word}'s`, `${word} is`] as const),
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
    ['soz', 'sorry'],
    ['sry', 'sorry'],
    ['tks', 'thanks'],
    ['tnx', 'thanks'],
    ['cud', 'could'],
    ['wud', 'would'],
    ['wrk', 'work'],
    ['appt', 'appointment'],
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
    ['fourty', 'forty'],
    ['fourtey', 'forty'],
    ['fiveteen', 'fifteen'],
    ['ninty', 'ninety'],
    ['twelv', 'twelve'],
  ] as const),
]);

/** Fillers with several words. */
const fillerRuns: readonly (readonly string[])[] = [
  ['you', 'know'],
  ['i', 'said'],
  ['thank', 'you'],
  ['thanks'],
];

/** The words of English. "A.m." is "am", thousands have no separators. Numerals keep their inner characters: `10:30`, `3/14`, `2026-11-24`, `3rd`. */
export const englishWords = createWords({
  prepare: (text) => text.replaceAll(/\b([ap])\.?\s?m\b\.?/g, '$1m').replaceAll(/(?<=\d),(?=\d{3}\b)/g, ''),
  word: /[a-z]+(?:'[a-z]+)?|\d+(?:[:./-]\d+)*(?:st|nd|rd|th|am|pm)?|[*#]/g,
  replacements: new Map([...spellings, ...contractions]),
  fillers: new Set(['um', 'uh', 'er', 'erm', 'ah', 'hmm', 'please', 'well', 'just', 'actually']),
  fillerRuns,
});

export const { wordsOf, contentWordsOf, punctuatedWordsOf } = englishWords;
