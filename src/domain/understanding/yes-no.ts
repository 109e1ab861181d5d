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
 * How firm an answer is. A particle counts whatever follows, a statement unless it is limited, a weak answer only without other content. An opening is a
 * yes with which the phone is answered: "ja, guten Tag". A wish may be followed by a refusal: "I'd love to, but I can't". `attendance`: "I'll be there".
 */
export type Strength = 'particle' | 'opening' | 'statement' | 'attendance' | 'wish' | 'weak';

export interface Answer {
  readonly value: boolean;
  readonly strength: Strength;
}

/** What a text says about yes and no. */
export interface Evidence {
  /** In the order of the text. */
  readonly answers: Answer[];
  /**
   * Hedges, conditions, contrasts, questions, and negations of something else. `reservation`: words that take a yes back; `addition`: words that neither
   * the grammar nor the question knows; `thinking`: a request for a moment, which an answer after it ends; `partial`: a yes about something else, "the
   * street yes, the number no"; `loose`: an agreement beside unknown words, which may be about something else: "ja, bin ich verrückt".
   */
  readonly limits: Set<
    | 'unsure'
    | 'condition'
    | 'contrast'
    | 'question'
    | 'negation'
    | 'reservation'
    | 'addition'
    | 'thinking'
    | 'partial'
    | 'loose'
  >;
  /** Whether the text has content that the grammar does not know. */
  hasUnknown: boolean;
  /** Whether the text has times or numbers that the question does not have: the answer may be about another time. */
  hasDetail: boolean;
  /** Whether the text names an absence: "I'm abroad". */
  hasAbsence: boolean;
}

export const noEvidence = (): Evidence => ({
  answers: [],
  limits: new Set(),
  hasUnknown: false,
  hasDetail: false,
  hasAbsence: false,
});

/** Adds an answer. A statement ends a request for a moment, and so does "yes, fine". */
export function addAnswer({ answers, limits }: Evidence, value: boolean, strength: Strength): void {
  const isFirm = strength === 'statement' || strength === 'attendance';
  if (isFirm || (strength === 'weak' && answers.at(-1)?.strength === 'particle')) limits.delete('thinking');
  answers.push({ value, strength });
}

/** The parts of a parser that are specific to a grammar. */
export interface YesNoRules<Kind extends string> {
  readonly wordsOf: (text: string) => string[];
  readonly tokensOf: (text: string) => Token<Kind>[];
  /** Reads a text without corrections and contrasts. */
  readonly evidenceOf: (tokens: readonly Token<Kind>[], question: Question) => Evidence;
  /** After a token of this class, an answer replaces the one before: "yes, I mean no". */
  readonly corrections: Kind;
  /** "But". */
  readonly contrasts: Kind;
  /** "So": the answer after it replaces what is before. */
  readonly conclusions: ReadonlySet<string>;
  /** Classes and words with which that answer starts: "so yes", "so I can't". */
  readonly concluding: ReadonlySet<Kind | PlainKind>;
  readonly subjects: ReadonlySet<string>;
  /** Words before a time that have another class: Dutch "voor". */
  readonly timePrepositions?: ReadonlySet<string>;
  /** Words of cancelling, and of moving. */
  readonly cancelling: Kind;
  readonly changes: Kind;
  readonly weekdays: ReadonlySet<string>;
  /** Words of a question that offers an alternative: "Will you come, or shall I cancel it?" */
  readonly alternatives: ReadonlySet<string>;
  /** Returns whether a token is only a part of an answer with this value. */
  readonly repeats: (token: Token<Kind>, value: boolean) => boolean;
  /** Classes of which the name below a message can consist. */
  readonly signature: ReadonlySet<Kind | PlainKind>;
}

export interface Question {
  /** Its words; they are known words. Empty if it offers an alternative. */
  readonly words: readonly string[];
  /** What a yes does: "Shall I cancel it?", "Shall I move it?" */
  readonly asksFor: 'cancelling' | 'change' | 'other';
}

