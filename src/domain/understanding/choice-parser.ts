import { withoutAccents } from '../../core/spoken-words.ts';
import type { Choice, SpokenChoice } from './choices.ts';
import { runsOf } from './number-parser.ts';
import type { NumberReader } from './number-reader.ts';
import { splitAtRuns, startsWith, wordAt, type Words } from './words.ts';
import { lazy } from './lazy.ts';

/** The words around choices in a language of continental Europe. Phrases are separated by vertical bars, words by spaces. */
export interface ChoiceWords {
  /** Nouns with a position: "option", "number". */
  readonly options: string;
  readonly last: string;
  /** Words of an answer that have no meaning of their own. */
  readonly leadIns: string;
  /** Words that exclude the choice after them. */
  readonly negations: string;
  /** Phrases after which a choice replaces the one before. A comma is punctuation. */
  readonly corrections: string;
  /** Whether a negation between two choices may also be a correction, if there is no punctuation: Spanish "no". */
  readonly hasAmbiguousNegation?: boolean;
}

/** An answer that is taken back. */
const finalNo = /^(?:nein|nee|neen|non|no|nao)$/;
/** Stands for punctuation. */
const pause = ',';
const wordsBeforeChoice = 3;
/** A phrase of one word with at least this length matches in any position. A shorter one matches in an answer of few words. */
const specificLetters = 6;
const maxWordsOfShortAnswer = 6;

interface Occurrence {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Finds the choices in texts of one language. */
class ChoiceFinder {
  readonly #words: Words;
  readonly #numbers: NumberReader;
  readonly #options: ReadonlySet<string>;
  readonly #last: ReadonlySet<string>;
  readonly #leadIns: ReadonlySet<string>;
  readonly #negations: ReadonlySet<string>;
  readonly #corrections: readonly (readonly string[])[];
  readonly #hasAmbiguousNegation: boolean;

  constructor(words: Words, numbers: NumberReader, language: ChoiceWords) {
    this.#words = words;
    this.#numbers = numbers;
    this.#options = setOf(language.options);
    this.#last = setOf(language.last);
    this.#leadIns = setOf(`${language.leadIns} ${pause}`);
    this.#negations = setOf(language.negations);
    this.#corrections = runsOf(language.corrections);
    this.#hasAmbiguousNegation = language.hasAmbiguousNegation ?? false;
  }

