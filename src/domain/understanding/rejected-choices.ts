import { runsOf } from './number-parser.ts';
import { startsWith, wordAt } from './words.ts';

/** The words of a language with which an answer rejects a choice. Phrases are separated by vertical bars, words by spaces. No text has accents. */
export interface RejectionWords {
  /** Phrases that reject the choice after or before them: "not", "hate", "no way". */
  readonly negations: string;
  /** Phrases that reject a choice close after them: "except". */
  readonly exceptions: string;
  /** Phrases with a negation that reject no choice: "no problem". */
  readonly harmless: string;
  /** Phrases with a negation that explain a choice of another clause: "can not make it". */
  readonly reasons: string;
  /** Phrases that start a clause about something else: "because". */
  readonly clauseStarts: string;
  /** Words that continue the clause before them after a comma: "that". */
  readonly complements: string;
  /** Words between two choices that are rejected together: "or". */
  readonly joiners: string;
  /** Words of a clause that rejects the choice before it: "I do not want that". */
  readonly plain: string;
  /** Phrases directly beside a choice of the past: "I had". */
  readonly past: string;
  /** Phrases of a clause that is no answer: "last time". */
  readonly otherTimes: string;
  /** Phrases at the start of a clause that is a question: "how much". */
  readonly questions: string;
  /** Other persons, and the words for what they like or said: "my daughter likes blue" is no answer. */
  readonly persons: string;
  readonly opinions: string;
}

/** Where a phrase of a choice is in a list of words. */
export interface Occurrence {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** Whether the phrase has a negation itself: "not new". */
  readonly isNegative: boolean;
}

interface Clause {
  readonly start: number;
  readonly end: number;
  readonly isReason: boolean;
}

export interface Rejections {
  readonly rejected: ReadonlySet<Occurrence>;
  /** Whether the words also reject a choice that was said before them. */
  readonly rejectsEarlier: boolean;
}

/** Stands for punctuation. */
export const pause = ',';
const [negation, exception, reason] = ['xxnot', 'xxexcept', 'xxreason'];
const [harmlessPhrase, clauseStart] = ['xxharmless', 'xxclause'];
const rejecting: ReadonlySet<string> = new Set([negation, exception, reason]);
/** Words between a negation and a choice that surely belong together. */
const wordsBetween = 3;

type MarkedPhrase = readonly [run: readonly string[], mark: string];
type Runs = readonly (readonly string[])[];
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Finds which choices an answer rejects. */
export class RejectionFinder {
  /** The phrases by their first word, the longest first. */
  readonly #phrases: ReadonlyMap<string, readonly MarkedPhrase[]>;
  readonly #complements: ReadonlySet<string>;
  readonly #joiners: ReadonlySet<string>;
  readonly #plain: ReadonlySet<string>;
  readonly #past: Runs;
  readonly #otherTimes: Runs;
  readonly #questions: Runs;
  readonly #persons: ReadonlySet<string>;
  readonly #opinions: ReadonlySet<string>;
  readonly #hasAmbiguousNegation: boolean;

  constructor(language: RejectionWords, hasAmbiguousNegation: boolean) {
    const marked = (phrases: string, mark: string): MarkedPhrase[] =>
      runsOf(phrases).map((run) => [run, mark]);
    const all = [
      ...marked(language.harmless, harmlessPhrase),
      ...marked(language.reasons, reason),
      ...marked(language.exceptions, exception),
      ...marked(language.negations, negation),
      ...marked(language.clauseStarts, clauseStart),
    ].toSorted(([one], [other]) => other.length - one.length);
    this.#phrases = Map.groupBy(all, ([run]) => run[0]!);
    this.#complements = setOf(language.complements);
    this.#joiners = setOf(language.joiners);
    this.#plain = setOf(language.plain);
    this.#past = runsOf(language.past);
    this.#otherTimes = runsOf(language.otherTimes);
    this.#questions = runsOf(language.questions);
    this.#persons = setOf(language.persons);
    this.#opinions = setOf(language.opinions);
    this.#hasAmbiguousNegation = hasAmbiguousNegation;
  }

  /** Whether the words have a phrase that may reject a choice. */
  isNegative(words: readonly string[]): boolean {
    return words.some((word, index) =>
      this.#phrases.get(word)?.some(([run, mark]) => rejecting.has(mark) && startsWith(words, index, run)),
    );
  }

