import { indexOfRun, startsWith, wordAt, type Words } from './words.ts';

/** A date, a time or a part of one in a list of words. */
export interface DatePiece {
  readonly kinds: readonly string[];
  /** Index of the next word. */
  readonly next: number;
}

export type PieceReader = (words: readonly string[], index: number) => DatePiece | undefined;

type Runs = readonly (readonly string[])[];

/** Words of a language that limit or reject a date. Runs are lists of consecutive words. */
export interface StatedRules {
  readonly words: Words;
  /** Phrases around a date that do not limit it. Global. */
  readonly courtesies: RegExp;
  /** Separates clauses, besides punctuation. Global. */
  readonly clauseSeparators: RegExp;
  /** Words that make a date a condition, an exception, a habit or a range: the answer must be asked again. */
  readonly limits: Runs;
  /** Texts that limit their date too: "on Mondays". */
  readonly limitPattern: RegExp;
  readonly pastWords: ReadonlySet<string>;
  /** Words and runs that reject the date in their clause: "I am busy tomorrow". */
  readonly rejections: ReadonlySet<string>;
  readonly rejectionRuns: Runs;
  /** Matches the words of a clause, separated by spaces, that says something else about its date: "I have an appointment on Friday". */
  readonly obstacles: RegExp;
  /** Directly before a date, these reject only the date: "Monday, not Tuesday". */
  readonly negators: Runs;
  /** Words that may stand between a negator and the date. */
  readonly prepositions: ReadonlySet<string>;
  /** After one of these, a negator negates the verb, and with it the clause: "I am not on Monday". */
  readonly verbs: ReadonlySet<string>;
  /** Openings of a question about the date. */
  readonly questions: Runs;
  /** Openings of a question that proposes a date. */
  readonly proposals: Runs;
  /** Words around a date that leave its meaning unchanged. Any other word may name another subject or an obstacle: "my son gets married tomorrow". */
  readonly answerWords: ReadonlySet<string>;
  /** Words of a clause that agrees to its date, whatever precedes it: "I have the kids all week, Friday would be good". */
  readonly agreements: ReadonlySet<string>;
  /** Words of a clause that asks for a call, whatever else is said: "I'm driving, call me tomorrow". */
  readonly callWords: ReadonlySet<string>;
  /** Openings of a clause with the reason of an answer. */
  readonly reasons: Runs;
}

/** Punctuation between clauses. */
const punctuation = /[,.;!?\n]+(?=\s|$)/;

/**
 * Returns the words of a text without the dates that it rejects: "not tomorrow, the day after tomorrow" becomes "the day after tomorrow". Returns
 * undefined if the text limits its date, says something else about it, or rejects a date, a time or a part of the day without another one in its place.
 */
export function statedWordsOf(
  text: string,
  rules: StatedRules,
  read: PieceReader,
): readonly string[] | undefined {
  const { contentWordsOf } = rules.words;
  const plain = text.replaceAll(rules.courtesies, ' ');
  const all = contentWordsOf(plain);
  if (isLimited(plain, all, rules, read)) return undefined;
  const clauses = plain.split(punctuation).flatMap((part) => part.split(rules.clauseSeparators));
  // Readers remember what they read in the last list of words, so that the same list is kept where possible.
  const statement = statementOf(clauses.length === 1 ? [all] : clauses.map(contentWordsOf), rules, read);
  if (statement === undefined) return undefined;
  const stated = kindsIn(statement.words, read);
  // A time replaces a part of the day.
  const isReplaced = (kind: string) => stated.has(kind) || (kind === 'dayPart' && stated.has('clock'));
  return [...statement.rejected].every(isReplaced) ? statement.words : undefined;
}

interface Statement {
  readonly words: readonly string[];
  /** Kinds of the rejected dates. */
  readonly rejected: ReadonlySet<string>;
}

/** Joins the clauses that are answers; undefined if another clause leaves their date open. */
function statementOf(
  clauses: readonly (readonly string[])[],
  rules: StatedRules,
  read: PieceReader,
): Statement | undefined {
  const { agreements, callWords } = rules;
  const rejected = new Set<string>();
  let words: readonly string[] = [];
  let hasOpenPreface = false;
  for (const all of clauses) {
    const clause = clauseOf(all, rules, read);
    for (const kind of clause.rejected) rejected.add(kind);
    const isOpenHere = isOpen(clause, words, rules, read);
    if (isOpenHere && kindsIn(words, read).size > 0) return undefined;
    hasOpenPreface ||= isOpenHere;
    if (clause.isStated) words = words.length === 0 ? clause.words : [...words, ...clause.words];
  }
  const isFirm = words.some((word) => agreements.has(word) || callWords.has(word));
  return hasOpenPreface && !isFirm ? undefined : { words, rejected };
}