  parse(text: string, choices: readonly Choice[]): SpokenChoice | undefined {
    if (text.includes('?')) return undefined;
    const phrases = choices.map((choice) =>
      [...choice.phrases, choice.value.replaceAll(/[_-]+/g, ' ')].map((phrase) =>
        this.#words.contentWordsOf(phrase).map(withoutAccents),
      ),
    );
    const hasNumbers = phrases
      .flat()
      .some((phrase) => phrase.some((_, index) => this.#isNumber(phrase, index)));
    const words = this.#wordsOf(text);
    // "No" may be a choice.
    const isPartOfChoice = (run: readonly string[]): boolean =>
      phrases.flat().some((phrase) => indexesOf(phrase, run).length > 0);
    if (isTakenBack(words) && !isPartOfChoice(words.slice(-1))) return undefined;
    const corrections = this.#corrections.filter((run) => !isPartOfChoice(run));
    const segments = splitAtRuns(words, corrections).map((segment) => {
      const found = occurrencesIn(segment, choices, phrases);
      const position =
        found.length === 0 && !hasNumbers ? this.#positionIn(segment, choices.length) : undefined;
      return {
        segment,
        found,
        values: position === undefined ? this.#valuesIn(segment, found) : [choices[position - 1]?.value],
      };
    });
    const last = segments.findLast(({ found, values }) => found.length + values.length > 0);
    const values = new Set(last?.values);
    const [value] = values;
    if (last === undefined || value === undefined || values.size > 1) return undefined;
    return { value, complete: segments.length === 1 && isWhole(last.segment, last.found) };
  }

  /** Returns the values of the occurrences that are not negated; several if a negation may also be a correction. */
  #valuesIn(words: readonly string[], found: readonly Occurrence[]): string[] {
    const isUnclear =
      this.#hasAmbiguousNegation &&
      !words.includes(pause) &&
      found.some(({ end }) => this.#negations.has(wordAt(words, end)));
    return found
      .filter(({ start }) => isUnclear || !this.#isNegated(words, start, found))
      .map(({ value }) => value);
  }

  /** Returns the words of a text without accents, with `pause` for punctuation. */
  #wordsOf(text: string): string[] {
    const { words, marks } = this.#words.punctuatedWordsOf(text);
    return words.flatMap((word, index) => [
      ...(marks.has(index) && index > 0 ? [pause] : []),
      withoutAccents(word),
    ]);
  }

  #isNumber(words: readonly string[], index: number): boolean {
    return (
      this.#numbers.readCardinal(words, index) !== undefined ||
      this.#numbers.readOrdinal(words, index) !== undefined
    );
  }

  /** Whether a negation is among the few words before an index, with neither punctuation nor a choice between. */
  #isNegated(words: readonly string[], start: number, found: readonly Occurrence[]): boolean {
    for (let index = start - 1; index >= Math.max(0, start - wordsBeforeChoice); index -= 1) {
      if (words[index] === pause || found.some(({ end }) => end === index + 1)) return false;
      if (this.#negations.has(words[index]!)) return true;
    }
    return false;
  }

  /** Returns the position, from 1, that is the whole answer: "the second", "option two", "la dos". */
  #positionIn(words: readonly string[], count: number): number | undefined {
    const positions = new Set<number>();
    for (let index = 0; index < words.length;) {
      const position = this.#readPosition(words, index, count);
      if (position !== undefined) positions.add(position.value);
      else if (!this.#leadIns.has(words[index]!) && !this.#options.has(words[index]!)) return undefined;
      index = position?.next ?? index + 1;
    }
    const [position] = positions;
    return positions.size === 1 ? position : undefined;
  }

  #readPosition(
    words: readonly string[],
    index: number,
    count: number,
  ): { value: number; next: number } | undefined {
    if (this.#last.has(wordAt(words, index))) return { value: count, next: index + 1 };
    return this.#numbers.readOrdinal(words, index) ?? this.#numbers.readSmall(words, index);
  }
}

/** Whether the words end with "no". */
const isTakenBack = (words: readonly string[]): boolean =>
  words.length > 1 && finalNo.test(words.findLast((word) => word !== pause) ?? '');

/** Whether one of the occurrences has all words. */
function isWhole(words: readonly string[], found: readonly Occurrence[]): boolean {
  const count = words.filter((word) => word !== pause).length;
  return found.some(({ start, end }) => end - start === count);
}

/** Returns where the phrases of the choices are, without those inside longer ones. */
function occurrencesIn(
  words: readonly string[],
  choices: readonly Choice[],
  phrases: readonly (readonly (readonly string[])[])[],
): Occurrence[] {
  const isShort = words.filter((word) => word !== pause).length <= maxWordsOfShortAnswer;
  const all = phrases.flatMap((ofChoice, choice) =>
    ofChoice.flatMap((phrase) =>
      isShort || phrase.length > 1 || (phrase[0] ?? '').length >= specificLetters
        ? indexesOf(words, phrase).map((start) => ({
            value: choices[choice]!.value,
            start,
            end: start + phrase.length,
          }))
        : [],
    ),
  );
  return all.filter(
    (one) =>
      !all.some(
        (other) =>
          other.end - other.start > one.end - one.start && other.start <= one.start && other.end >= one.end,
      ),
  );
}

function indexesOf(words: readonly string[], phrase: readonly string[]): number[] {
  if (phrase.length === 0) return [];
  return words.flatMap((_, index) => (startsWith(words, index, phrase) ? [index] : []));
}

/**
 * Creates the function that finds the choice in a text of the language: by its phrases, its value, or its position ("the second", "option two"). It
 * returns undefined if there is none, or several.
 */
export function createChoiceParser(
  words: Words,
  numbers: NumberReader,
  language: ChoiceWords,
): (text: string, choices: readonly Choice[]) => SpokenChoice | undefined {
  return lazy(() => {
    const finder = new ChoiceFinder(words, numbers, language);
    return (text, choices) => finder.parse(text, choices);
  });
}