  /** Replaces the phrases by marks, except where `isProtected` says that a word is part of a choice. */
  mark(words: readonly string[], isProtected: (index: number) => boolean): string[] {
    const marked: string[] = [];
    for (let index = 0; index < words.length;) {
      const found = this.#phrases.get(words[index]!)?.find(
        ([run, mark]) =>
          startsWith(words, index, run) &&
          run.every((_, offset) => !isProtected(index + offset)) &&
          // At the start it may be a question: Italian "perché".
          (mark !== clauseStart || index > 0),
      );
      const isContinued = words[index] === pause && this.#complements.has(wordAt(words, index + 1));
      if (!isContinued) marked.push(found?.[1] ?? words[index]!);
      index += found?.[0].length ?? 1;
    }
    return marked;
  }

  find(words: readonly string[], found: readonly Occurrence[]): Rejections {
    const rejected = new Set<Occurrence>();
    let rejectsEarlier = false;
    let earlier: readonly Occurrence[] = [];
    for (const clause of clausesOf(words)) {
      const own = found
        .filter(({ start }) => start >= clause.start && start < clause.end)
        .toSorted((one, other) => one.start - other.start);
      if (own.length > 0) {
        for (const one of this.#rejectedIn(words, clause, own)) rejected.add(one);
        earlier = own;
      } else if (this.#isPlainRejection(words, clause)) {
        for (const one of earlier) if (!one.isNegative) rejected.add(one);
        rejectsEarlier ||= earlier.length === 0;
      }
    }
    return { rejected, rejectsEarlier };
  }

  #rejectedIn(words: readonly string[], { start, end }: Clause, own: readonly Occurrence[]): Set<Occurrence> {
    if (this.#isNoAnswer(words.slice(start, end))) return new Set(own);
    const marks = [...words.keys()].filter((at) => at >= start && at < end && rejecting.has(words[at]!));
    const rejected = new Set([
      ...own.filter((one) => this.#isPast(words, one)),
      ...marks.flatMap((at) => this.#rejectedBy(words, at, own)),
    ]);
    // "Not red or blue".
    for (const [one, next] of own.slice(1).map((next, index) => [own[index]!, next] as const)) {
      if (!this.#isJoined(words, one, next) || !(rejected.has(one) || rejected.has(next))) continue;
      rejected.add(one);
      rejected.add(next);
    }
    return rejected;
  }

  /** Returns the choices that the negation or exception at an index rejects: the one after it, else the one before; both if either is possible. */
  #rejectedBy(words: readonly string[], at: number, own: readonly Occurrence[]): Occurrence[] {
    const next = own.find(({ start }) => start > at);
    const isClose = next !== undefined && next.start - at - 1 <= wordsBetween;
    if (words[at] === exception) return isClose ? [next] : [];
    const previous = own.findLast(({ end, isNegative }) => end <= at && !isNegative);
    if (previous === undefined) return next === undefined ? [] : [next];
    if (!isClose) return [previous];
    const between = words.slice(previous.end, at);
    const isForward = between.every((word) => this.#joiners.has(word)) && !this.#mayFollow(words, between);
    return isForward ? [next] : [previous, next];
  }

  /** Whether a negation after a choice, with nothing between, may belong to it. */
  #mayFollow(words: readonly string[], between: readonly string[]): boolean {
    return this.#hasAmbiguousNegation && between.length === 0 && !words.includes(pause);
  }

  #isJoined(words: readonly string[], one: Occurrence, next: Occurrence): boolean {
    const between = words.slice(one.end, next.start);
    return (
      between.some((word) => this.#joiners.has(word)) && between.length <= 2 && !between.includes(negation)
    );
  }

  /** Whether a clause consists of a negation and plain words. */
  #isPlainRejection(words: readonly string[], { start, end, isReason }: Clause): boolean {
    const clause = words.slice(start, end);
    return (
      !isReason &&
      clause.includes(negation) &&
      clause.every((word) => word === negation || this.#plain.has(word) || this.#joiners.has(word))
    );
  }

  #isPast(words: readonly string[], { start, end }: Occurrence): boolean {
    return this.#past.some(
      (run) =>
        startsWith(words, end, run) || (start >= run.length && startsWith(words, start - run.length, run)),
    );
  }

  #isNoAnswer(clause: readonly string[]): boolean {
    const start = this.#joiners.has(wordAt(clause, 0)) ? 1 : 0;
    return (
      this.#questions.some((run) => startsWith(clause, start, run)) ||
      this.#otherTimes.some((run) => clause.some((_, index) => startsWith(clause, index, run))) ||
      (clause.some((word) => this.#persons.has(word)) && clause.some((word) => this.#opinions.has(word)))
    );
  }
}

/** Returns the clauses between pauses and words such as "because". */
function clausesOf(words: readonly string[]): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  let isReason = false;
  for (let index = 0; index <= words.length; index += 1) {
    const word = words[index];
    if (word !== undefined && word !== pause && word !== clauseStart) continue;
    if (index > start) clauses.push({ start, end: index, isReason });
    start = index + 1;
    isReason = word === clauseStart;
  }
  return clauses;
}
