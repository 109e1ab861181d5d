import { maxText } from './words.ts';
import type { PlainKind, Token } from './yes-no-tokens.ts';

export interface SpokenYesNo {
  readonly value: boolean;
  /** Whether the text contains nothing else. */
  readonly complete: boolean;
}

/**
 * Parses the answer to a yes or no question. Returns undefined if the text has neither or both, if a hedge, a condition or a contrast limits it, or if
 * a yes has an addition that may take it back and does not repeat the question.
 */
export type YesNoParser = (text: string, question?: string) => SpokenYesNo | undefined;

/**
 * How firm an answer is: a particle counts whatever follows, a statement unless it is limited, a weak answer only without other content.
 */
export type Strength = 'particle' | 'statement' | 'weak';

/** What a text says about yes and no. */
export interface Evidence {
  readonly yes: Strength[];
  readonly no: Strength[];
  /** Limits: hedges, conditions, contrasts, questions, and negations of something else. */
  readonly limits: Set<'unsure' | 'condition' | 'contrast' | 'question' | 'negation' | 'reservation'>;
  /** Whether the text has content that the grammar does not know. */
  hasUnknown: boolean;
}

/** The parts of a parser that are specific to a grammar. */
export interface YesNoRules<Kind extends string> {
  readonly wordsOf: (text: string) => string[];
  readonly tokensOf: (text: string) => Token<Kind>[];
  /** Reads a text without corrections. `asked`: the words of the question; they are known words. */
  readonly evidenceOf: (tokens: readonly Token<Kind>[], asked: readonly string[]) => Evidence;
  /** After a token of this class, an answer replaces the one before: "yes, I mean no". */
  readonly corrections: Kind;
  /** Words of a question that offers an alternative: "Will you come, or shall I cancel it?" */
  readonly alternatives: ReadonlySet<string>;
  /** Returns whether a token is only a part of an answer with this value. */
  readonly repeats: (token: Token<Kind>, value: boolean) => boolean;
  /** Classes of which the name below a message can consist. */
  readonly signature: ReadonlySet<Kind | PlainKind>;
}

/** Returns the parser of a grammar. Words of the question are known: "yes, cancel it" answers "Shall I cancel it?". */
export function yesNoParser<Kind extends string>(rules: YesNoRules<Kind>): YesNoParser {
  const { alternatives, evidenceOf, wordsOf } = rules;
  return (text, question = '') => {
    if (text.length > maxText) return undefined;
    const tokens = withoutSignature(rules.tokensOf(text), rules.signature);
    const words = wordsOf(lastQuestion(question));
    const asked = words.some((word) => alternatives.has(word)) ? [] : words;
    const segments = splitAt(rules.corrections, tokens).map((segment) => evidenceOf(segment, asked));
    const value = decide(withSigns(segments.reduce(corrected), tokens));
    return value === undefined
      ? undefined
      : { value, complete: tokens.every((token) => isMark(token) || rules.repeats(token, value)) };
  };
}

const lastQuestion = (prompt: string): string =>
  /[^.!?]*\?(?=[^?]*$)/.exec(prompt.slice(-maxText))?.[0] ?? '';

export const punctuation: ReadonlySet<string> = new Set<PlainKind>(['comma', 'stop', 'query', 'line']);
export const signKinds: ReadonlySet<string> = new Set<PlainKind>(['signYes', 'signNo', 'signUnsure']);
const isMark = ({ kind }: { readonly kind: string }): boolean => punctuation.has(kind);

const stemLetters = 5;

/** "Cancelled" repeats "cancel", and "moved" repeats "move". */
export const isSameStem = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= 4 &&
    one.slice(0, stemLetters - 1) === other.slice(0, stemLetters - 1));

const maxSignatureWords = 4;

/** Removes a name below a message, and empty lines. */
function withoutSignature<Kind extends string>(
  tokens: readonly Token<Kind>[],
  kinds: ReadonlySet<Kind | PlainKind>,
): readonly Token<Kind>[] {
  const line = tokens.findLastIndex(({ kind }) => kind === 'line');
  const last = tokens.slice(line + 1);
  const hasAnswer = tokens.slice(0, Math.max(line, 0)).some(({ words }) => words.length > 0);
  const isName =
    last.length <= maxSignatureWords && last.every(({ kind }) => kind === 'stop' || kinds.has(kind));
  return hasAnswer && isName ? tokens.slice(0, line) : tokens;
}

function splitAt<Kind extends string>(separator: Kind, tokens: readonly Token<Kind>[]): Token<Kind>[][] {
  const segments: Token<Kind>[][] = [[]];
  for (const token of tokens) {
    if (token.kind === separator) segments.push([]);
    else segments.at(-1)!.push(token);
  }
  return segments;
}

/** Only a clear answer replaces the one before: "yes, sorry, no", but not "no, sorry, that is my wife's". */
const corrected = (evidence: Evidence, later: Evidence): Evidence =>
  evidence.yes.length + evidence.no.length > 0 && isClear(later) ? later : joined(evidence, later);

const isClear = ({ yes, no, limits }: Evidence): boolean =>
  [...limits].every((limit) => limit === 'reservation' && yes.length === 0) &&
  (yes.length === 0) !== (no.length === 0) &&
  [...yes, ...no].some((one) => one !== 'weak');

const joined = (one: Evidence, other: Evidence): Evidence => ({
  yes: [...one.yes, ...other.yes],
  no: [...one.no, ...other.no],
  limits: new Set([...one.limits, ...other.limits]),
  hasUnknown: one.hasUnknown || other.hasUnknown,
});

/** A sign counts like an answer in words: 👍 after "no" makes both. */
function withSigns(evidence: Evidence, tokens: readonly { readonly kind: string }[]): Evidence {
  const has = (sign: PlainKind) => tokens.some(({ kind }) => kind === sign);
  return {
    ...evidence,
    yes: has('signYes') ? [...evidence.yes, 'statement'] : evidence.yes,
    no: has('signNo') ? [...evidence.no, 'statement'] : evidence.no,
    limits: has('signUnsure') ? new Set([...evidence.limits, 'unsure']) : evidence.limits,
  };
}

const yesLimits = ['negation', 'contrast', 'reservation'] as const;

function decide({ yes, no, limits, hasUnknown }: Evidence): boolean | undefined {
  if ((yes.length === 0) === (no.length === 0)) return undefined;
  if (limits.has('unsure') || limits.has('condition')) return undefined;
  if (no.length > 0) return false;
  if (yesLimits.some((limit) => limits.has(limit))) return undefined;
  const isWeak = yes.every((strength) => strength === 'weak');
  return isWeak && (hasUnknown || limits.has('question')) ? undefined : true;
}
