import { withoutAccents } from '../../core/spoken-words.ts';
import { createOptOutDetector, type OptOutRules } from './opt-out-rules.ts';
import { createFindPhrase } from './phrases.ts';
import { isUniversal, requestIds, type RequestId, type Requests } from './requests.ts';
import { endsAt, PatternCompiler, startsAt, type PatternParts, type WordPattern } from './word-patterns.ts';
import type { Words } from './words.ts';

/** How a language other than English says requests: word patterns, one per line. */
export interface RequestRules {
  readonly parts: PatternParts;
  readonly requests: Readonly<Record<RequestId, string>>;
  /** Directly before or after a request, negates it. */
  readonly negations: string;
  /** Before a phrase of a flow, negate it. */
  readonly negationWords: string;
  readonly optOut: OptOutRules;
}

/** A request must have more than this share of the words: a long sentence that mentions a colleague is not a request for a person. */
const minShare = 0.5;

/** Creates the functions that recognise requests in a language by its patterns. */
export function createRequests(
  words: Words,
  { parts, requests, negations, negationWords, optOut }: RequestRules,
): Requests {
  const compiler = new PatternCompiler(parts);
  const patterns = requestIds.map((id) => [id, compiler.compile(requests[id])] as const);
  const negation = compiler.compile(negations);
  const detector = createOptOutDetector(words, compiler, optOut);
  const requestIn = (text: string): RequestId | undefined => {
    const plain = words.contentWordsOf(text).map(withoutAccents);
    let best: { readonly id: RequestId; readonly share: number } | undefined;
    for (const [id, ofRequest] of patterns) {
      const share = countCovered(plain, ofRequest, negation) / plain.length;
      if (share > (best?.share ?? minShare)) best = { id, share };
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
  };
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