/** A word inside of a date is no limit: Dutch "tussen" of "tussen de middag". */
function isLimited(
  text: string,
  words: readonly string[],
  { limits, limitPattern, pastWords }: StatedRules,
  read: PieceReader,
): boolean {
  if (limitPattern.test(text)) return true;
  for (let index = 0; index < words.length;) {
    const next = read(words, index)?.next;
    const limit = limits.find((run) => startsWith(words, index, run));
    if (limit !== undefined && index + limit.length >= (next ?? 0)) return true;
    if (next === undefined && pastWords.has(words[index]!)) return true;
    index = next ?? index + 1;
  }
  return false;
}

const sameAs = (words: readonly string[], accepted: readonly string[]): readonly string[] =>
  accepted.length === words.length ? words : accepted;

interface Clause {
  /** Without the dates that a negator rejects. */
  readonly words: readonly string[];
  /** Whether it is an answer: it rejects nothing else, and all of its words are known. */
  readonly isStated: boolean;
  readonly isRejection: boolean;
  readonly hasUnknownWord: boolean;
  /** Kinds of the rejected dates. */
  readonly rejected: ReadonlySet<string>;
}

function clauseOf(all: readonly string[], rules: StatedRules, read: PieceReader): Clause {
  const { words, rejected } = withoutRejected(all, rules, read);
  const isRejection = rejects(words, rules, read);
  const isUnknown = hasUnknownWord(words, rules, read);
  const isStated = !isRejection && !isUnknown;
  return {
    words,
    isStated,
    isRejection,
    hasUnknownWord: isUnknown,
    rejected: isStated ? rejected : new Set([...rejected, ...kindsIn(words, read)]),
  };
}

/** Removes the dates after a negator. */
function withoutRejected(all: readonly string[], rules: StatedRules, read: PieceReader): Statement {
  const rejected = new Set<string>();
  const accepted: string[] = [];
  for (let index = 0; index < all.length;) {
    const piece = rejectedAt(all, index, rules, read);
    if (piece === undefined) accepted.push(all[index]!);
    for (const kind of piece?.kinds ?? []) rejected.add(kind);
    index = piece?.next ?? index + 1;
  }
  return { words: sameAs(all, accepted), rejected };
}

/** Whether a clause without a date leaves the date of another clause open: "Friday, that is the funeral". A reason after a date does not. */
function isOpen(
  clause: Clause,
  kept: readonly string[],
  { reasons, callWords }: StatedRules,
  read: PieceReader,
): boolean {
  if (clause.isStated || clause.rejected.size > 0) return false;
  const isAfterDate = kindsIn(kept, read).size > 0;
  if (isAfterDate && reasons.some((run) => startsWith(clause.words, 0, run))) return false;
  if (isAfterDate) return clause.isRejection || !kept.some((word) => callWords.has(word));
  return clause.hasUnknownWord;
}

function hasUnknownWord(words: readonly string[], { answerWords }: StatedRules, read: PieceReader): boolean {
  for (let index = 0; index < words.length;) {
    const next = read(words, index)?.next;
    if (next === undefined && !answerWords.has(words[index]!) && !/^[\d*#]/.test(words[index]!)) return true;
    index = next ?? index + 1;
  }
  return false;
}

/** A word inside of a date does not reject it: "after work". */
function rejects(
  words: readonly string[],
  { rejections, rejectionRuns, obstacles, questions, proposals }: StatedRules,
  read: PieceReader,
): boolean {
  for (let index = 0; index < words.length;) {
    const next = read(words, index)?.next;
    if (next === undefined && rejections.has(words[index]!)) return true;
    index = next ?? index + 1;
  }
  return (
    rejectionRuns.some((run) => indexOfRun(words, run) !== -1) ||
    obstacles.test(words.join(' ')) ||
    (questions.some((run) => startsWith(words, 0, run)) &&
      !proposals.some((run) => startsWith(words, 0, run)))
  );
}

/** "Not on tuesday", "than monday": a negator directly before a date. */
function rejectedAt(
  words: readonly string[],
  index: number,
  { negators, prepositions, verbs }: StatedRules,
  read: PieceReader,
): DatePiece | undefined {
  const negator = negators.find((run) => startsWith(words, index, run));
  if (negator === undefined) return undefined;
  if (negator.length === 1 && verbs.has(wordAt(words, index - 1))) return undefined;
  for (let from = index + negator.length; from <= index + negator.length + 2; from += 1) {
    const piece = read(words, from);
    if (piece !== undefined) return piece;
    if (!prepositions.has(wordAt(words, from))) return undefined;
  }
  return undefined;
}

function kindsIn(words: readonly string[], read: PieceReader): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (let index = 0; index < words.length;) {
    const piece = read(words, index);
    for (const kind of piece?.kinds ?? []) kinds.add(kind);
    index = piece?.next ?? index + 1;
  }
  return kinds;
}

/** Returns runs of words from phrases separated by vertical bars. */
export const runsOf = (phrases: string): Runs => phrases.split('|').map((phrase) => phrase.split(' '));

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
