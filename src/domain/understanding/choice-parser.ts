import { withoutAccents } from '../../core/spoken-words.ts';
import type { Choice, SpokenChoice } from './choices.ts';
import { runsOf } from './number-parser.ts';
import type { NumberReader } from './number-reader.ts';
import { pause, RejectionFinder, type Occurrence, type RejectionWords } from './rejected-choices.ts';
import { splitAtRuns, startsWith, wordAt, type Words } from './words.ts';
import { lazy } from './lazy.ts';

/** The words around choices in a language. Phrases are separated by vertical bars, words by spaces. */
export interface ChoiceWords extends RejectionWords {
  /** Nouns with a position: "option", "number". */
  readonly options: string;
  readonly last: string;
  /** Matches the words that start or end a clause with a request: "please". Global. */
  readonly requests: RegExp;
  /** Words of an answer that have no meaning of their own. */
  readonly leadIns: string;
  /** Phrases after which a choice replaces the one before. A comma is punctuation. */
  readonly corrections: string;
  /** Whether a negation between two choices may also be a correction, if there is no punctuation: Spanish "no". */
  readonly hasAmbiguousNegation?: boolean;
}

/** Takes the choice before it back. */
const retraction = /^(?:nein|nee|neen|non|no|nao|nope|quatsch|falsch|fout|wrong)$/;
/** A phrase of one word with at least this length matches in any position. A shorter one matches in an answer of few words. */
const specificLetters = 6;
const maxWordsOfShortAnswer = 6;

/** What a part of a text between corrections says. */
interface Statement {
  readonly segment: readonly string[];
  readonly found: readonly Occurrence[];
  /** The values that are chosen. */
  readonly values: readonly (string | undefined)[];
  readonly rejected: readonly string[];
  /** Whether it rejects a choice in an earlier part. */
  readonly rejectsEarlier: boolean;
}

type Phrases = readonly (readonly (readonly string[])[])[];

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Finds the choices in texts of one language. */
class ChoiceFinder {
  readonly #words: Words;
  readonly #numbers: NumberReader;
  readonly #options: ReadonlySet<string>;
  readonly #last: ReadonlySet<string>;
  readonly #leadIns: ReadonlySet<string>;
  readonly #corrections: readonly (readonly string[])[];
  readonly #requests: RegExp;
  readonly #rejections: RejectionFinder;
  readonly #hasAmbiguousNegation: boolean;

  constructor(words: Words, numbers: NumberReader, language: ChoiceWords) {
    this.#words = words;
    this.#numbers = numbers;
    this.#options = setOf(language.options);
    this.#last = setOf(language.last);
    this.#leadIns = setOf(`${language.leadIns} ${pause}`);
    this.#corrections = runsOf(language.corrections);
    this.#hasAmbiguousNegation = language.hasAmbiguousNegation ?? false;
    this.#requests = language.requests;
    this.#rejections = new RejectionFinder(language, this.#hasAmbiguousNegation);
  }

