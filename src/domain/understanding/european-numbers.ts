import { createNumberParser, isLabelled, runsOf, type SpokenNumber } from './number-parser.ts';
import { createSpellingReader, type NumberReader, type NumberSpellings } from './number-reader.ts';
import type { Reading } from './numbers.ts';
import { startsWith, wordAt, type Words } from './words.ts';
import { lazy } from './lazy.ts';

/** The words around numbers in a language of continental Europe. Phrases are separated by vertical bars, words by spaces. */
export interface EuropeanNumberWords {
  /**
   * Replacements in the text, in lower case, before it is split into words. A replacement may contain `xxcorrection` or `xxlimit`, words that are a
   * correction or a limit.
   */
  readonly rewrites?: readonly (readonly [pattern: RegExp, replacement: string])[];
  /** Phrases after which a number replaces the one before. */
  readonly corrections: string;
  /** Words among the corrections with which a number replaces one only if that is negated: "but". */
  readonly contrasts?: string;
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
  /** Nouns before a number that is a name: "room 3". */
  readonly labels: string;
  /** Words between such a noun and its number: "the room is number 3". */
  readonly labelLinks: string;
  /** Ordinals that have another meaning as well: "second". */
  readonly otherMeanings?: string;
}

/** Words of `prepare`, which people do not use. */
const [limitMark, minusMark] = ['xxlimit', 'xxminus'];

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
    // "Five, uh, four, sorry".
    .replace(
      /,? (?:euh|eh|ehm|ähm?|uhm?|hm+),? (?=\S+(?: \S+)?,? (?:pardon|sorry|entschuldigung|perd[oó]n|perdone|scus[ai]|desculp[ae])\P{L}*$)/u,
      ' xxcorrection ',
    )
    // A number that is taken back, and a request for time.
    .replace(/(?<=[\p{L}\d].*\P{L})(?:nein|nee|neen|non|no|n[aã]o)\P{L}*$/u, ` ${limitMark} `)
    .replace(
      /^(?:\p{L}+ )?(?:wacht|esper[ae]|attends|attendez|aspett[ai]|warten?)(?: \S+){0,4} (?:minut|segund|second|sekund|moment)/u,
      ` ${limitMark} `,
    );

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Reads numbers with their signs, decimals, fractions and scales in the words of a text. */
class QuantityReader {
  readonly #numbers: NumberReader;
  readonly #scales: Readonly<Record<string, number>>;
  readonly #articles: ReadonlySet<string>;
  readonly #counted: ReadonlySet<string>;
  readonly #plain: ReadonlySet<string>;
  readonly #zeros: ReadonlySet<string>;
  readonly #minus: ReadonlySet<string>;
  readonly #decimalMarks: ReadonlySet<string>;
  readonly #fractionsAfter: readonly (readonly [run: readonly string[], value: number])[];
  readonly #readValue: (words: readonly string[], index: number) => Reading<number> | undefined;

  constructor(numbers: NumberReader, language: EuropeanNumberWords) {
    this.#numbers = numbers;
    this.#scales = language.scales;
    this.#articles = setOf(language.articles);
    this.#counted = setOf(language.counted);
    this.#plain = setOf(`${language.plain} ${language.counted} ${language.articles}`);
    this.#zeros = setOf(language.zeros);
    this.#minus = setOf(`${language.minus} ${minusMark}`);
    this.#decimalMarks = setOf(language.decimalMarks);
    this.#fractionsAfter = Object.entries(language.fractionsAfter).map(([phrase, value]) => [
      phrase.split(' '),
      value,
    ]);
    this.#readValue = createSpellingReader(language.values);
  }

  read(words: readonly string[], index: number): Reading<number> | undefined {
    const word = wordAt(words, index);
    if (this.#minus.has(word)) {
      const number = this.read(words, index + 1);
      return number && { value: -number.value, next: number.next };
    }
    if (this.#isZero(words, index)) return { value: 0, next: index + 1 };
    return this.#readPositive(words, index);
  }

  #readPositive(words: readonly string[], index: number): Reading<number> | undefined {
    const special = readFractionNumeral(words, index) ?? this.#readValue(words, index);
    const number = this.#numbers.readCardinal(words, index);
    const isSpecial = special !== undefined && special.next >= (number?.next ?? 0);
    if (isSpecial) return this.#withScale(words, special);
    if (number === undefined) return undefined;
    if (number.next === index + 1 && this.#isArticle(words, index)) return undefined;
    return this.#withFraction(words, this.#withScale(words, this.#readDecimals(words, number) ?? number));
  }

  #isZero(words: readonly string[], index: number): boolean {
    return (
      this.#zeros.has(wordAt(words, index)) &&
      this.#isAlone(words, index) &&
      !words.some((other) => this.#articles.has(other))
    );
  }

  #isAlone(words: readonly string[], index: number): boolean {
    return words.every((word, other) => other === index || this.#plain.has(word));
  }

  /** Whether the word at an index is an article and no number. */
  #isArticle(words: readonly string[], index: number): boolean {
    return (
      this.#articles.has(wordAt(words, index)) &&
      !this.#isCounted(words, index) &&
      !this.#isAlone(words, index)
    );
  }

  /** Whether the article at an index is a number by what follows: "un niño", "uno coma cinco", "uno y medio", "uno cincuenta". */
  #isCounted(words: readonly string[], index: number): boolean {
    const next = index + 1;
    return (
      this.#counted.has(wordAt(words, next)) ||
      this.#readDecimals(words, { value: 1, next }) !== undefined ||
      this.#fractionsAfter.some(([run]) => startsWith(words, next, run)) ||
      (this.#numbers.readBelow100(words, next)?.value ?? 0) >= 10
    );
  }

  /** "Drei Komma eins vier", "trois virgule quatorze", "3 coma 5". */
  #readDecimals(words: readonly string[], whole: Reading<number>): Reading<number> | undefined {
    if (!this.#decimalMarks.has(wordAt(words, whole.next))) return undefined;
    let digits = '';
    let next = whole.next + 1;
    const { readSmall } = this.#numbers;
    for (let part = readSmall(words, next); part !== undefined; part = readSmall(words, next)) {
      digits += String(part.value);
      next = part.next;
    }
    return digits === '' ? undefined : { value: Number(`${whole.value}.${digits}`), next };
  }

  /** "1,5 millones", "zweieinhalb Millionen", "5k". A number in words has its scale already. */
  #withScale(words: readonly string[], number: Reading<number>): Reading<number> {
    const scale = this.#scales[wordAt(words, number.next)];
    const isNumeral = /^\d/.test(wordAt(words, number.next - 1));
    if (scale === undefined || (words[number.next] === 'k' && !isNumeral)) return number;
    return { value: number.value * scale, next: number.next + 1 };
  }

  /** "Tres y medio", "dos horas y media", "un millón y medio", `3 1/2`. */
  #withFraction(words: readonly string[], whole: Reading<number>): Reading<number> {
    if (!Number.isInteger(whole.value)) return whole;
    const numeral = readFractionNumeral(words, whole.next);
    if (numeral !== undefined) return { value: whole.value + numeral.value, next: numeral.next };
    for (const start of [whole.next, whole.next + 1]) {
      const found = this.#fractionsAfter.find(([run]) => startsWith(words, start, run));
      if (found === undefined) continue;
      const scale = this.#scales[wordAt(words, whole.next - 1)] ?? 1;
      return {
        value: whole.value + found[1] * (scale >= 1000 ? scale : 1),
        next: start + found[0].length,
      };
    }
    return whole;
  }
}

