import { readBelow100, readCardinal, readOrdinal, readSmall, type Reading } from './numbers.ts';
import { englishWords } from '../languages/en/words.ts';
import { createNumberParser, isLabelled } from './number-parser.ts';
import { startsWith, wordAt } from './words.ts';

const runs = (...phrases: string[]): readonly (readonly string[])[] =>
  phrases.map((phrase) => phrase.split(' '));

/** After these, a number replaces the one before. */
const corrections = runs(
  'no',
  'sorry',
  'i mean',
  'wait',
  'rather',
  'make that',
  'make it',
  'correction',
  'scratch that',
);

/** Words that make a number a limit, a choice, an order or a part of something else: "at least two", "the third one". */
const limits = runs(
  'if',
  'unless',
  'depends',
  'at least',
  'at most',
  'more than',
  'less than',
  'fewer than',
  'over',
  'under',
  'above',
  'below',
  'up to',
  'or more',
  'or less',
  'or fewer',
  'plus',
  'max',
  'maximum',
  'min',
  'minimum',
  'nearly',
  'almost',
  'several',
  'something',
  'few',
  'odd',
  'not even',
  'too many',
  'one more',
  'or',
  'and a baby',
  'xxlimit',
  'room number',
);

/** Phrases with a word for a number that is none. */
const idioms = runs(
  'one moment',
  'one second',
  'one sec',
  'one minute',
  'no one',
  'that one',
  'this one',
  'which one',
  'the one',
  'other one',
  'another one',
  'last one',
  'one of',
  'none of',
  'one or the other',
  'one other',
  'one question',
  'one more question',
  'one quick question',
  'one thing',
  'one more thing',
  'one problem',
  'one condition',
  'zero idea',
  'zero clue',
  'zero interest',
  'zero chance',
  'zero problem',
  'zero problems',
  'zero worries',
  'zero desire',
  'zero tolerance',
);

/** Requests for time, whose number is no answer. */
const requests = runs('give me', 'hold on');

/** Words that make a number a time or a date. */
const timeWords = new Set(
  'jan feb mar apr jun jul aug sep oct nov dec january february march april june july august september october november december'.split(
    ' ',
  ),
);

/** A number after these is a time: "at three". */
const timePrepositions = new Set(['at', 'by', 'in']);

/** A number after these nouns is a name: "room 3", "the room is number 3". */
const labels = {
  nouns: new Set(
    'extension room flat apartment suite floor gate line platform door page chapter building bus exit street route highway channel table seat counter'.split(
      ' ',
    ),
  ),
  links: new Set(['is', 'the', 'number']),
};

const fractionSigns: Readonly<Record<string, string>> = { '½': '1/2', '¼': '1/4', '¾': '3/4' };

