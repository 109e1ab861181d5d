import type { YesNoGrammar } from './yes-no-grammar.ts';
import { lexiconOf, tokensOf, type Token, type TokenKind } from './yes-no-tokens.ts';
import { maxText, wordsOf } from './words.ts';

/**
 * How firm an answer is: a particle counts whatever follows, a statement unless it is limited, a weak answer only without other content.
 */
type Strength = 'particle' | 'statement' | 'weak';

/** What a text says about yes and no. */
interface Evidence {
  readonly yes: Strength[];
  readonly no: Strength[];
  /** Limits: hedges, conditions, contrasts, questions, and negations of something else. */
  readonly limits: Set<'unsure' | 'condition' | 'contrast' | 'question' | 'negation'>;
  /** Whether the text has content that the grammar does not know. */
  hasUnknown: boolean;
}

interface YesNo {
  readonly value: boolean;
  readonly complete: boolean;
}

/** Returns a parser of yes and no for a grammar. */
export function yesNoParser(grammar: YesNoGrammar): (text: string) => YesNo | undefined {
  const lexicon = lexiconOf(grammar);
  const partial = new Set(grammar.partial);
  const certain = new Set(grammar.certain);
  return (text) => {
    if (text.length > maxText) return undefined;
    const tokens = withoutSignature(tokensOf(text, lexicon));
    const value = valueOf(tokens, { partial, certain });
    return value === undefined
      ? undefined
      : { value, complete: tokens.every((token) => repeats(token, value)) };
  };
}

interface Adverbs {
  readonly partial: ReadonlySet<string>;
  readonly certain: ReadonlySet<string>;
}

/** Kinds that only repeat an answer: "yes, yes, please". */
const repeating: Readonly<Record<'true' | 'false', ReadonlySet<TokenKind>>> = {
  true: new Set(['yes', 'intensifiers', 'firmYes', 'weakYes', 'signYes']),
  false: new Set(['no', 'firmNo', 'signNo']),
};
const punctuation: ReadonlySet<TokenKind> = new Set(['comma', 'stop', 'query', 'line']);
/** Kinds of which a short answer consists: "I do", "that is not". */
const repeatedAround: ReadonlySet<TokenKind> = new Set(['courtesies', 'pronouns', 'auxiliaries', 'negators']);
const politeWords = new Set(wordsOf('please thanks sorry oh so then and afraid unfortunately work'));

const repeats = ({ kind, words }: Token, value: boolean): boolean =>
  repeating[`${value}`].has(kind) ||
  punctuation.has(kind) ||
  repeatedAround.has(kind) ||
  words.every((word) => politeWords.has(word));

const maxSignatureWords = 4;

/** Removes a name below a message, and empty lines. */
function withoutSignature(tokens: readonly Token[]): Token[] {
  const line = tokens.findLastIndex(({ kind }) => kind === 'line');
  const last = tokens.slice(line + 1);
  const hasAnswer = tokens.slice(0, Math.max(line, 0)).some(({ words }) => words.length > 0);
  const isName =
    last.length <= maxSignatureWords &&
    last.every(({ kind }) => kind === 'unknown' || kind === 'functionWords' || kind === 'stop');
  return hasAnswer && isName ? tokens.slice(0, line) : [...tokens];
}

function valueOf(tokens: readonly Token[], adverbs: Adverbs): boolean | undefined {
  const segments = splitAtCorrections(tokens);
  let evidence = evidenceOf(segments[0] ?? [], adverbs);
  for (const segment of segments.slice(1)) {
    const later = evidenceOf(segment, adverbs);
    const hasAnswer = evidence.yes.length + evidence.no.length > 0;
    evidence = hasAnswer && corrects(later) ? later : joined(evidence, later);
  }
  return decide(withSigns(evidence, tokens));
}

/** Only a clear answer replaces the one before: "yes, sorry, no", but not "no, sorry, that is my wife's". */
const corrects = ({ yes, no, limits }: Evidence): boolean =>
  limits.size === 0 &&
  (yes.length === 0) !== (no.length === 0) &&
  [...yes, ...no].some((one) => one !== 'weak');

const joined = (one: Evidence, other: Evidence): Evidence => ({
  yes: [...one.yes, ...other.yes],
  no: [...one.no, ...other.no],
  limits: new Set([...one.limits, ...other.limits]),
  hasUnknown: one.hasUnknown || other.hasUnknown,
});

function splitAtCorrections(tokens: readonly Token[]): Token[][] {
  const segments: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'corrections') segments.push([]);
    else segments.at(-1)!.push(token);
  }
  return segments;
}

