import { keywordWords } from './keyword-words.ts';

/** What a message of a single keyword asks for. */
export type Keyword = keyof typeof keywordWords;

/** Spaces, hyphens and dashes between words. */
const gaps = /[\s\p{Pd}_]+/gu;
const edges = /^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu;
const invisible = /\p{Cf}/gu;
/** Accents of the Latin, Greek and Cyrillic scripts; the vowel signs of other scripts belong to the word. */
const accents = /[\u0300-\u036f]/g;

/** Equal for spellings of one word that differ in case, width, accents, punctuation around it, or gaps within it. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(accents, '')
    .replaceAll(invisible, '')
    .replaceAll(edges, '')
    .replaceAll(gaps, ' ');
}

const meanings: ReadonlyMap<string, Keyword> = new Map(
  (Object.keys(keywordWords) as Keyword[]).flatMap((keyword) =>
    keywordWords[keyword].map((word) => [fold(word), keyword] as const),
  ),
);

/** Longer than any keyword with what may stand around it. */
const lengthMax = 100;

/**
 * Whether the whole of a message is one of the words that carriers and the law give a meaning: stop, start or help, in any
 * case. A word among others is none: "don't stop" is an answer.
 */
export function keywordOf(message: string): Keyword | undefined {
  return message.length > lengthMax ? undefined : meanings.get(fold(message));
}
