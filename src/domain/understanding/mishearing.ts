import { digitWords } from '../../core/spoken-words.ts';
import { wordsOf } from './words.ts';

/** Over a telephone these are taken for each other: 13 and 30, 60 and 80, Tuesday and Thursday. Ordinals begin alike. */
const misheardWord =
  /^(?:(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|(?:thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)|tuesday|thursday)$/;

/** 13 to 19, and 30, 40 … 90, in numerals: alone, as an ordinal, or as a part of a time. */
const misheardNumeral = /(?<!\d)(?:1[3-9]|[3-9]0)(?!\d)/;

/** Whether a text has a word that is easily taken for another one. */
function isEasilyMisheard(text: string): boolean {
  return wordsOf(text).some((word) => misheardWord.test(word) || misheardNumeral.test(word));
}

/** Below this confidence (0 to 1) an answer is read back where a mistake would cost most. */
const doubtfulBelow = 0.6;
/**
 * The same where a word is easily taken for another. The built-in recogniser was right about such words with 0.45 to 0.99, and
 * wrong with 0.84 at most.
 */
const misheardDoubtfulBelow = 0.85;

/** Whether words that were heard with this confidence (0 to 1) may have been others. */
export function isDoubtful(text: string, confidence: number): boolean {
  return confidence < (isEasilyMisheard(text) ? misheardDoubtfulBelow : doubtfulBelow);
}

/** A number of two digits, digit by digit, which nobody mishears: 13 is "one three". Undefined for others. */
export function digitByDigit(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 10 && value < 100
    ? digitWords(String(value))
    : undefined;
}