/** Returns the parser of a grammar. Words of the question are known: "yes, cancel it" answers "Shall I cancel it?". */
export function yesNoParser<Kind extends string>(rules: YesNoRules<Kind>): YesNoParser {
  const questionOf = (prompt: string): Question => {
    const text = lastQuestion(prompt);
    const words = rules.wordsOf(text);
    const kindsOf = new Set(rules.tokensOf(text).map(({ kind }) => kind));
    const [cancels, changes] = [kindsOf.has(rules.cancelling), kindsOf.has(rules.changes)];
    if (words.some((word) => rules.alternatives.has(word)))
      return { words: [], asksFor: cancels || changes ? 'change' : 'other' };
    if (cancels) return { words, asksFor: 'cancelling' };
    return { words, asksFor: changes ? 'change' : 'other' };
  };
  return (text, prompt = '') => {
    if (text.length > maxText) return undefined;
    const tokens = withoutSignature(rules.tokensOf(text), rules.signature);
    const question = questionOf(prompt);
    const read = (part: readonly Token<Kind>[]) => rules.evidenceOf(part, question);
    const readContrasts = (part: readonly Token<Kind>[]) => {
      const [first, ...later] = splitAt(rules.contrasts, part);
      return later.reduce(
        (evidence, tokens) => contrasted(evidence, read(tokens), isExclusion(tokens, rules.timePrepositions)),
        read(first!),
      );
    };
    const evidence = splitAt(rules.corrections, tokens).map((segment) =>
      splitAtConclusions(segment, rules).map(readContrasts).reduce(concluded),
    );
    const whole = withSigns(evidence.reduce(corrected), tokens);
    if (namesOtherDay(tokens, question, rules.weekdays)) whole.limits.add('reservation');
    const value = decide(whole);
    return value === undefined
      ? undefined
      : { value, complete: tokens.every((token) => isMark(token) || rules.repeats(token, value)) };
  };
}

