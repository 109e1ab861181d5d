import { createNumberParser, runsOf, type SpokenNumber } from './number-parser.ts';
import { createSpellingReader, type NumberReader, type NumberSpellings } from './number-reader.ts';
import type { Reading } from './numbers.ts';
import { startsWith, wordAt, type Words } from './words.ts';

/** The words around numbers in a language of continental Europe. Phrases are separated by vertical bars, words by spaces. */
export interface EuropeanNumberWords {
  /** Replacements in the text, in lower case, before it is split into words. */
  readonly rewrites?: readonly (readonly [pattern: RegExp, replacement: string])[];
  /** Phrases after which a number replaces the one before. */
  readonly corrections: string;
  /** Phrases that make a number a limit, a choice or a part of something else. */
  readonly limits: string;
  /** Phrases with a word for a number that is none. */
  readonly idioms: string;
  /** Words that make a sum or a product between two numbers. The first is "and". */
  readonly joiners: string;
  /** Words that negate one of the next three words. */
  readonly negations: string;
  /** Words for 1 that are also articles. They are numbers before a word of `counted`, and in a text of words of `plain`. */
  readonly articles: string;
  readonly counted: string;
  readonly plain: string;
  /** Words for nothing. They are 0 in a text of words of `plain`. */
  readonly zeros: string;
  readonly minus: string;
  readonly decimalMarks: string;
  /** Values with a fraction, dozens, and other numbers that are no cardinals. */
  readonly values: NumberSpellings;
  /** Phrases after a number, or after the noun that follows it, and the value that they add: "y medio". */
  readonly fractionsAfter: Readonly<Record<string, number>>;
  /** Words that multiply the numeral or fraction before. */
  readonly scales: Readonly<Record<string, number>>;
  /** Names of months and days, and other words with which an answer is a time. */
  readonly timeWords: string;
  /** Words directly before and after a number that is a time or a date. */
  readonly clockBefore: string;
  readonly clockAfter: string;
  /** Ordinals that have another meaning as well: "second". */
  readonly otherMeanings?: string;
}

/** Written by `prepare`, never by a person. */
const [limitMark, minusMark] = ['xxlimit', 'xxminus'];
/** Phrases that replace a number, as a rewrite. */
export const correctionMark = 'xxcorrection';

const fractionSigns: Readonly<Record<string, string>> = { '½': '1/2', '¼': '1/4', '¾': '3/4' };

