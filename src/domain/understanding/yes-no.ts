import { contentWordsOf, splitAtRuns, startsWith } from './words.ts';

/**
 * Phrases for recognisers with a closed vocabulary. The parser accepts more phrases. Each additional expected phrase, especially a short one,
 * increases false recognitions.
 */
export const expectedYes = [
  'yes',
  'yeah',
  'yep',
  'sure',
  'okay',
  'correct',
  'absolutely',
  'of course',
  'sounds good',
  'that works',
  'that works for me',
  "that's right",
  "that's fine",
  'i can',
  'yes please',
  'yes i can',
  'yes i will',
  'yes that works',
  "yes that's fine",
  "yes that's right",
] as const;

export const expectedNo = [
  'no',
  'nope',
  'not really',
  'no thank you',
  'no thanks',
  "i can't",
  "no i can't",
  "that doesn't work",
  "that's wrong",
  "that's not right",
  "i'm afraid not",
] as const;

/** All phrases that are parsed as yes and as no. */
export const yesPhrases = [
  ...expectedYes,
  'yup',
  'ok',
  'right',
  'definitely',
  'certainly',
  'perfect',
  'great',
  'fine',
  "that's correct",
  'i will',
  'i do',
  'i am',
  'go ahead',
  'all right',
  'uh huh',
  'no problem',
  'not a problem',
  'why not',
] as const;

export const noPhrases = [
  ...expectedNo,
  'nah',
  'never',
  'negative',
  'incorrect',
  'wrong',
  'not',
  'no way',
  "i don't",
  "i won't",
  "i'm not",
  'unfortunately not',
  'yeah no',
] as const;

export interface SpokenYesNo {
  readonly value: boolean;
  /** Whether the text contains nothing else. */
  readonly complete: boolean;
}

/** Phrases that count only at the end of the text: "I am" is a yes, "I am busy" is not. */
const answersAtTheEnd = new Set(['i will', 'i can', 'i do', 'i am']);

const entries = [
  ...yesPhrases.map((phrase) => ({ words: contentWordsOf(phrase), value: true })),
  ...noPhrases.map((phrase) => ({ words: contentWordsOf(phrase), value: false })),
].sort((a, b) => b.words.length - a.words.length);

const corrections: readonly (readonly string[])[] = [['i', 'mean'], ['wait'], ['sorry']];

/** Maximum number of words before yes or no. A later phrase does not count, since it may belong to another statement. */
const leadInMax = 3;

/**
 * Parses yes or no. The first phrase is used ("no, that's okay" is a no); after a correction, the last one ("yes, I mean no"). Returns undefined if
 * the text has neither.
 */
export function parseYesNo(text: string): SpokenYesNo | undefined {
  const parts = splitAtRuns(contentWordsOf(text), corrections);
  for (const words of parts.toReversed()) {
    const answer = firstAnswer(words);
    if (answer !== undefined) return { ...answer, complete: answer.complete && parts.length === 1 };
  }
  return undefined;
}

function firstAnswer(words: readonly string[]): SpokenYesNo | undefined {
  for (let index = 0; index < Math.min(words.length, leadInMax + 1); index += 1) {
    const entry = entries.find((entry) => isAnswerAt(entry.words, words, index));
    if (entry === undefined) continue;
    const complete = index === 0 && onlyRepeats(words.slice(entry.words.length), entry.value);
    return { value: entry.value, complete };
  }
  return undefined;
}

function isAnswerAt(answer: readonly string[], words: readonly string[], index: number): boolean {
  if (!startsWith(words, index, answer)) return false;
  return !answersAtTheEnd.has(answer.join(' ')) || index + answer.length === words.length;
}

/** Returns whether the words only repeat the answer: "yes, yes, that's right". */
function onlyRepeats(words: readonly string[], value: boolean): boolean {
  if (words.length === 0) return true;
  const entry = entries.find((entry) => entry.value === value && startsWith(words, 0, entry.words));
  return entry !== undefined && onlyRepeats(words.slice(entry.words.length), value);
}