/** A sign counts like an answer in words: 👍 after "no" makes both. */
function withSigns(evidence: Evidence, tokens: readonly Token[]): Evidence {
  const has = (kind: TokenKind) => tokens.some((token) => token.kind === kind);
  return {
    ...evidence,
    yes: has('signYes') ? [...evidence.yes, 'statement'] : evidence.yes,
    no: has('signNo') ? [...evidence.no, 'statement'] : evidence.no,
    limits: has('signUnsure') ? new Set([...evidence.limits, 'unsure']) : evidence.limits,
  };
}

function decide({ yes, no, limits, hasUnknown }: Evidence): boolean | undefined {
  if ((yes.length === 0) === (no.length === 0)) return undefined;
  if (limits.has('unsure') || limits.has('condition')) return undefined;
  if (no.length > 0) return false;
  if (limits.has('negation') || limits.has('contrast')) return undefined;
  const isWeak = yes.every((strength) => strength === 'weak');
  return isWeak && (hasUnknown || limits.has('question')) ? undefined : true;
}

function evidenceOf(tokens: readonly Token[], adverbs: Adverbs): Evidence {
  const evidence: Evidence = { yes: [], no: [], limits: new Set(), hasUnknown: false };
  for (const clause of clausesOf(tokens, evidence)) readClause(clause, evidence, adverbs);
  return evidence;
}

interface Clause {
  readonly tokens: readonly Token[];
  readonly isQuestion: boolean;
}

const boundaries: ReadonlySet<TokenKind> = new Set([
  ...punctuation,
  'contrasts',
  'conjunctions',
  'signYes',
  'signNo',
  'signUnsure',
]);
const isParticle = ({ kind }: Token): boolean => kind === 'yes' || kind === 'no';
const hasContent = ({ kind }: Token): boolean => kind !== 'functionWords' && kind !== 'courtesies';

/** Splits a text into clauses. A particle at the start of a clause is a clause. */
function clausesOf(tokens: readonly Token[], { limits }: Evidence): Clause[] {
  const clauses: Clause[] = [];
  let current: Token[] = [];
  const end = (isQuestion = false) => {
    if (current.length > 0) clauses.push({ tokens: current, isQuestion });
    current = [];
  };
  for (const [index, token] of tokens.entries()) {
    const { kind } = token;
    if (kind === 'contrasts') limits.add('contrast');
    if (kind === 'conditions') limits.add('condition');
    if (boundaries.has(kind)) end(kind === 'query');
    else {
      current.push(token);
      const next = tokens[index + 1];
      if (isParticle(token) && !current.slice(0, -1).some(hasContent) && next?.kind !== 'query') end();
    }
  }
  end();
  return clauses;
}

function readClause({ tokens, isQuestion }: Clause, evidence: Evidence, adverbs: Adverbs): void {
  const { limits } = evidence;
  const kinds = new Set(tokens.map(({ kind }) => kind));
  if (kinds.has('unknown') || kinds.has('mentions')) evidence.hasUnknown = true;
  if (kinds.has('unsure') || isUncertain(tokens, adverbs)) limits.add('unsure');
  else if (isQuestion || asks(tokens)) limits.add('question');
  else if (tokens.some(isParticle)) readParticle(tokens, evidence);
  else if (kinds.has('negators')) readNegation(tokens, evidence, adverbs);
  else readStatement(tokens, evidence);
}

/** "Not yet certain": a refusal only without the adjective. */
const isUncertain = (tokens: readonly Token[], { certain }: Adverbs): boolean =>
  tokens.some(({ kind }) => kind === 'firmNo') &&
  tokens.some(({ kind, words }) => kind !== 'firmNo' && words.some((word) => certain.has(word)));

/** "Is it …", "can you …", "what …". */
function asks(tokens: readonly Token[]): boolean {
  const opening = tokens.findIndex(({ kind }) => kind !== 'weakYes');
  const [first, second] = tokens.slice(Math.max(opening, 0)).filter(hasContent);
  return first?.kind === 'questionWords' || (first?.kind === 'auxiliaries' && second?.kind === 'pronouns');
}

const isUnknown = ({ kind }: Token): boolean => kind === 'unknown' || kind === 'mentions';