/** "Yes, on Tuesday" is no answer to "Can you come on Monday?". */
function namesOtherDay(
  tokens: readonly { readonly words: readonly string[] }[],
  { words: asked }: Question,
  weekdays: ReadonlySet<string>,
): boolean {
  const days = asked.filter((word) => weekdays.has(word));
  return (
    days.length > 0 &&
    tokens.some(({ words }) => words.some((word) => weekdays.has(word) && !days.includes(word)))
  );
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

function splitAtConclusions<Kind extends string>(
  tokens: readonly Token<Kind>[],
  { conclusions, concluding, subjects }: YesNoRules<Kind>,
): (readonly Token<Kind>[])[] {
  const starts = tokens.flatMap(({ words }, index) => {
    const next = tokens[index + 1];
    const isStart = index > 0 && words.length === 1 && conclusions.has(words[0]!);
    const isAnswer = next !== undefined && (concluding.has(next.kind) || subjects.has(next.words[0]!));
    return isStart && isAnswer ? [index] : [];
  });
  return [-1, ...starts].map((start, index) => tokens.slice(start + 1, starts[index]));
}

/** "My boss swapped my shift, so yes", "she is ill, so I can't come". */
const concluded = (evidence: Evidence, later: Evidence): Evidence =>
  (isClear(later) && later.answers.at(-1)!.value && leadsToYes(evidence)) ||
  (isRefusal(later) && leadsToNo(evidence))
    ? later
    : joined(evidence, later);

/** Limits of a yes do not limit a no. */
const isRefusal = (later: Evidence): boolean =>
  !isDoubtful(later) &&
  later.answers.length > 0 &&
  later.answers.every(({ value, strength }) => !value && strength !== 'wish');

const statements: ReadonlySet<Strength> = new Set(['statement', 'attendance']);
const states = ({ answers }: Evidence, value: boolean): boolean =>
  answers.some((one) => one.value === value && statements.has(one.strength));

const leadsToYes = (evidence: Evidence): boolean =>
  !isDoubtful(evidence) && !evidence.limits.has('reservation') && !states(evidence, false);

const leadsToNo = (evidence: Evidence): boolean => evidence.limits.has('contrast') || !states(evidence, true);

/** Only a clear answer replaces what is before: "yes, sorry, no", but not "no, sorry, that is my wife's". */
const corrected = (evidence: Evidence, later: Evidence): Evidence =>
  isClear(later) && (evidence.answers.length > 0 || !isDoubtful(evidence)) ? later : joined(evidence, later);

const isDoubtful = ({ limits }: Evidence): boolean =>
  limits.has('unsure') || limits.has('condition') || limits.has('question');

const isClear = (evidence: Evidence): boolean => {
  const answers = withoutOpening(evidence.answers);
  const value = answers[0]?.value;
  return (
    [...evidence.limits].every((limit) => limit === 'reservation' && value === false) &&
    answers.every((one) => one.value === value) &&
    answers.some(({ strength }) => strength !== 'weak')
  );
};

/** Classes of a clause that only negates a time: "not on Monday", "el lunes no". */
const excluding: ReadonlySet<string> = new Set([
  ...punctuation,
  'no',
  'negators',
  'weakNegators',
  'functionWords',
  'neutral',
  'number',
  'partial',
]);

/** Whether a clause has no verb and no other content: "yes, but not on Monday" excludes a time and does not refuse. */
const isExclusion = (
  tokens: readonly { readonly kind: string; readonly words: readonly string[] }[],
  timePrepositions: ReadonlySet<string> | undefined,
): boolean =>
  tokens.every(({ kind, words }) => excluding.has(kind) || timePrepositions?.has(words.join(' ')));

const contrasted = (evidence: Evidence, later: Evidence, excludes: boolean): Evidence => {
  if (excludes && later.hasDetail && evidence.answers.some(({ value }) => value)) {
    const both = joined(evidence, later);
    both.limits.add('condition');
    return both;
  }
  if (isEmpty(evidence) || replacesWish(evidence, later) || replacesObstacle(evidence, later)) return later;
  if (isAbsenceAfterWish(evidence, later))
    return { ...later, answers: [{ value: false, strength: 'statement' }] };
  const both = joined(evidence, later);
  if (!repeatsAgreement(evidence, later)) both.limits.add('contrast');
  return both;
};

/** "Yes, it's a long way, but I'll be there." */
const repeatsAgreement = ({ answers }: Evidence, later: Evidence): boolean =>
  states(later, true) &&
  later.limits.size === 0 &&
  !later.hasDetail &&
  answers.some(({ strength }) => strength === 'particle') &&
  [...answers, ...later.answers].every(({ value }) => value);

/** "But of course": there is nothing before that a contrast limits. */
const isEmpty = ({ answers, limits, hasUnknown }: Evidence): boolean =>
  answers.length === 0 && limits.size === 0 && !hasUnknown;

const wishes: ReadonlySet<Strength> = new Set(['wish', 'weak']);

/** "I'd love to, but I can't": the refusal counts. "I'd love to, but not at ten" may be about the time alone. */
function replacesWish({ answers, limits: before }: Evidence, later: Evidence): boolean {
  const isWish =
    answers.every(({ value }) => value) &&
    (answers.every(({ strength }) => wishes.has(strength)) ||
      answers.some(({ strength }) => strength === 'wish'));
  const isRefused = later.answers.length > 0 && later.answers.every(({ value }) => !value);
  return isWish && !before.has('condition') && isRefused && !isDoubtful(later) && !later.hasDetail;
}

/** "I'd love to, but I'm abroad." */
function isAbsenceAfterWish({ answers, limits }: Evidence, later: Evidence): boolean {
  const isWish = answers.some(({ strength }) => strength === 'wish') || limits.has('contrast');
  return (
    isWish &&
    answers.every(({ value }) => value) &&
    !limits.has('condition') &&
    later.hasAbsence &&
    later.answers.length === 0 &&
    !isDoubtful(later)
  );
}

/** "I'm busy, but yes, I'll be there", "no, no, but yes, I'll be there". */
function replacesObstacle({ answers, limits }: Evidence, later: Evidence): boolean {
  const isUndecided = limits.has('unsure') || limits.has('condition');
  if (isUndecided || !isAgreed(later) || answers.some(({ value }) => value)) return false;
  const isOpening = areOnly(answers, 'particle') && later.answers.length > 1;
  return isOpening
    ? include(later.answers, 'attendance')
    : areOnly(answers, 'wish') && limits.size > 0 && include(later.answers, 'particle', 'attendance');
}

const isAgreed = ({ answers, limits, hasDetail }: Evidence): boolean =>
  limits.size === 0 && !hasDetail && answers.every(({ value }) => value);

const joined = (one: Evidence, other: Evidence): Evidence => ({
  answers: [...one.answers, ...other.answers],
  limits: new Set([...one.limits, ...other.limits]),
  hasUnknown: one.hasUnknown || other.hasUnknown,
  hasDetail: one.hasDetail || other.hasDetail,
  hasAbsence: one.hasAbsence || other.hasAbsence,
});

/** A sign counts like an answer in words: 👍 after "no" makes both. */
function withSigns(evidence: Evidence, tokens: readonly { readonly kind: string }[]): Evidence {
  const has = (sign: PlainKind) => tokens.some(({ kind }) => kind === sign);
  const answers = [...evidence.answers];
  if (has('signYes')) answers.push({ value: true, strength: 'statement' });
  if (has('signNo')) answers.push({ value: false, strength: 'statement' });
  return {
    ...evidence,
    answers,
    limits: has('signUnsure') ? new Set([...evidence.limits, 'unsure']) : evidence.limits,
  };
}

/**
 * Removes answers of the other value that only open a firm one: "gut, das geht leider nicht", "ja, äh nein, da kann ich nicht",
 * "no, no, I'll be there", "no, wait, yes, that's fine with me".
 */
function withoutOpening(answers: readonly Answer[]): readonly Answer[] {
  const value = answers.at(-1)?.value;
  const start = answers.findLastIndex((one) => one.value !== value) + 1;
  const [before, after] = [answers.slice(0, start), answers.slice(start)];
  if (before.some((one) => one.value === value)) return answers;
  return (value === true ? opensYes : opensNo)(before, after) ? after : answers;
}

const areOnly = (answers: readonly Answer[], ...strengths: Strength[]): boolean =>
  answers.every(({ strength }) => strengths.includes(strength));
const include = (answers: readonly Answer[], ...strengths: Strength[]): boolean =>
  answers.some(({ strength }) => strengths.includes(strength));

type IsOpening = (before: readonly Answer[], after: readonly Answer[]) => boolean;

const opensYes: IsOpening = (before, after) =>
  areOnly(before, 'particle') &&
  (include(after, 'attendance')
    ? before.length > 1 || include(after, 'particle', 'statement', 'weak')
    : include(after, 'particle') && include(after, 'statement'));

const opensNo: IsOpening = (before, after) => {
  if (areOnly(before, 'weak')) return true;
  if (!include(after, 'statement')) return false;
  return areOnly(before, 'weak', after[0]!.strength === 'particle' ? 'particle' : 'opening', 'opening');
};

/** Returns the value; undefined if there is none, or both, or a limit. */
function decide({ answers: all, limits, hasUnknown }: Evidence): boolean | undefined {
  const answers = withoutOpening(all);
  const value = answers[0]?.value;
  const isLimited = limits.has('unsure') || limits.has('condition') || limits.has('thinking');
  if (isLimited || answers.some((one) => one.value !== value)) return undefined;
  if (value === undefined) return undefined;
  const isFirm = value ? isFirmYes(answers, limits, hasUnknown) : isFirmNo(answers, limits);
  return isFirm ? value : undefined;
}

/** A no to a question of the answer itself is none: "Ill? No, I'm fine." */
const isFirmNo = (answers: readonly Answer[], limits: Evidence['limits']): boolean =>
  !limits.has('partial') && !(limits.has('question') && areOnly(answers, 'particle'));

const yesLimits = ['negation', 'contrast', 'reservation'] as const;

/** "Yes, it's snowing, I'll be there", "yes, that's fine". */
const isRepeatedYes = (answers: readonly Answer[], limits: Evidence['limits']): boolean =>
  answers.length > 1 &&
  (include(answers, 'attendance') ||
    (include(answers, 'particle') && include(answers, 'statement') && !limits.has('loose')));

function isFirmYes(answers: readonly Answer[], limits: Evidence['limits'], hasUnknown: boolean): boolean {
  const isRepeated = isRepeatedYes(answers, limits);
  if (yesLimits.some((limit) => limits.has(limit)) || (limits.has('addition') && !isRepeated)) return false;
  const isWeak = areOnly(answers, 'weak') && (hasUnknown || limits.has('question'));
  return !isWeak && !areOnly(answers, 'opening');
}