  parse(text: string, choices: readonly Choice[]): SpokenChoice | undefined {
    if (text.includes('?')) return undefined;
    const phrases = choices.map((choice) =>
      // A phrase may also be the value.
      [
        ...new Set(
          [...choice.phrases, choice.value.replaceAll(/[_-]+/g, ' ')].map((phrase) =>
            this.#plainPhrase(phrase),
          ),
        ),
      ].map((phrase) => phrase.split(' ').filter((word) => word !== '')),
    );
    const hasNumbers = phrases
      .flat()
      .some((phrase) => phrase.some((_, index) => this.#isNumber(phrase, index)));
    const words = this.#wordsOf(text);
    // "No" may be a choice.
    const isPartOfChoice = (run: readonly string[]): boolean =>
      phrases.flat().some((phrase) => indexesOf(phrase, run).length > 0);
    const spans = phrases
      .flat()
      .flatMap((phrase) => indexesOf(words, phrase).map((start) => ({ start, end: start + phrase.length })));
    const marked = this.#rejections.mark(words, (index) =>
      spans.some(({ start, end }) => start <= index && index < end),
    );
    if (this.#isTakenBack(marked, phrases.flat(), isPartOfChoice)) return undefined;
    const corrections = this.#corrections.filter((run) => !isPartOfChoice(run));
    const statements = splitAtRuns(marked, corrections).map((segment) =>
      this.#statementIn(segment, choices, phrases, hasNumbers),
    );
    const stated = lastStatement(statements);
    return stated && { value: stated.value, complete: statements.length === 1 && isWhole(stated) };
  }

  #statementIn(
    segment: readonly string[],
    choices: readonly Choice[],
    phrases: Phrases,
    hasNumbers: boolean,
  ): Statement {
    const found = occurrencesIn(segment, choices, phrases, (phrase) => this.#rejections.isNegative(phrase));
    const position =
      found.length === 0 && !hasNumbers ? this.#positionIn(segment, choices.length) : undefined;
    const { rejected, rejectsEarlier } = this.#rejections.find(segment, found);
    const valuesOf = (isRejected: boolean): string[] =>
      found.filter((one) => rejected.has(one) === isRejected).map(({ value }) => value);
    return {
      segment,
      found,
      values: position === undefined ? valuesOf(false) : [choices[position - 1]?.value],
      rejected: valuesOf(true),
      rejectsEarlier,
    };
  }

  /** Whether the words end with "no", or have it after the last choice. */
  #isTakenBack(
    words: readonly string[],
    phrases: readonly (readonly string[])[],
    isPartOfChoice: (run: readonly string[]) => boolean,
  ): boolean {
    const ends = phrases.flatMap((phrase) => indexesOf(words, phrase).map((start) => start + phrase.length));
    const isRetraction = (index: number): boolean => {
      const next = words.slice(index + 1).find((word) => word !== pause);
      const isAlone = next === undefined || !this.#hasAmbiguousNegation || words[index + 1] === pause;
      return retraction.test(words[index]!) && isAlone && !isPartOfChoice([words[index]!]);
    };
    return words.some(
      (_, index) =>
        index > 0 &&
        isRetraction(index) &&
        (words.slice(index + 1).every((word) => word === pause) ||
          (ends.some((end) => end <= index) && ends.every((end) => end <= index))),
    );
  }

  /** Returns a phrase as content words without accents, separated by spaces. */
  #plainPhrase(phrase: string): string {
    return this.#words.contentWordsOf(phrase).map(withoutAccents).join(' ');
  }

  /** Returns the words of a text without accents, with `pause` for punctuation. */
  #wordsOf(text: string): string[] {
    const { words, marks } = this.#words.punctuatedWordsOf(
      // "I can not come please cancel" has two clauses.
      text.normalize('NFC').replaceAll('’', "'").replaceAll(this.#requests, ', '),
    );
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

/** Returns the last value that is stated; undefined if there is none, if there are several, or if it is also rejected. */
function lastStatement(statements: readonly Statement[]): (Statement & { value: string }) | undefined {
  const at = statements.findLastIndex(({ found, values }) => found.length + values.length > 0);
  // "Red, but not blue" states red; "red, sorry, not blue, but green" states nothing.
  const isRejection = at === statements.length - 1 && statements[at]?.values.length === 0;
  const stated = statements
    .slice(0, at + 1)
    .findLast(({ values }, index) => values.length > 0 || (index === at && !isRejection));
  const [value] = stated?.values ?? [];
  if (stated === undefined || value === undefined || new Set(stated.values).size > 1) return undefined;
  const later = statements.slice(statements.indexOf(stated));
  const isRejected =
    later.some(({ rejected }) => rejected.includes(value)) ||
    later.slice(1).some(({ rejectsEarlier }) => rejectsEarlier);
  return isRejected ? undefined : { ...stated, value };
}

/** Whether one of the occurrences has all words. */
function isWhole({ segment, found }: Statement): boolean {
  const count = segment.filter((word) => word !== pause).length;
  return found.some(({ start, end }) => end - start === count);
}

/** Returns where the phrases of the choices are, without those inside longer ones. */
function occurrencesIn(
  words: readonly string[],
  choices: readonly Choice[],
  phrases: Phrases,
  isNegative: (phrase: readonly string[]) => boolean,
): Occurrence[] {
  const isShort = words.filter((word) => word !== pause).length <= maxWordsOfShortAnswer;
  const all = phrases.flatMap((ofChoice, choice) =>
    ofChoice.flatMap((phrase) =>
      isShort || phrase.length > 1 || (phrase[0] ?? '').length >= specificLetters
        ? indexesOf(words, phrase).map((start) => ({
            value: choices[choice]!.value,
            start,
            end: start + phrase.length,
            isNegative: isNegative(phrase),
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