/** A particle among known words only: "tomorrow, yes", "absolutely no". "My wife said no" is neither. */
function readParticle(tokens: readonly Token[], { yes, no, limits }: Evidence): void {
  const kinds = new Set(tokens.map(({ kind }) => kind));
  const isNegative = kinds.has('no') || kinds.has('negators');
  if (tokens.some(isUnknown) || hasNoBeforeNoun(tokens)) {
    if (isNegative) limits.add('negation');
    return;
  }
  if (kinds.has('yes')) yes.push('particle');
  if (kinds.has('no') || kinds.has('firmNo')) no.push('particle');
  if (kinds.has('negators') || kinds.has('against')) limits.add('negation');
}

/** "I have no appointment". */
function hasNoBeforeNoun(tokens: readonly Token[]): boolean {
  const verb = tokens.findIndex(({ kind }) => kind === 'auxiliaries');
  return verb !== -1 && tokens.slice(verb + 1, -1).some(({ kind }) => kind === 'no');
}

const agreeing: ReadonlySet<TokenKind> = new Set(['support', 'weakYes', 'firmYes', 'negatable', 'certain']);

/** A negation refuses if it belongs to a word of agreement or to a short answer: "that is not fine", "I do not". */
function readNegation(
  tokens: readonly Token[],
  { no, limits }: Evidence,
  { partial, certain }: Adverbs,
): void {
  const at = tokens.findIndex(({ kind }) => kind === 'negators');
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const wordsAfter = after.flatMap(({ words }) => words);
  const isHedged = partial.has(wordsAfter[0] ?? '') || wordsAfter.some((word) => certain.has(word));
  if (isHedged) limits.add('unsure');
  else if (isPlainRefusal(tokens[at]!, before, after)) no.push('statement');
  else limits.add('negation');
}

/** Negators that are a refusal alone: "not", "I do not", "never". */
const shortNegators = new Set(['not', 'never']);

function isPlainRefusal(negator: Token, before: readonly Token[], after: readonly Token[]): boolean {
  const isDouble = [...before, ...after].some(
    (token) =>
      token.kind === 'negators' ||
      token.kind === 'against' ||
      token.kind === 'firmNo' ||
      isNegativeAgreement(token),
  );
  if (isDouble || before.some(isUnknown)) return false;
  const cue = after.findIndex(({ kind }) => agreeing.has(kind));
  const unknown = after.findIndex(isUnknown);
  if (cue === -1) {
    const isShortAnswer = before.some(({ kind }) => kind === 'auxiliaries') || after.length === 0;
    return unknown === -1 && isShortAnswer && shortNegators.has(negator.words.at(-1)!);
  }
  const leadsOn = after.slice(cue).some(({ words }) => ['to', 'that'].includes(words.at(-1)!));
  return unknown === -1 || (unknown > cue && !leadsOn);
}

/** "No problem", "would not miss it": with another negation, these are neither. */
const isNegativeAgreement = ({ kind, words }: Token): boolean =>
  kind === 'firmYes' && words.some((word) => word === 'no' || word === 'not' || word === 'without');

function readStatement(tokens: readonly Token[], { yes, no }: Evidence): void {
  const unknownAt = tokens.findIndex(isUnknown);
  const known = unknownAt === -1 ? tokens : tokens.slice(0, unknownAt);
  const refuses = known.some(({ kind }) => kind === 'firmNo' || kind === 'against');
  if (refuses) no.push('statement');
  // "Absolutely I am coming by car."
  const isEmphatic = tokens[0]?.kind === 'intensifiers' && tokens[1]?.kind === 'pronouns';
  if (isEmphatic || known.some(({ kind }) => kind === 'firmYes')) yes.push('statement');
  else if (unknownAt === -1 && !refuses) yes.push(...agreementOf(tokens));
}

/** How firmly a sentence of known words agrees; empty if it does not. */
function agreementOf(tokens: readonly Token[]): Strength[] {
  const kinds = new Set(tokens.map(({ kind }) => kind));
  if (kinds.has('intensifiers') || kinds.has('certain') || isShortAnswer(tokens)) return ['statement'];
  if (!kinds.has('weakYes') && !kinds.has('support')) return [];
  const hasSubject = kinds.has('pronouns') || kinds.has('auxiliaries') || kinds.has('number');
  return [hasSubject && kinds.has('support') ? 'statement' : 'weak'];
}

const openPronouns = new Set(['this', 'that', 'these', 'those']);

/** "I do", "it is", "we can". */
function isShortAnswer(tokens: readonly Token[]): boolean {
  const [subject, verb, ...others] = tokens.filter(hasContent);
  return (
    subject?.kind === 'pronouns' &&
    !openPronouns.has(subject.words[0]!) &&
    verb?.kind === 'auxiliaries' &&
    others.length === 0 &&
    tokens.at(-1) === verb
  );
}
