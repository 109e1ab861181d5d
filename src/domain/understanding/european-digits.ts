import { createDigitContext, isInCode, type DigitContextWords, type DigitSpan } from './digit-context.ts';
import type { SpokenDigits } from './digit-string.ts';
import type { NumberReader } from './number-reader.ts';
import { maxText, startsWith, wordAt, type Words } from './words.ts';
import { lazy } from './lazy.ts';

/** How digits are said in a language of continental Europe. Phrases are separated by vertical bars, words by spaces. */
export interface EuropeanDigitWords extends DigitContextWords {
  /** Phrases that repeat the digit after them: "doble", "deux fois". */
  readonly repeats: Readonly<Record<string, 2 | 3 | 4>>;
  /** "Zeros", after their number. */
  readonly zeros: string;
  /** Other words for digits and keys. */
  readonly keys: Readonly<Record<string, string>>;
  /** Words for 1 that are also articles. They are digits beside other digits in words, and alone. */
  readonly articles: string;
  /** Articles that are no digits. */
  readonly otherArticles: string;
  /** Words after which the digits are other ones: "no", "o". */
  readonly corrections: string;
  /** Words around digits that have no meaning of their own. */
  readonly leadIns: string;
  /** Whether "treinta cinco" may be 35 and 30 5. */
  readonly needsJoinedTens?: boolean;
  /** Returns other readings of a text in lower case, if it has several. The digits must have ten places in exactly one of them. */
  readonly alternatives?: (text: string) => readonly string[];
}

interface Group {
  readonly digits: string;
  readonly next: number;
}

/** Stands for punctuation. Letters, so that it is a word. */
export const pauseMark = 'xxpause';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Reads groups of digits in the words of a text. */
class DigitGroupReader {
  readonly #words: Words;
  readonly #numbers: NumberReader;
  readonly #language: EuropeanDigitWords;
  readonly #repeats: readonly (readonly [run: readonly string[], times: number])[];
  readonly #zeros: ReadonlySet<string>;
  readonly #articles: ReadonlySet<string>;
  readonly #otherArticles: ReadonlySet<string>;
  readonly #corrections: ReadonlySet<string>;
  readonly #leadIns: ReadonlySet<string>;
  readonly #isOneNumber: (words: readonly string[], groups: readonly DigitSpan[]) => boolean;

