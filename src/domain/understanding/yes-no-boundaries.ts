import { startsWith } from './words.ts';
import { punctuation } from './yes-no.ts';
import type { Token } from './yes-no-tokens.ts';

/** Words that are read together; a particle at the start of a clause is a clause. */
export interface Clause<Kind extends string> {
  readonly tokens: readonly Token<Kind>[];
  readonly isQuestion: boolean;
  /** A greeting follows: "ja, guten Tag". */
  readonly isOpening: boolean;
  /** It is a reason: "because I'm off on that day". */
  readonly isReason: boolean;
}

export interface ClauseRules<Kind extends string> {
  /** The classes that end a clause. */
  readonly boundaries: ReadonlySet<string>;
  readonly hasContent: (token: Token<Kind>) => boolean;
  /** Decides between the classes of a word that is in two. */
  readonly resolve: (token: Token<Kind>, isFirst: boolean, after: readonly Token<Kind>[]) => Token<Kind>;
  /** The first words of a clause: "I can". */
  readonly starts: readonly (readonly string[])[];
  /** Words and classes after which a clause is part of the one before: "I said I can". */
  readonly embedding: ReadonlySet<string>;
  readonly continuing: ReadonlySet<string>;
  /** The first words of a statement of coming that repeats a yes before it: "yes, it's snowing I'll be there". */
  readonly subjects: ReadonlySet<string>;
  /** The first words of a clause after one with unknown words: "my son has the measles, I can't come". */
  readonly resuming: ReadonlySet<string>;
  /** Classes that can be the first in a clause before another one. */
  readonly leading: ReadonlySet<string>;
  /** Returns whether a word gives a reason after the clause: Portuguese "que" in "não posso, que parti a perna". */
  readonly startsReasonAfter?: ((clause: readonly Token<Kind>[], token: Token<Kind>) => boolean) | undefined;
  /** Returns whether a phrase starts a clause after words that are unknown. Its verb names the speaker: Spanish "no puedo". */
  readonly startsAfterUnknown?:
    | ((clause: readonly Token<Kind>[], next: Token<Kind>, isStart: boolean) => boolean)
    | undefined;
}

/**
 * Returns a function that splits a text into clauses, also without punctuation: "I'm ill | I can't come", but not "my wife says I can't come". A request
 * for a moment is a clause.
 */
export function clauseSplitter<Kind extends string>(
  rules: ClauseRules<Kind>,
): (tokens: readonly Token<Kind>[]) => Clause<Kind>[] {
  const { boundaries, hasContent, resolve, subjects } = rules;
  const startsReason = reasonStartFinder(rules);
  const startsClause = clauseStartFinder(rules);
  const { resumes, repeatsYes } = resumptionFinders(rules);
  const isStart = (
    clauses: readonly Clause<Kind>[],
    current: readonly Token<Kind>[],
    next: readonly Token<Kind>[],
  ) =>
    next[0]!.kind === 'thinking' ||
    startsClause(current, next) ||
    resumes(current, next) ||
    repeatsYes(clauses, current, next[0]!);
  return (tokens) => {
    const clauses: Clause<Kind>[] = [];
    let current: Token<Kind>[] = [];
    let isReason = false;
    const end = (isQuestion: boolean, isOpening: boolean) => {
      if (current.length > 0) clauses.push({ tokens: current, isQuestion, isOpening, isReason });
      current = [];
      isReason = false;
    };
    for (const [index, token] of tokens.entries()) {
      const isReasonNext = startsReason(current, tokens, index);
      if (boundaries.has(token.kind) || isReasonNext) {
        end(token.kind === 'query', false);
        isReason = isReasonNext;
        continue;
      }
      if (isStart(clauses, current, tokens.slice(index))) end(false, false);
      const after = tokens.slice(index + 1);
      const isFirst = !current.some(hasContent);
      const resolved = resolve(token, isFirst, after);
      current.push(resolved);
      if (isClause(resolved, isFirst, after, subjects)) end(false, opensCall(after));
    }
    end(false, false);
    return clauses;
  };
}

type AnyToken = Token<string>;

function reasonStartFinder<Kind extends string>({ hasContent, startsReasonAfter }: ClauseRules<Kind>) {
  return (current: readonly Token<Kind>[], tokens: readonly Token<Kind>[], index: number): boolean =>
    isReasonStart(tokens[index]!, current.some(hasContent) || followsAnswer(tokens, index)) ||
    (startsReasonAfter?.(current, tokens[index]!) === true && index + 1 < tokens.length);
}