/** Replaces signs before and after numerals by words, and joins groups of digits: "1 200", "1'200". */
const plainNumerals = (text: string): string =>
  text
    .replaceAll(/[½¼¾]/g, (sign) => ` ${fractionSigns[sign]}`)
    .replaceAll(
      /(?<![\d.,:/-]|\d[ '’\u00a0\u202f])(?:\d{1,2}(?:[ '’\u00a0\u202f]\d{3}){1,2}|\d{3}[ '’\u00a0\u202f]\d\d0)(?![\d:/-]|[.,]\d{3}|[ '’\u00a0\u202f]\d)/g,
      (grouped) => grouped.replaceAll(/\D/g, ''),
    )
    .replaceAll(/(^|[\s($€£])[-−–](?=\d)/g, `$1 ${minusMark} `)
    .replaceAll(/(?<=\d)\+(?!\d)/g, ` ${limitMark} `)
    .replaceAll(/(?<=\d)['’′"”]/g, ` ${limitMark} `)
    // "3.5." is a date.
    .replaceAll(/(?<![\d.])\d{1,2}\.\d{1,2}\.(?!\d)/g, ` ${limitMark} `)
    // A number that is taken back, and a request for time.
    .replace(/(?<=[\p{L}\d].*\P{L})(?:nein|nee|neen|non|no|n[aã]o)\P{L}*$/u, ` ${limitMark} `)
    .replace(
      /^(?:\p{L}+ )?(?:wacht|esper[ae]|attends|attendez|aspett[ai]|warten?)(?: \S+){0,4} (?:minut|segund|second|sekund|moment)/u,
      ` ${limitMark} `,
    );

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Creates the function that parses the number in a text of the language. */
export function createEuropeanNumberParser(
  words: Words,
  numbers: NumberReader,
  language: EuropeanNumberWords,
): (text: string) => SpokenNumber | undefined {
  const [articles, zeros, minus] = [language.articles, language.zeros, language.minus].map(setOf);
  const [counted, negations, decimalMarks] = [
    language.counted,
    language.negations,
    language.decimalMarks,
  ].map(setOf);
  const [timeWords, clockBefore, clockAfter] = [
    language.timeWords,
    language.clockBefore,
    language.clockAfter,
  ].map(setOf);
  const plain = setOf(`${language.plain} ${language.counted} ${language.articles}`);
  const otherMeanings = setOf(language.otherMeanings ?? '');
  const fractionsAfter = Object.entries(language.fractionsAfter).map(
    ([phrase, value]) => [phrase.split(' '), value] as const,
  );
  const [and] = language.joiners.split(' ');
  const readValue = createSpellingReader(language.values);

  const isAlone = (words: readonly string[], index: number): boolean =>
    words.every((word, other) => other === index || plain.has(word));
  /** Whether the article at an index is a number by what follows: "un niño", "uno coma cinco", "uno y medio", "uno cincuenta". */
  function isCounted(words: readonly string[], index: number): boolean {
    const next = index + 1;
    return (
      counted!.has(wordAt(words, next)) ||
      readDecimals(words, { value: 1, next }) !== undefined ||
      fractionsAfter.some(([run]) => startsWith(words, next, run)) ||
      (numbers.readBelow100(words, next)?.value ?? 0) >= 10
    );
  }

  function readQuantity(words: readonly string[], index: number): Reading<number> | undefined {
    const word = wordAt(words, index);
    if (minus!.has(word) || word === minusMark) {
      const number = readQuantity(words, index + 1);
      return number && { value: -number.value, next: number.next };
    }
    if (zeros!.has(word) && isAlone(words, index) && !words.some((other) => articles!.has(other)))
      return { value: 0, next: index + 1 };
    const special = readFractionNumeral(words, index) ?? readValue(words, index);
    const number = numbers.readCardinal(words, index);
    if (special !== undefined && special.next >= (number?.next ?? 0)) return withScale(words, special);
    if (number === undefined) return undefined;
    const isArticle = articles!.has(word) && number.next === index + 1;
    if (isArticle && !isCounted(words, index) && !isAlone(words, index)) return undefined;
    return withFraction(words, withScale(words, readDecimals(words, number) ?? number));
  }

  /** "Drei Komma eins vier", "trois virgule quatorze", "3 coma 5". */
  function readDecimals(words: readonly string[], whole: Reading<number>): Reading<number> | undefined {
    if (!decimalMarks!.has(wordAt(words, whole.next))) return undefined;
    let digits = '';
    let next = whole.next + 1;
    for (
      let part = numbers.readSmall(words, next);
      part !== undefined;
      part = numbers.readSmall(words, next)
    ) {
      digits += String(part.value);
      next = part.next;
    }
    return digits === '' ? undefined : { value: Number(`${whole.value}.${digits}`), next };
  }

  /** "1,5 millones", "zweieinhalb Millionen", "5k". A number in words has its scale already. */
  function withScale(words: readonly string[], number: Reading<number>): Reading<number> {
    const scale = language.scales[wordAt(words, number.next)];
    const isNumeral = /^\d/.test(wordAt(words, number.next - 1));
    if (scale === undefined || (words[number.next] === 'k' && !isNumeral)) return number;
    return { value: number.value * scale, next: number.next + 1 };
  }

  /** "Tres y medio", "dos horas y media", "un millón y medio", `3 1/2`. */
  function withFraction(words: readonly string[], whole: Reading<number>): Reading<number> {
    if (!Number.isInteger(whole.value)) return whole;
    const numeral = readFractionNumeral(words, whole.next);
    if (numeral !== undefined) return { value: whole.value + numeral.value, next: numeral.next };
    for (const start of [whole.next, whole.next + 1]) {
      const found = fractionsAfter.find(([run]) => startsWith(words, start, run));
      if (found === undefined) continue;
      const scale = language.scales[wordAt(words, whole.next - 1)] ?? 1;
      return {
        value: whole.value + found[1] * (scale >= 1000 ? scale : 1),
        next: start + found[0].length,
      };
    }
    return whole;
  }

  function isNegated(words: readonly string[], index: number): boolean {
    for (let before = index - 1; before >= Math.max(0, index - 3); before -= 1) {
      if (negations!.has(words[before]!)) return true;
      if (numbers.readCardinal(words, before) !== undefined) return false;
    }
    return false;
  }

  return createNumberParser({
    words,
    prepare: (text) =>
      (language.rewrites ?? []).reduce(
        (rewritten, [pattern, replacement]) => rewritten.replaceAll(pattern, replacement),
        plainNumerals(text.toLowerCase().normalize('NFC').replaceAll('’', "'")),
      ),
    corrections: runsOf(`${correctionMark}|${language.corrections}`),
    limits: runsOf(`${limitMark}|${language.limits}`),
    idioms: runsOf(language.idioms),
    joiners: setOf(language.joiners),
    readQuantity,
    isNegated,
    isUnclearAt: (words, index) =>
      /^\d/.test(wordAt(words, index)) ||
      timeWords!.has(words[index]!) ||
      (!otherMeanings.has(words[index]!) && numbers.readOrdinal(words, index) !== undefined),
    isPart: (words, index, next) =>
      clockBefore!.has(wordAt(words, index - 1)) ||
      clockAfter!.has(wordAt(words, next)) ||
      readQuantity(words, next) !== undefined ||
      (numbers.readOrdinal(words, index)?.next ?? 0) > next,
    isCountingArticle: (words, index) =>
      articles!.has(words[index]!) && (words[index - 1] === and || words[index + 2] === and),
  });
}

/** `1/2`, `3/4`. Fractions without a finite decimal form, such as `5/12`, may be a date. */
function readFractionNumeral(words: readonly string[], index: number): Reading<number> | undefined {
  const numeral = /^([1-7])\/(2|4|8)$/.exec(wordAt(words, index));
  return numeral !== null && Number(numeral[1]) < Number(numeral[2])
    ? { value: Number(numeral[1]) / Number(numeral[2]), next: index + 1 }
    : undefined;
}