  constructor(words: Words, numbers: NumberReader, language: EuropeanDigitWords) {
    this.#words = words;
    this.#numbers = numbers;
    this.#language = language;
    this.#repeats = Object.entries(language.repeats).map(([phrase, times]) => [phrase.split(' '), times]);
    this.#zeros = setOf(language.zeros);
    this.#articles = setOf(language.articles);
    this.#otherArticles = setOf(language.otherArticles);
    this.#corrections = setOf(language.corrections);
    this.#isOneNumber = createDigitContext({
      ...language,
      connectors: `${language.connectors} ${pauseMark}`,
    });
    this.#leadIns = setOf(`${language.leadIns} ${language.otherArticles} ${pauseMark}`);
  }

  parse(text: string): SpokenDigits | undefined {
    const words = this.#words.contentWordsOf(text.replaceAll(/[,;.!…](?=\s|$)/g, ` ${pauseMark} `));
    let digits = '';
    let complete = true;
    const groups: DigitSpan[] = [];
    for (let index = 0; index < words.length;) {
      const group = this.#readDigits(words, index, groups);
      if (group === undefined) {
        if (this.#isUnclear(words[index]!, digits)) return undefined;
        complete &&= this.#leadIns.has(words[index]!);
        index += 1;
      } else {
        if (this.#isSplitTen(words, index, group)) return undefined;
        digits += group.digits;
        groups.push({ start: index, end: group.next });
        index = group.next;
      }
    }
    return this.#isOneNumber(words, groups) ? { digits, complete } : undefined;
  }

  /** Reads a group that is no article. */
  #readDigits(words: readonly string[], index: number, before: readonly DigitSpan[]): Group | undefined {
    const group = this.#readGroup(words, index);
    const isDigits = group !== undefined && !this.#isArticle(words, index, group, before.at(-1)?.end ?? -1);
    return isDigits ? group : undefined;
  }

  /** Whether a word is a numeral that is no digits, or corrects the digits before. */
  #isUnclear(word: string, digits: string): boolean {
    return /^\d/.test(word) || (digits !== '' && this.#corrections.has(word));
  }

  #readGroup(words: readonly string[], index: number): Group | undefined {
    const repeat = this.#repeats.find(([run]) => startsWith(words, index, run));
    if (repeat !== undefined) {
      const start = index + repeat[0].length;
      const digit = this.#readPlain(words, this.#otherArticles.has(wordAt(words, start)) ? start + 1 : start);
      if (digit?.digits.length === 1) return { digits: digit.digits.repeat(repeat[1]), next: digit.next };
    }
    const group = this.#readPlain(words, index);
    const count = Number(group?.digits);
    if (group !== undefined && count >= 2 && count <= 6 && this.#zeros.has(wordAt(words, group.next)))
      return { digits: '0'.repeat(count), next: group.next + 1 };
    return group;
  }

  #readPlain(words: readonly string[], index: number): Group | undefined {
    const word = wordAt(words, index);
    if (/^[\d*#][\d.,/-]*$/.test(word)) return { digits: word.replaceAll(/[.,/-]/g, ''), next: index + 1 };
    const key = this.#language.keys[word];
    if (key !== undefined) return { digits: key, next: index + 1 };
    const number = this.#numbers.readCardinal(words, index);
    if (number === undefined || number.value >= 1e6) return undefined;
    const isArticle = number.next === index + 1 && this.#otherArticles.has(word);
    return isArticle ? undefined : { digits: String(number.value), next: number.next };
  }

  /** Whether the word at an index is an article and no digit. `end` is where the digits before it end. */
  #isArticle(words: readonly string[], index: number, group: Group, end: number): boolean {
    if (group.next !== index + 1 || !this.#articles.has(words[index]!) || end === index) return false;
    // The last one of a list: "quatro, o três e o um".
    const isLast = words.slice(index + 1).every((word) => word === pauseMark);
    if (isLast && end !== -1 && words.slice(end, index).every((word) => this.#leadIns.has(word)))
      return false;
    const start = words[index + 1] === pauseMark ? index + 2 : index + 1;
    const isBeside = /^\p{L}/u.test(wordAt(words, start)) && this.#readPlain(words, start) !== undefined;
    return !isBeside && !words.every((word, other) => other === index || this.#leadIns.has(word));
  }

  /** Whether tens and a unit, such as "treinta cinco", are apart where they should be joined. */
  #isSplitTen(words: readonly string[], index: number, { digits, next }: Group): boolean {
    if (this.#language.needsJoinedTens !== true || !/^[2-9]0$/.test(digits)) return false;
    return /^\p{L}/u.test(words[index]!) && /^[1-9]$/.test(this.#readGroup(words, next)?.digits ?? '');
  }
}

/**
 * Creates the function that parses spoken digits of the language: single digits, pairs and hundreds ("zéro six douze"), repeated digits, numerals. Other
 * words are skipped. The function returns undefined if there are no digits, or if they may be others.
 */
export function createEuropeanDigitParser(
  words: Words,
  numbers: NumberReader,
  language: EuropeanDigitWords,
): (text: string) => SpokenDigits | undefined {
  const parse = lazy(() => {
    const groups = new DigitGroupReader(words, numbers, language);
    return (text: string) => groups.parse(text);
  });
  return (text) => {
    if (text.length > maxText || isInCode(text)) return undefined;
    const readings = (language.alternatives?.(text.toLowerCase()) ?? [text]).map(parse);
    if (new Set(readings.map((reading) => reading?.digits)).size === 1) return readings[0];
    const phoneNumbers = readings.filter((reading) => /^0\d{9}$/.test(reading?.digits ?? ''));
    return phoneNumbers.length === 1 ? phoneNumbers[0] : undefined;
  };
}
