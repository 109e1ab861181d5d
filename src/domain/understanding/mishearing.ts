import { digitWords } from '../../core/spoken-words.ts';
import { wordsOf } from '../languages/en/words.ts';

/** Words that are easily misheard over the phone: 13 and 30, 60 and 80, Tuesday and Thursday, and their ordinals. */
const misheardWord =
  /^(?:(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|(?:thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)|tuesday|thursday)$/;

/** The numerals 13 to 19 and 30, 40 … 90: alone, as an ordinal, or as a part of a time. */
const misheardNumeral = /(?<!\d)(?:1[3-9]|[3-9]0)(?!\d)/;

/** Returns whether a text contains an easily misheard word. */
function isEasilyMisheard(text: string): boolean {
  return wordsOf(text).some((word) => misheardWord.test(word) || misheardNumeral.test(word));
}

/** Confidence (0 to 1) below which an answer is doubtful. */
const doubtfulBelow = 0.6;
/**
 * Confidence (0 to 1) below which an answer with easily misheard words is doubtful. Measured with the built-in recogniser: correct results had a
 * confidence of 0.45 to 0.99, wrong results at most 0.84.
 */
const misheardDoubtfulBelow = 0.85;

/** Returns whether a text with this confidence (0 to 1) may have been misheard. */
export function isDoubtful(text: string, confidence: number): boolean {
  return confidence < (isEasilyMisheard(text) ? misheardDoubtfulBelow : doubtfulBelow);
}

/** Returns a two-digit number digit by digit, which is rarely misheard: 13 is "one three". Undefined for other values. */
export function digitByDigit(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 10 && value < 100
    ? digitWords(String(value))
    : undefined;
}