/** Replaces signs before and after numerals by words, and drops "or so" and the scale of a rating ("eight out of ten"). */
function plainNumerals(text: string): string {
  return text
    .replace(
      /^\W*(?:(?:it|there)(?:'s| is|'ll be| will be) )?(?:(?:just|only) (?:me|myself)(?: alone)?|me alone|by myself)(?:,? (?:please|thanks))?\W*$/i,
      'one',
    )
    .replace(
      /^\W*(?:just )?(?:(?:me|myself) and my (?:wife|husband|girlfriend|boyfriend|partner|son|daughter|mother|father|mom|mum|dad)|my (?:wife|husband|girlfriend|boyfriend|partner|son|daughter|mother|father|mom|mum|dad) and (?:me|i|myself))(?:,? (?:please|thanks))?\W*$/i,
      'two',
    )
    .replaceAll(
      /\bthank(?:s| you) (?:(?:so much )?a (?:million|thousand|hundred)|a lot)\b|\ba (?:million|thousand) thanks\b/gi,
      ' ',
    )
    .replaceAll(
      /\bin \S+ (?:second|minute|hour|day|week|month|year)s?\b|\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?) ago\b|\bquestions\b|\b(?:hundred|thousand|million) (?:times|reasons)\b|\b(?:me|myself) and (?:two|three|four|five|six|seven|\d+)\b|\band (?:me|i|myself)\b/gi,
      ' xxlimit ',
    )
    .replaceAll(
      /(?:(?:ca|wo)n'?t|cannot|can not|will not|isn'?t|is not|aren'?t|not) (?:come|coming|make it|making it|join|joining|be there)\b|\bbut\b(?=.*(?:\bnot?\b|n't\b|\b(?:without|minus|less|maybe|sick|missing)\b))/gi,
      ' xxlimit ',
    )
    .replaceAll(/(?<![\d,])\d{1,2}(?:,\d\d)+,\d{3}(?![\d,])/g, (grouped) => grouped.replaceAll(',', ''))
    .replaceAll(/(?<![\d.,:/-]|\d )\d{1,2}(?: \d{3}){1,2}(?![\d:/-]| \d)/g, (grouped) =>
      grouped.replaceAll(' ', ''),
    )
    .replaceAll(/(\S+) (?:degrees? )?below zero\b/gi, 'minus $1')
    .replaceAll(
      /\bif (?:that's|that is|it's) (?:all right|alright|ok(?:ay)?|possible)|\bif you do(?:n't| not) mind/gi,
      ' ',
    )
    .replaceAll(/\bjust the one\b/gi, 'one')
    .replace(/,? (?:uh|um|er|erm),? (?=\S+(?: \S+)?,? sorry\W*$)/i, ' no ')
    .replaceAll(/[½¼¾]/g, (sign) => ` ${fractionSigns[sign]}`)
    .replaceAll(/(^|[\s($€£])[-−–](?=\d)/g, '$1 minus ')
    .replaceAll(/\bor so\b|\bout of (?:a )?\w+/gi, ' ')
    .replaceAll(/(?<=\d)\+/g, ' plus ')
    .replaceAll(/\+(?=\s)/g, ' and ')
    .replaceAll(/(?<=\d)\.(?=\s|$)/g, ' ')
    .replaceAll(/(?<=\d)['’′"”]/g, ' feet ');
}

/** Parses the number in an English text. */
export const parseNumber = createNumberParser({
  words: englishWords,
  prepare: plainNumerals,
  corrections,
  contrasts: new Set(),
  limits: [...limits, ...requests],
  idioms,
  joiners: new Set(['and', 'times', 'by']),
  readQuantity,
  isNegated: (words, index) => words[index - 1] === 'not',
  isUnclearAt,
  isPart: (words, index, next) =>
    timePrepositions.has(wordAt(words, words[index - 1] === 'is' ? index - 2 : index - 1)) ||
    isLabelled(words, index, labels) ||
    isPartAt(words, next),
  isCountingArticle: () => false,
});

/** A numeral that is no number, such as `10:30`, or an ordinal. */
function isUnclearAt(words: readonly string[], index: number): boolean {
  return (
    /^\d/.test(wordAt(words, index)) ||
    (words[index] !== 'second' && readOrdinal(words, index) !== undefined) ||
    timeWords.has(words[index]!)
  );
}

/** A number that is a time, or a number directly after a number ("one fifty"), or a unit between two numbers ("five foot ten"). */
function isPartAt(words: readonly string[], next: number): boolean {
  return (
    ['am', 'pm', 'oclock'].includes(wordAt(words, next)) ||
    readQuantity(words, next) !== undefined ||
    (['foot', 'feet', 'ft', 'x', 'times', 'e', 'm'].includes(wordAt(words, next)) && next < words.length - 1)
  );
}

const scales: Readonly<Record<string, number>> = {
  dozen: 12,
  hundred: 100,
  thousand: 1000,
  grand: 1000,
  k: 1000,
  lakh: 100_000,
  lakhs: 100_000,
  million: 1_000_000,
  crore: 10_000_000,
  billion: 1_000_000_000,
};
const zeros = new Set(['none', 'nil', 'zilch']);

/** Parses a number with its sign, fraction and scale: "minus three", "one and a half million", "half a dozen", `3 1/2`. */
function readQuantity(words: readonly string[], index: number): Reading<number> | undefined {
  if (words[index] === 'minus' || words[index] === 'negative') {
    const number = readQuantity(words, index + 1);
    return number && { value: -number.value, next: number.next };
  }
  if (zeros.has(wordAt(words, index))) return { value: 0, next: index + 1 };
  const number = readBase(words, index);
  if (number === undefined) return undefined;
  const decimals = readDecimals(words, number);
  const scaled = readScale(words, decimals ?? number);
  return decimals === undefined ? readFraction(words, scaled) : scaled;
}

function readBase(words: readonly string[], index: number): Reading<number> | undefined {
  const fraction = readFractionAt(words, index);
  if (fraction !== undefined) return readScaleAfterHalf(words, fraction);
  if (words[index] === 'point') return { value: 0, next: index };
  if (startsWith(words, index, ['a', 'couple'])) return { value: 2, next: index + 2 };
  if (startsWith(words, index, ['a', 'pair'])) return { value: 2, next: index + 2 };
  if (startsWith(words, index, ['a', 'dozen'])) return { value: 12, next: index + 2 };
  if (words[index] === 'hundred') return { value: 100, next: index + 1 };
  if (words[index] === 'an' && words[index + 1] === 'hour') return { value: 1, next: index + 2 };
  return readCardinal(words, index);
}

/** "Half a million", "half a dozen". */
function readScaleAfterHalf(words: readonly string[], half: Reading<number>): Reading<number> {
  const scale = words[half.next] === 'a' ? scales[wordAt(words, half.next + 1)] : undefined;
  return scale === undefined ? half : { value: half.value * scale, next: half.next + 2 };
}

const fractions: readonly (readonly [words: readonly string[], value: number])[] = [
  [['a', 'half'], 0.5],
  [['one', 'half'], 0.5],
  [['half'], 0.5],
  [['a', 'quarter'], 0.25],
  [['one', 'quarter'], 0.25],
  [['three', 'quarters'], 0.75],
];

/** Fractions with a finite decimal form. Others, such as `5/12`, may be a date. */
function readFractionAt(words: readonly string[], index: number): Reading<number> | undefined {
  const numeral = /^([1-7])\/(2|4|8)$/.exec(wordAt(words, index));
  if (numeral !== null && Number(numeral[1]) < Number(numeral[2]))
    return { value: Number(numeral[1]) / Number(numeral[2]), next: index + 1 };
  const found = fractions.find(([run]) => startsWith(words, index, run));
  return found && { value: found[1], next: index + found[0].length };
}

/** "Three and a half", "three and a half thousand", `3 1/2`. */
function readFraction(words: readonly string[], whole: Reading<number>): Reading<number> {
  const isJoined = words[whole.next] === 'and';
  const fraction =
    isJoined || wordAt(words, whole.next).includes('/')
      ? readFractionAt(words, whole.next + (isJoined ? 1 : 0))
      : undefined;
  if (fraction === undefined || !Number.isInteger(whole.value)) return whole;
  const lastScale = scales[wordAt(words, whole.next - 1)];
  // "A million and a half" is 1,500,000; "two hundred and a half" is 200.5.
  const unit = lastScale !== undefined && lastScale >= 1000 ? lastScale : 1;
  return readScale(words, { value: whole.value + fraction.value * unit, next: fraction.next });
}

function readScale(words: readonly string[], number: Reading<number>): Reading<number> {
  const scale = scales[wordAt(words, number.next)];
  const isNumeral = /^[\d.]+$/.test(wordAt(words, number.next - 1));
  if (scale === undefined || (words[number.next] === 'k' && !isNumeral)) return number;
  return { value: number.value * scale, next: number.next + 1 };
}

function readDecimals(words: readonly string[], whole: Reading<number>): Reading<number> | undefined {
  if (words[whole.next] !== 'point') return undefined;
  let digits = '';
  let next = whole.next + 1;
  for (let digit = readDigit(words, next); digit !== undefined; digit = readDigit(words, next)) {
    digits += String(digit.value);
    next = digit.next;
  }
  return digits === '' ? undefined : { value: Number(`${whole.value}.${digits}`), next };
}

function readDigit(words: readonly string[], index: number): Reading<number> | undefined {
  const digit = readSmall(words, index) ?? readBelow100(words, index);
  return digit !== undefined && digit.value < 10 ? digit : undefined;
}