/** Italian "perché" within a clause is "because"; at its start it asks. */
const isReasonStart = ({ kind, otherwise }: AnyToken, isWithin: boolean): boolean =>
  kind === 'reasons' || (isWithin && otherwise === 'reasons');

/** "No perché lavoro", but not "no, perché?". */
function followsAnswer(tokens: readonly AnyToken[], index: number): boolean {
  const before = tokens[index - 1]?.kind;
  if (before !== 'no' && before !== 'yes') return false;
  const after = tokens.slice(index + 1);
  const mark = after.findIndex(({ kind }) => punctuation.has(kind));
  return after.length > 0 && mark !== 0 && after[mark]?.kind !== 'query';
}

function isClause(
  { kind }: AnyToken,
  isFirst: boolean,
  [next]: readonly AnyToken[],
  subjects: ReadonlySet<string>,
): boolean {
  if (kind === 'thinking') return true;
  // "Natürlich, ich komme": the subject does not precede the verb in one clause.
  if (kind === 'emphasis') return isFirst && next !== undefined && subjects.has(next.words[0] ?? '');
  return isFirst && (kind === 'yes' || kind === 'no') && next?.kind !== 'query';
}

const opensCall = (after: readonly AnyToken[]): boolean =>
  after.find(({ kind }) => !punctuation.has(kind))?.kind === 'greetings';

/** "I've taken the day off, yes", also without the comma. */
const isLastYes = ([token, after]: readonly AnyToken[], boundaries: ReadonlySet<string>): boolean =>
  token?.kind === 'yes' && (after === undefined || boundaries.has(after.kind));

const beforeResuming: ReadonlySet<string> = new Set(['unknown', 'additions', 'changes']);

const maxStartTokens = 3;

function startsWithAny(starts: readonly (readonly string[])[], next: readonly AnyToken[]): boolean {
  const words = next.slice(0, maxStartTokens).flatMap((token) => token.words);
  return starts.some((start) => startsWith(words, 0, start));
}

/** Returns functions that find the start of a clause without punctuation after words that the grammar does not know. */
function resumptionFinders<Kind extends string>({
  starts,
  embedding,
  continuing,
  subjects,
  resuming,
  hasContent,
}: ClauseRules<Kind>) {
  const isResuming = (current: readonly Token<Kind>[], { kind, words }: Token<Kind>) =>
    kind === 'yes' ||
    kind === 'no' ||
    (resuming.has(words[0]!) && current.some((token) => beforeResuming.has(token.kind)));
  const isEmbedding = ({ words }: Token<Kind>) => embedding.has(words.at(-1)!);
  return {
    resumes: (current: readonly Token<Kind>[], next: readonly Token<Kind>[]): boolean =>
      isResuming(current, next[0]!) &&
      current.some(hasContent) &&
      !current.some(isEmbedding) &&
      startsWithAny(starts, next),
    repeatsYes: (
      clauses: readonly Clause<Kind>[],
      current: readonly Token<Kind>[],
      { kind, words }: Token<Kind>,
    ): boolean =>
      kind === 'attendance' &&
      subjects.has(words[0]!) &&
      clauses.some(({ tokens: [first] }) => first?.kind === 'yes') &&
      current.some(hasContent) &&
      !current.some((token) => continuing.has(token.kind) || isEmbedding(token)),
  };
}

function clauseStartFinder<Kind extends string>({
  starts,
  embedding,
  continuing,
  leading,
  startsAfterUnknown,
  hasContent,
  boundaries,
}: ClauseRules<Kind>): (clause: readonly Token<Kind>[], next: readonly Token<Kind>[]) => boolean {
  const firstWords = new Set(starts.map(([word]) => word));
  const isMain = ({ kind, words }: Token<Kind>) => leading.has(kind) || firstWords.has(words[0]);
  const continues = ({ kind, words }: Token<Kind>) => continuing.has(kind) || embedding.has(words.at(-1)!);
  return (clause, next) => {
    if (!clause.some(hasContent) || continues(clause.at(-1)!)) return false;
    const isStart = firstWords.has(next[0]!.words[0]) && startsWithAny(starts, next);
    if (startsAfterUnknown?.(clause, next[0]!, isStart) === true) return true;
    return isMain(clause[0]!) && (isStart || isLastYes(next, boundaries));
  };
}
