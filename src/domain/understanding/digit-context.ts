import { runsOf } from './number-parser.ts';
import { startsWith, wordAt } from './words.ts';

/** The words of a language that show whether digits are the number that was asked for. Phrases are separated by vertical bars, words by spaces. No text has accents. */
export interface DigitContextWords {
  /** Words between two groups of digits of one number. */
  readonly connectors: string;
  /** Words of an answer that says the area code and the number apart, and its words between groups. */
  readonly areaCodes: string;
  readonly numberWords: string;
  /** Phrases of an answer that has another number, or several: "not", "my old". */
  readonly others: string;
  /** Words directly before digits that are another number: "after 6". */
  readonly before: string;
  /** Words directly after digits that are another number: "2 numbers", "6 pm". */
  readonly after: string;
}

/** Where a group of digits is in a list of words. */
export interface DigitSpan {
  readonly start: number;
  readonly end: number;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Returns whether a text has digits and letters in one word: "AB12". */
export const isInCode = (text: string): boolean => /\p{L}\d|\d\p{L}/u.test(text);

/** Creates the function that returns whether groups of digits are one number, which is the answer. */
export function createDigitContext(
  language: DigitContextWords,
): (words: readonly string[], groups: readonly DigitSpan[]) => boolean {
  const connectors = setOf(language.connectors);
  const areaCodes = setOf(language.areaCodes);
  const numberWords = setOf(language.numberWords);
  const others = runsOf(language.others);
  const before = setOf(language.before);
  const after = setOf(language.after);
  return (words, groups) => {
    const hasAreaCode = words.some((word) => areaCodes.has(word));
    const isConnector = (word: string): boolean =>
      connectors.has(word) || (hasAreaCode && (numberWords.has(word) || areaCodes.has(word)));
    const isOther =
      others.some((run) => words.some((_, index) => startsWith(words, index, run))) ||
      groups.some(({ start, end }) => before.has(wordAt(words, start - 1)) || after.has(wordAt(words, end)));
    return (
      groups.length > 0 &&
      !isOther &&
      groups.every(({ start }, index) =>
        words.slice(groups[index - 1]?.end ?? start, start).every(isConnector),
      )
    );
  };
}
