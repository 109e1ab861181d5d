import { cardinalWords, tensWords, unitWords } from '../../core/spoken-words.ts';
import { wordAt } from './words.ts';

/** A value parsed from a list of words, and the index of the next word. */
export interface Reading<T> {
  readonly value: T;
  readonly next: number;
}

const ordinalWords: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
  eleventh: 11,
  twelfth: 12,
  thirteenth: 13,
  fourteenth: 14,
  fifteenth: 15,
  sixteenth: 16,
  seventeenth: 17,
  eighteenth: 18,
  nineteenth: 19,
  twentieth: 20,
  thirtieth: 30,
};
const scales: Readonly<Record<string, number>> = { thousand: 1000, million: 1_000_000 };

const below20 = new Map(unitWords.map((word, value) => [word, value]));
const tens = new Map(tensWords.flatMap((word, value) => (word === '' ? [] : [[word, value * 10] as const])));

/** Parses 0 to 99 in words: "five", "fifteen", "forty five". */
export function readBelow100(words: readonly string[], index: number): Reading<number> | undefined {
  const word = wordAt(words, index);
  const small = below20.get(word);
  if (small !== undefined) return { value: small, next: index + 1 };
  const ten = tens.get(word);
  if (ten === undefined) return undefined;
  const unit = below20.get(wordAt(words, index + 1)) ?? 0;
  return unit >= 1 && unit <= 9 ? { value: ten + unit, next: index + 2 } : { value: ten, next: index + 1 };
}

/** Parses 0 to 99 in words or numerals. */
export function readSmall(words: readonly string[], index: number): Reading<number> | undefined {
  return /^\d{1,2}$/.test(wordAt(words, index))
    ? { value: Number(words[index]), next: index + 1 }
    : readBelow100(words, index);
}

function readBelow1000(words: readonly string[], index: number): Reading<number> | undefined {
  const isArticle = words[index] === 'a' && words[index + 1] === 'hundred';
  const head = isArticle ? { value: 1, next: index + 1 } : readBelow100(words, index);
  if (head === undefined || words[head.next] !== 'hundred') return head;
  const rest = readBelow100(words, head.next + (words[head.next + 1] === 'and' ? 2 : 1));
  return { value: head.value * 100 + (rest?.value ?? 0), next: rest?.next ?? head.next + 1 };
}

/** Parses a cardinal number below 10^9, in words or numerals: "one hundred and five", "a thousand", "42", "3.5". */
export function readCardinal(words: readonly string[], index: number): Reading<number> | undefined {
  const numeral = wordAt(words, index);
  if (/^\d{1,15}(\.\d{1,6})?$/.test(numeral)) return { value: Number(numeral), next: index + 1 };
  const head = readScaled(words, index);
  if (head === undefined || head.scale === 1) return head;
  let { value, next, scale } = head;
  for (let part = readRest(words, next); part !== undefined && part.scale < scale;) {
    value += part.value;
    ({ next, scale } = part);
    part = scale === 1 ? undefined : readRest(words, next);
  }
  return { value, next };
}

interface Scaled extends Reading<number> {
  readonly scale: number;
}

/** Parses the rest after a thousand or a million: "and five", "two hundred". */
function readRest(words: readonly string[], index: number): Scaled | undefined {
  return readScaled(words, index + (words[index] === 'and' ? 1 : 0));
}

/** "Two hundred", "five thousand", "a million". */
function readScaled(words: readonly string[], index: number): Scaled | undefined {
  const isArticle = words[index] === 'a' && scales[wordAt(words, index + 1)] !== undefined;
  const part = isArticle ? { value: 1, next: index + 1 } : readBelow1000(words, index);
  if (part === undefined) return undefined;
  const scale = scales[wordAt(words, part.next)] ?? 1;
  return { value: part.value * scale, next: part.next + (scale > 1 ? 1 : 0), scale };
}

/** Parses the ordinals first to ninety-ninth, in words or as `3rd`. */
export function readOrdinal(words: readonly string[], index: number): Reading<number> | undefined {
  const word = wordAt(words, index);
  const numeral = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word);
  if (numeral !== null) return { value: Number(numeral[1]), next: index + 1 };
  const plain = ordinalWords[word];
  if (plain !== undefined) return { value: plain, next: index + 1 };
  const ten = tens.get(word);
  const unit = ordinalWords[wordAt(words, index + 1)];
  return ten !== undefined && unit !== undefined && unit < 10
    ? { value: ten + unit, next: index + 2 }
    : undefined;
}

/** Returns an integer from 0 to 999,999 in words, other numbers as numerals. */
export function speakNumber(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value > 999_999) return String(value);
  return cardinalWords(value);
}
