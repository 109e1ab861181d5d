import { englishWords } from '../languages/en/words.ts';
import type { Words } from './words.ts';

/**
 * Creates the function that returns whether a text contains a word that is easily misheard. The pattern matches whole words and numerals, also as a part
 * of a time.
 */
export function createMishearingTest(
  { wordsOf }: Pick<Words, 'wordsOf'>,
  pattern: RegExp,
): (text: string) => boolean {
  return (text) => wordsOf(text).some((word) => pattern.test(word));
}

/** Returns whether an English text contains an easily misheard word: 13 and 30, 60 and 80, Tuesday and Thursday, and their ordinals. */
export const isEasilyMisheard = createMishearingTest(
  englishWords,
  /^(?:(?:thir|four|fif|six|seven|eigh|nine)teen(?:th)?|(?:thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)|tuesday|thursday)$|(?<!\d)(?:1[3-9]|[3-9]0)(?!\d)/,
);

/** Confidence (0 to 1) below which an answer is doubtful. */
const doubtfulBelow = 0.6;
/**
 * Confidence (0 to 1) below which an answer with easily misheard words is doubtful. Measured with the built-in recogniser: correct results had a
 * confidence of 0.45 to 0.99, wrong results at most 0.84.
 */
const misheardDoubtfulBelow = 0.85;

/** Returns whether a text with this confidence (0 to 1) may have been misheard. */
export function isDoubtful(
  text: string,
  confidence: number,
  { isEasilyMisheard }: { readonly isEasilyMisheard: (text: string) => boolean },
): boolean {
  return confidence < (isEasilyMisheard(text) ? misheardDoubtfulBelow : doubtfulBelow);
}

/** Returns a two-digit number digit by digit, which is rarely misheard: 13 is "1, 3". Undefined for other values. */
export function digitByDigit(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 10 && value < 100
    ? [...String(value)].join(', ')
    : undefined;
}
