import type { Reading } from './numbers.ts';
import { maxText, splitAtRuns, startsWith, type Words } from './words.ts';

export interface SpokenNumber {
  readonly value: number;
  /** Whether the text contains nothing else. */
  readonly complete: boolean;
}

type Runs = readonly (readonly string[])[];

/** What the number parser must know of a language. */
export interface NumberRules {
  readonly words: Words;
  /** Rewrites a text before it is split into words: signs, separators, the scale of a rating. */
  readonly prepare: (text: string) => string;
  /** After these, a number replaces the one before. */
  readonly corrections: Runs;
  /** Words among the corrections with which a number replaces one only if that is negated: "but". */
  readonly contrasts: ReadonlySet<string>;
  /** Words that make a number a limit, a choice or a part of something else: "at least two". */
  readonly limits: Runs;
  /** Phrases with a word for a number that is none: "one moment". */
  readonly idioms: Runs;
  /** Between two numbers, these make a sum or a product: "two adults and two kids". */
  readonly joiners: ReadonlySet<string>;
  /** Parses a number with its sign, fraction and scale. */
  readonly readQuantity: (words: readonly string[], index: number) => Reading<number> | undefined;
  /** Whether the number at an index is negated: "not three, four". */
  readonly isNegated: (words: readonly string[], index: number) => boolean;
  /** Whether the word at an index, which is no number, makes the answer unclear: a time, a date, an ordinal. */
  readonly isUnclearAt: (words: readonly string[], index: number) => boolean;
  /** Whether the number from `index` to `next` is a part of a time or of a longer number: "three oclock", "one fifty". */
  readonly isPart: (words: readonly string[], index: number, next: number) => boolean;
  /** Whether the word at an index, which is no number, is an article that counts beside "and": "zwei und ein Baby". */
  readonly isCountingArticle: (words: readonly string[], index: number) => boolean;
}

/** Stands for words that are no number. */
export const gap = '';

interface Numbers {
  readonly values: readonly number[];
  /** Whether the words have a number that is a time, a date or a part of a longer numeral. */
  readonly isUnclear: boolean;
  readonly isComplete: boolean;
}

/** Whether the number at an index is the name of a room, a page or the like: "room 3", "the room is number 3". */
export function isLabelled(
  words: readonly string[],
  index: number,
  { nouns, links }: { readonly nouns: ReadonlySet<string>; readonly links: ReadonlySet<string> },
): boolean {
  let before = index - 1;
  while (before > 0 && links.has(words[before]!)) before -= 1;
  return before >= 0 && nouns.has(words[before]!);
}

/** Returns phrases as runs of words. Phrases are separated by vertical bars. */
export const runsOf = (phrases: string): Runs =>
  phrases === '' ? [] : phrases.split('|').map((phrase) => phrase.split(' '));

/**
 * Creates the function that parses the number in a text: "about forty two", "minus three point five", "not three but four". It returns undefined if
 * there is none, if there are several, or if words such as "at least" limit it.
 */
export function createNumberParser(rules: NumberRules): (text: string) => SpokenNumber | undefined {
  return (text) => {
    if (text.length > maxText || text.includes('?')) return undefined;
    const words = withoutIdioms(rules.words.contentWordsOf(rules.prepare(text)), rules.idioms);
    if (rules.limits.some((run) => words.some((_, index) => startsWith(words, index, run)))) return undefined;
    if (isContrasted(words, rules)) return undefined;
    const segments = splitAtRuns(words, rules.corrections).map((segment) => numbersIn(segment, rules));
    const stated = segments.findLast(({ values }) => values.length > 0);
    if (stated === undefined || segments.some(({ isUnclear }) => isUnclear)) return undefined;
    const [value] = stated.values;
    if (new Set(stated.values).size !== 1) return undefined;
    return { value: value!, complete: segments.length === 1 && stated.isComplete };
  };
}

/** Whether a number before a word such as "but" stands beside the one after it: "six but two are children". */
const isContrasted = (words: readonly string[], rules: NumberRules): boolean =>
  words.some(
    (word, index) =>
      rules.contrasts.has(word) &&
      numbersIn(words.slice(0, index), rules).values.length > 0 &&
      numbersIn(words.slice(index + 1), rules).values.length > 0,
  );

/** Replaces idioms by gaps. */
function withoutIdioms(words: readonly string[], idioms: Runs): string[] {
  const kept: string[] = [];
  for (let index = 0; index < words.length;) {
    const idiom = idioms.find((run) => startsWith(words, index, run));
    kept.push(idiom === undefined ? words[index]! : gap);
    index += idiom?.length ?? 1;
  }
  return kept;
}

/** Whether a joiner is between two numbers, or between a number and an idiom such as "another one". */
function isJoined(words: readonly string[], rules: NumberRules): boolean {
  let kinds = '';
  for (let index = 0; index < words.length;) {
    const number = rules.readQuantity(words, index);
    const isNumber = number !== undefined || rules.isCountingArticle(words, index);
    kinds += isNumber ? 'n' : kindOfWord(words[index]!, rules.joiners);
    index = number?.next ?? index + 1;
  }
  return /n.*j.*[ng]/.test(kinds);
}

/** Returns `g` for a gap, `j` for a joiner. */
const kindOfWord = (word: string, joiners: ReadonlySet<string>): string =>
  word === gap ? 'g' : joiners.has(word) ? 'j' : '-';

function numbersIn(words: readonly string[], rules: NumberRules): Numbers {
  const values: number[] = [];
  let isUnclear = isJoined(words, rules);
  let known = 0;
  for (let index = 0; index < words.length;) {
    const number = rules.readQuantity(words, index);
    if (number === undefined) isUnclear ||= rules.isUnclearAt(words, index);
    else {
      const isNegated = rules.isNegated(words, index);
      if (!isNegated) values.push(number.value);
      isUnclear ||= !isNegated && rules.isPart(words, index, number.next);
      known += number.next - index;
    }
    index = number?.next ?? index + 1;
  }
  return { values, isUnclear, isComplete: known === words.length };
}