/** Returns whether a number at an index follows one of the negations, with at most two words between that are no numbers. */
function isNegatedBy(
  negations: ReadonlySet<string>,
  numbers: NumberReader,
  words: readonly string[],
  index: number,
): boolean {
  for (let before = index - 1; before >= Math.max(0, index - 3); before -= 1) {
    if (negations.has(words[before]!)) return true;
    if (numbers.readCardinal(words, before) !== undefined) return false;
  }
  return false;
}

/** Creates the function that parses the number in a text of the language. */
export const createEuropeanNumberParser = (
  words: Words,
  numbers: NumberReader,
  language: EuropeanNumberWords,
): ((text: string) => SpokenNumber | undefined) => lazy(() => numberParser(words, numbers, language));

function numberParser(
  words: Words,
  numbers: NumberReader,
  language: EuropeanNumberWords,
): (text: string) => SpokenNumber | undefined {
  const quantities = new QuantityReader(numbers, language);
  const [articles, negations, timeWords] = [
    setOf(language.articles),
    setOf(language.negations),
    setOf(language.timeWords),
  ];
  const [clockBefore, clockAfter] = [setOf(language.clockBefore), setOf(language.clockAfter)];
  const label = { nouns: setOf(language.labels), links: setOf(language.labelLinks) };
  const otherMeanings = setOf(language.otherMeanings ?? '');
  const [and] = language.joiners.split(' ');
  return createNumberParser({
    words,
    prepare: (text) =>
      (language.rewrites ?? []).reduce(
        (rewritten, [pattern, replacement]) => rewritten.replaceAll(pattern, replacement),
        plainNumerals(text.toLowerCase().normalize('NFC').replaceAll('’', "'")),
      ),
    corrections: runsOf(`xxcorrection|${language.corrections}`),
    contrasts: setOf(language.contrasts ?? ''),
    limits: runsOf(`${limitMark}|${language.limits}`),
    idioms: runsOf(language.idioms),
    joiners: setOf(language.joiners),
    readQuantity: (words, index) => quantities.read(words, index),
    isNegated: (words, index) => isNegatedBy(negations, numbers, words, index),
    isUnclearAt: (words, index) =>
      /^\d/.test(wordAt(words, index)) ||
      timeWords.has(words[index]!) ||
      (!otherMeanings.has(words[index]!) && numbers.readOrdinal(words, index) !== undefined),
    isPart: (words, index, next) =>
      clockBefore.has(wordAt(words, index - 1)) ||
      isLabelled(words, index, label) ||
      clockAfter.has(wordAt(words, next)) ||
      quantities.read(words, next) !== undefined ||
      (numbers.readOrdinal(words, index)?.next ?? 0) > next,
    isCountingArticle: (words, index) =>
      articles.has(words[index]!) &&
      (words[index - 1] === and || words.slice(index + 2, index + 4).includes(and!)),
  });
}

/** `1/2`, `3/4`. Fractions without a finite decimal form, such as `5/12`, may be a date. */
function readFractionNumeral(words: readonly string[], index: number): Reading<number> | undefined {
  const numeral = /^([1-7])\/(2|4|8)$/.exec(wordAt(words, index));
  return numeral !== null && Number(numeral[1]) < Number(numeral[2])
    ? { value: Number(numeral[1]) / Number(numeral[2]), next: index + 1 }
    : undefined;
}
