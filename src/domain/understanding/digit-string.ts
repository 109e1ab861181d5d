import { createDigitContext, isInCode, type DigitSpan } from './digit-context.ts';
import { readBelow100, type Reading } from './numbers.ts';
import { contentWordsOf } from '../languages/en/words.ts';
import { startsWith, wordAt } from './words.ts';

export interface SpokenDigits {
  /** 0-9, * and #. */
  readonly digits: string;
  /** Whether the text contains nothing else. */
  readonly complete: boolean;
}

const repeats: Readonly<Record<string, number>> = { double: 2, triple: 3, treble: 3 };
const keys: Readonly<Record<string, string>> = {
  oh: '0',
  o: '0',
  nought: '0',
  star: '*',
  pound: '#',
  hash: '#',
};
const zeros: Readonly<Record<string, string>> = { hundred: '00', thousand: '000' };
const leadIns = new Set(['it', 'is', 'and', 'my', 'the', 'number', 'code', 'yes', 'then', 'dash']);
/** After these, digits replace those before. */
const corrections = [
  'no',
  'sorry',
  'i mean',
  'wait',
  'rather',
  'make that',
  'correction',
  'scratch that',
  'oops',
].map((phrase) => phrase.split(' '));
const isOneNumber = createDigitContext({
  connectors: 'and then dash the yes hyphen slash space plus again',
  areaCodes: 'area prefix',
  numberWords: 'code is it my number',
  others:
    'not|never|or|but|old|previous|previously|former|used to|was|were|had|ext|extension|instead|except|without|wrong|starts with|ends with|ends in|begins with|one moment|one second|one sec|one minute|no one|that one|this one|which one|first one|second one|last one|another one|other one|one of|any one',
  before: 'after before until till since by from ext extension room',
  after:
    'numbers digits phones lines times minutes minute hours hour days weeks months years people kids children dollars euros percent questions am pm oclock',
});

/**
 * Parses spoken digits: "double five oh one", "twenty five" (2 5), "one hundred" (1 0 0), "555-0100". Other words are skipped. Returns undefined if
 * there are no digits, or if they may be another number or several.
 */
export function parseDigits(text: string): SpokenDigits | undefined {
  // "Actually" is a filler elsewhere.
  const words = contentWordsOf(text.replaceAll(/\bactually\b/gi, 'rather'));
  const groups: DigitSpan[] = [];
  let digits = '';
  let complete = true;
  for (let index = 0; index < words.length;) {
    const group = readGroup(words, index);
    if (group === undefined) {
      if (isUnclearAt(words, index, digits)) return undefined;
      complete &&= leadIns.has(words[index]!);
      index += 1;
    } else {
      digits += group.digits;
      groups.push({ start: index, end: group.next });
      index = group.next;
    }
  }
  const isAnswer =
    !isInCode(text) && isOneNumber(words, groups) && (complete || !isExclamation(words, groups));
  return isAnswer ? { digits, complete } : undefined;
}

/** A numeral that is no digits, such as `10:30`, or a correction of the digits before. */
const isUnclearAt = (words: readonly string[], index: number, digits: string): boolean =>
  /^\d/.test(words[index]!) || (digits !== '' && corrections.some((run) => startsWith(words, index, run)));

/** "Oh, I see". */
const isExclamation = (words: readonly string[], groups: readonly DigitSpan[]): boolean =>
  groups.every(({ start }) => words[start] === 'oh' || words[start] === 'o');

function readGroup(words: readonly string[], index: number): { digits: string; next: number } | undefined {
  const word = words[index]!;
  const times = repeats[word];
  if (times !== undefined) {
    const digit = readPlain(words, index + 1);
    return digit?.digits.length === 1 ? { digits: digit.digits.repeat(times), next: digit.next } : undefined;
  }
  return readPlain(words, index);
}

/** "Five hundred twelve" is 5 1 2; "five hundred, one, two" is 5 0 0 1 2. */
function readAfterHundred(words: readonly string[], index: number): Reading<number> | undefined {
  const rest = readBelow100(words, words[index] === 'and' ? index + 1 : index);
  return rest !== undefined && rest.value >= 10 ? rest : undefined;
}

function readPlain(words: readonly string[], index: number): { digits: string; next: number } | undefined {
  const word = wordAt(words, index);
  if (/^[\d*#][\d./-]*$/.test(word)) return { digits: word.replaceAll(/[./-]/g, ''), next: index + 1 };
  const key = keys[word];
  if (key !== undefined) return { digits: key, next: index + 1 };
  const small = readBelow100(words, index);
  if (small === undefined) return undefined;
  const rest = words[small.next] === 'hundred' ? readAfterHundred(words, small.next + 1) : undefined;
  if (rest !== undefined && small.value < 10)
    return { digits: String(small.value * 100 + rest.value), next: rest.next };
  const tail = zeros[wordAt(words, small.next)];
  return { digits: `${small.value}${tail ?? ''}`, next: small.next + (tail === undefined ? 0 : 1) };
}
