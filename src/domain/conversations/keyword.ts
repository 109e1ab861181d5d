import { keywordWords } from './keyword-words.ts';

/** The command of a message that is a single keyword. */
export type Keyword = keyof typeof keywordWords;

/** Spaces, hyphens and dashes between words. */
const gaps = /[\s\p{Pd}_]+/gu;
const edges = /^[\p{P}\p{S}\s]+|[\p{P}\p{S}\s]+$/gu;
const invisible = /\p{Cf}/gu;
/** Accents of the Latin, Greek and Cyrillic scripts. The vowel signs of other scripts are part of the word. */
const accents = /[\u0300-\u036f]/g;

/** Returns the same text for spellings that differ only in case, width, accents, surrounding punctuation or inner gaps. */
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

const keywords: ReadonlyMap<string, Keyword> = new Map(
  (Object.keys(keywordWords) as Keyword[]).flatMap((keyword) =>
    keywordWords[keyword].map((word) => [fold(word), keyword] as const),
  ),
);

/** Longer than any keyword with surrounding punctuation. */
const maxLength = 100;

/**
 * Returns the command if the entire message is one of the words that carriers and the law define for stop, start or help, in any case.
 * A word among others is not a command: "don't stop" is an answer.
 */
export function keywordOf(message: string): Keyword | undefined {
  return message.length > maxLength ? undefined : keywords.get(fold(message));
}
