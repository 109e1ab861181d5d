import { withoutAccents } from '../../core/spoken-words.ts';
import { lazy } from './lazy.ts';
import { createOptOutDetector, type OptOutRules } from './opt-out-rules.ts';
import { createFindPhrase } from './phrases.ts';
import { isUniversal, requestIds, type RequestId, type Requests } from './requests.ts';
import { endsAt, PatternCompiler, startsAt, type PatternParts, type WordPattern } from './word-patterns.ts';
import type { Words } from './words.ts';

/**
 * How a language says requests, to recognisers with an open vocabulary: word patterns, one per line. A line of `requests` with `! ` at its start is a request in a text of
 * any length: "I am putting the baby to bed call me back in twenty minutes".
 */
export interface RequestRules {
  readonly parts: PatternParts;
  readonly requests: Readonly<Record<RequestId, string>>;
  /** Directly before or after a request, negates it. */
  readonly negations: string;
  /** Before a phrase of a flow, negate it. */
  readonly negationWords: string;
  readonly optOut: OptOutRules;
  /** Requests to get messages again. */
  readonly optIn: string;
}

/** A request must have more than this share of the words: a long sentence that mentions a colleague is not a request for a person. */
const minShare = 0.5;

/** The same for one clause of a text, which often has a reason too: "Hang on, I am looking for my glasses". A clause of one word is no request. */
const minClauseShare = 0.75;
const minClauseWords = 2;

/** Not answers, in all languages. */
const exclamations: ReadonlySet<string> = new Set(['oh', 'ah', 'ach', 'ay', 'ai', 'och', 'eh', 'uh', '']);

const mark = /^\s*! /;
const withoutMarks = (patterns: string): string =>
  patterns
    .split('\n')
    .map((line) => line.replace(mark, ''))
    .join('\n');
const markedIn = (patterns: string): string =>
  withoutMarks(
    patterns
      .split('\n')
      .filter((line) => mark.test(line))
      .join('\n'),
  );

/** Creates the functions that recognise requests in a language by its patterns. */
export function createRequests(
  words: Words,
  { parts, requests, negations, negationWords, optOut, optIn }: RequestRules,
): Requests {
  const compiler = new PatternCompiler(parts);
  const patternsOf = lazy(() => {
    const patterns = requestIds.map((id) => [id, compiler.compile(withoutMarks(requests[id]))] as const);
    const ofAnyLength = requestIds.map((id) => [id, compiler.compile(markedIn(requests[id]))] as const);
    const negation = compiler.compile(negations);
    const optInPatterns = compiler.compile(optIn);
    return () => ({ patterns, ofAnyLength, negation, optInPatterns });
  });
  const detector = createOptOutDetector(words, compiler, optOut);
  const requestIn = (text: string): RequestId | undefined => {
    const { patterns, ofAnyLength, negation } = patternsOf();
    const plain = words.contentWordsOf(text).map(withoutAccents);
    let best: { readonly id: RequestId; readonly share: number } | undefined;
    for (const [id, ofRequest] of patterns) {
      const share = countCovered(plain, ofRequest, negation) / plain.length;
      if (share > (best?.share ?? minShare)) best = { id, share };
    }
    return (
      best?.id ??
      requestInClauses(text) ??
      ofAnyLength.find(([, ofRequest]) => countCovered(plain, ofRequest, negation) > 0)?.[0]
    );
  };
  /** Returns the request to which most words of a clause belong; of several, the last one of the longest. */
  const requestInClauses = (text: string): RequestId | undefined => {
    const { patterns, negation } = patternsOf();
    let best: { readonly id: RequestId; readonly covered: number } | undefined;
    for (const { clause, isInside } of candidateClausesOf(words, text))
      for (const [id, ofRequest] of patterns) {
        // "Six, no, wait a moment, seven" is an answer.
        const covered = isInside && id === 'hold_on' ? 0 : countCovered(clause, ofRequest, negation);
        if (covered >= clause.length * minClauseShare && covered >= (best?.covered ?? 0))
          best = { id, covered };
      }
    return best?.id;
  };
  return {
    ...detector,
    requestIn,
    findPhrase: createFindPhrase(words, negationWords.split(' ')),
    universalIntentIn: (text) => {
      if (detector.detectOptOut(text, 1) !== undefined) return 'opt_out';
      const id = requestIn(text);
      return id !== undefined && isUniversal(id) ? id : undefined;
    },
    isMessageOptIn: (text) => {
      const { optInPatterns, negation } = patternsOf();
      const plain = words.contentWordsOf(text).map(withoutAccents);
      return countCovered(plain, optInPatterns, negation) > plain.length * minShare;
    },
  };
}

interface Clause {
  /** Without accents. */
  readonly clause: readonly string[];
  /** Whether it is neither the first nor the last one. */
  readonly isInside: boolean;
}

/** Returns the words between commas and sentence ends. Clauses with too few words are not requests. */
function candidateClausesOf({ punctuatedWordsOf }: Words, text: string): Clause[] {
  const { words, marks } = punctuatedWordsOf(text);
  const starts = [0, ...marks.keys()];
  return starts
    .map((start, index) => words.slice(start, starts[index + 1]).map(withoutAccents))
    .filter((clause) => !exclamations.has(clause.join(' ')))
    .map((clause, index, all) => ({ clause, isInside: index > 0 && index < all.length - 1 }))
    .filter(({ clause }) => clause.length >= minClauseWords);
}

/** Returns the number of words that matches of the patterns cover. */
function countCovered(
  words: readonly string[],
  patterns: readonly WordPattern[],
  negation: readonly WordPattern[],
): number {
  const covered = new Set<number>();
  for (const start of words.keys()) {
    const ends = patterns.map((pattern) => pattern.endOf(words, start) ?? start);
    const end = Math.max(...ends);
    if (end === start || startsAt(negation, words, end)) continue;
    // In "No, I am not interested", the negation is part of the request.
    if (endsAt(negation, words, { from: 0, end: start }) && !startsAt(negation, words, start)) continue;
    for (let word = start; word < end; word += 1) covered.add(word);
  }
  return covered.size;
}
