import { contentWordsOf } from '../languages/en/words.ts';
import { indexOfRun, startsWith, wordAt } from './words.ts';

/** A date, a time or a part of one in a list of words. */
export interface DatePiece {
  readonly kinds: readonly string[];
  /** Index of the next word. */
  readonly next: number;
}

type PieceReader = (words: readonly string[], index: number) => DatePiece | undefined;

const runs = (...phrases: string[]): readonly (readonly string[])[] =>
  phrases.map((phrase) => phrase.split(' '));
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Phrases around a date that do not limit it. */
const courtesies =
  /\b(?:if (?:possible|that is ok|that's ok(?:ay)?|that works|you can|you like|you do(?:n't| not) mind)|why not|was (?:thinking|hoping|wondering)|no problem|not a problem)\b/gi;

/** Words that make a date a condition, an exception, a habit or a range: the answer must be asked again. */
const limits = runs(
  'if',
  'unless',
  'until',
  'depends',
  'depending',
  'whether',
  'otherwise',
  'either',
  'neither',
  'nor',
  'except',
  'every',
  'each',
  'one day',
  'some day',
  'any day but',
  'any time but',
  'anytime but',
  'any day apart',
  'anything but',
  'anything other',
  'other than',
);

/** Words of the past. */
const pastWords = setOf('yesterday ago last was were had saw went came moved');

/** Words that reject the date in their clause: "I am busy tomorrow". */
const rejections = setOf(
  'not never busy away unavailable impossible bad closed wrong unable without never cannot occupied booked instead out full working holiday vacation doubt',
);
const rejectionRuns = runs(
  'no good',
  'no way',
  'no longer',
  'no chance',
  'any other day',
  'something on',
  'something else on',
);

/** Directly before a date, these reject only the date: "Monday, not Tuesday". */
const negators = runs('not', 'instead of', 'rather than', 'than', 'but not');
const prepositions = setOf('at on in the for this around about');

/** Openings of a question about the date. "What about", "how about", "can we" propose one. */
const questions = runs(
  'what',
  'which',
  'when',
  'where',
  'who',
  'why',
  'do you',
  'are you',
  'is',
  'does',
  'did',
  'are there',
  'is there',
);
const proposals = runs('what about', 'what if', 'do you mind', 'do you want');

/**
 * Returns the words of a text without the dates that it rejects: "not tomorrow, the day after tomorrow" becomes "the day after tomorrow". Returns
 * undefined if the text limits its date, or rejects a date, a time or a part of the day without another one in its place.
 */
export function statedWordsOf(text: string, read: PieceReader): readonly string[] | undefined {
  const plain = text.replaceAll(courtesies, ' ');
  const all = contentWordsOf(plain);
  if (limits.some((run) => indexOfRun(all, run) !== -1) || all.some((word) => pastWords.has(word)))
    return undefined;
  if (/\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/i.test(plain)) return undefined;
  const kept: string[] = [];
  const rejected = new Set<string>();
  for (const words of plain.split(/[,.;!?\n]+(?=\s|$)|\bbut\b(?! not\b)|\bso\b/i).map(contentWordsOf))
    kept.push(...statedIn(words, read, rejected));
  const stated = kindsIn(kept, read);
  // A time replaces a part of the day.
  const isReplaced = (kind: string) => stated.has(kind) || (kind === 'dayPart' && stated.has('clock'));
  return [...rejected].every(isReplaced) ? kept : undefined;
}

/** Returns the words of a clause without its rejected dates, and adds their kinds to `rejected`. */
function statedIn(words: readonly string[], read: PieceReader, rejected: Set<string>): readonly string[] {
  const stated: string[] = [];
  for (let index = 0; index < words.length;) {
    const piece = rejectedAt(words, index, read);
    if (piece === undefined) stated.push(words[index]!);
    for (const kind of piece?.kinds ?? []) rejected.add(kind);
    index = piece?.next ?? index + 1;
  }
  if (!rejects(stated)) return stated;
  for (const kind of kindsIn(stated, read)) rejected.add(kind);
  return [];
}

const rejects = (words: readonly string[]): boolean =>
  words.some((word) => rejections.has(word)) ||
  rejectionRuns.some((run) => indexOfRun(words, run) !== -1) ||
  (questions.some((run) => startsWith(words, 0, run)) && !proposals.some((run) => startsWith(words, 0, run)));

/** "Not on tuesday", "than monday": a negator directly before a date. */
function rejectedAt(words: readonly string[], index: number, read: PieceReader): DatePiece | undefined {
  const negator = negators.find((run) => startsWith(words, index, run));
  if (negator === undefined) return undefined;
  // "I am not on Monday": a verb is negated, and with it the clause.
  if (negator[0] === 'not' && verbs.has(wordAt(words, index - 1))) return undefined;
  for (let from = index + negator.length; from <= index + negator.length + 2; from += 1) {
    const piece = read(words, from);
    if (piece !== undefined) return piece;
    if (!prepositions.has(wordAt(words, from))) return undefined;
  }
  return undefined;
}

const verbs = setOf('am is are do does did can could will would should have has');

function kindsIn(words: readonly string[], read: PieceReader): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (let index = 0; index < words.length;) {
    const piece = read(words, index);
    for (const kind of piece?.kinds ?? []) kinds.add(kind);
    index = piece?.next ?? index + 1;
  }
  return kinds;
}
