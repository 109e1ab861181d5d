import { startsWith } from '../../understanding/words.ts';
import { isSameStem, punctuation, signKinds, yesNoParser } from '../../understanding/yes-no.ts';
import type { Evidence, Strength, YesNoParser } from '../../understanding/yes-no.ts';
import { tokenizer, type PlainKind, type Token as AnyToken } from '../../understanding/yes-no-tokens.ts';
import { wordsOf } from './words.ts';
import { englishYesNo, type EnglishYesNo } from './yes-no-grammar.ts';

type TokenKind = keyof EnglishYesNo | PlainKind;
type Token = AnyToken<keyof EnglishYesNo>;

/** Classes by precedence for phrases of equal length. */
const kinds: readonly (keyof EnglishYesNo)[] = [
  'yes',
  'no',
  'intensifiers',
  'unsure',
  'firmYes',
  'firmNo',
  'courtesies',
  'mentions',
  'changes',
  'reservations',
  'additions',
  'weakYes',
  'certain',
  'support',
  'against',
  'negators',
  'conditions',
  'contrasts',
  'corrections',
  'questionWords',
  'pronouns',
  'auxiliaries',
  'conjunctions',
  'negatable',
  'functionWords',
  'partial',
];

const partial = new Set(englishYesNo.partial);
const certain = new Set(englishYesNo.certain);
const past = new Set(englishYesNo.pastAuxiliaries);

const hesitations = new Set([
  'um',
  'umm',
  'uh',
  'uhh',
  'er',
  'erm',
  'ah',
  'hm',
  'hmm',
  'hmmm',
  'mm',
  'well',
  'just',
]);

/** "Uh huh" and "mm hmm" are answers. */
function isHesitation(words: readonly string[], index: number): boolean {
  if (!hesitations.has(words[index]!)) return false;
  const isAnswer = (first: string | undefined, second: string | undefined) =>
    (first === 'uh' && (second === 'huh' || second === 'uh')) ||
    (first === 'mm' && (second === 'hmm' || second === 'hm'));
  return (
    !isAnswer(words[index], words[index + 1]) &&
    !isAnswer(words[index - 1], words[index]) &&
    words[index - 1] !== 'nuh'
  );
}

/** Kinds that only repeat an answer: "yes, yes, please". */
const repeating: Readonly<Record<'true' | 'false', ReadonlySet<TokenKind>>> = {
  true: new Set(['yes', 'intensifiers', 'firmYes', 'weakYes', 'signYes']),
  false: new Set(['no', 'firmNo', 'signNo']),
};
/** Kinds of which a short answer consists: "I do", "that is not". */
const repeatedAround: ReadonlySet<TokenKind> = new Set(['courtesies', 'pronouns', 'auxiliaries', 'negators']);
const politeWords = new Set(wordsOf('please thanks sorry oh so then and i am afraid unfortunately work'));

function repeats({ kind, words }: Token, value: boolean): boolean {
  return (
    repeating[`${value}`].has(kind) ||
    repeatedAround.has(kind) ||
    words.every((word) => politeWords.has(word))
  );
}

/**
 * Parses the answer to a yes or no question in English. Returns undefined if the text has neither or both, if a hedge, a condition or a contrast limits
 * it, or if a yes has an addition that may take it back and does not repeat the question: "yes, I have a fever".
 */
export const parseYesNo: YesNoParser = yesNoParser<keyof EnglishYesNo>({
  wordsOf,
  tokensOf: tokenizer({ phrases: englishYesNo, kinds, wordsOf, isHesitation, hasCapitalNames: true }),
  evidenceOf,
  corrections: 'corrections',
  alternatives: new Set(['or', 'not', 'without', 'than']),
  repeats,
  signature: new Set(['unknown', 'name', 'functionWords']),
});

function evidenceOf(tokens: readonly Token[], asked: readonly string[]): Evidence {
  const evidence: Evidence = { yes: [], no: [], limits: new Set(), hasUnknown: false };
  for (const clause of clausesOf(tokens, evidence)) readClause(clause, evidence, asked);
  return evidence;
}

interface Clause {
  readonly tokens: readonly Token[];
  readonly isQuestion: boolean;
}

const boundaries: ReadonlySet<string> = new Set([...punctuation, ...signKinds, 'contrasts', 'conjunctions']);
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

function readClause({ tokens, isQuestion }: Clause, evidence: Evidence, asked: readonly string[]): void {
  const { limits } = evidence;
  const kinds = new Set(tokens.map(({ kind }) => kind));
  if (tokens.some(isUnknown)) evidence.hasUnknown = true;
  if (takesBack(tokens, isQuestion, asked)) limits.add('reservation');
  if (kinds.has('unsure') || isUncertain(tokens)) limits.add('unsure');
  else if (isQuestion || asks(tokens)) limits.add('question');
  else if (negatesNo(tokens)) limits.add('unsure');
  else if (tokens.some(isParticle)) readParticle(tokens, evidence);
  else if (kinds.has('negators')) readNegation(tokens, evidence);
  else readStatement(tokens, evidence);
}

/** Whether a yes beside the clause may be none: the clause has words that neither the grammar nor the question knows, or asks back. */
function takesBack(tokens: readonly Token[], isQuestion: boolean, asked: readonly string[]): boolean {
  const isRepeated = ({ words }: Token) => words.every((word) => asked.some((one) => isSameStem(one, word)));
  const open = tokens.filter((token) => !isRepeated(token)).map(({ kind }) => kind);
  if (open.includes('changes') || open.includes('reservations')) return true;
  if (isQuestion || asks(tokens))
    return !isPractical(tokens) && !tokens.some(({ kind }) => kind === 'firmYes');
  return (
    open.includes('unknown') || tokens.some((token, index) => token.kind === 'name' && isPlace(tokens, index))
  );
}

const placePrepositions = new Set(['in', 'at', 'to', 'from', 'near']);

/** "We are in Spain". */
const isPlace = (tokens: readonly Token[], index: number): boolean =>
  placePrepositions.has(tokens[index - 1]?.words.at(-1) ?? '');

const practicalQuestions = [
  ['where'],
  ['what', 'time'],
  ['what', 'should', 'i'],
  ['when', 'should', 'i'],
  ['should', 'i'],
  ['do', 'i'],
];

/** A question of a customer who agrees: "what time should I arrive", "where do I park". */
function isPractical(tokens: readonly Token[]): boolean {
  const all = tokens.flatMap(({ kind, words }) => (kind === 'yes' || kind === 'intensifiers' ? [] : words));
  return practicalQuestions.some((opening) => startsWith(all, 0, opening));
}

/** "Not yet certain": a refusal only without the adjective. */
const isUncertain = (tokens: readonly Token[]): boolean =>
  tokens.some(({ kind }) => kind === 'firmNo') &&
  tokens.some(({ kind, words }) => kind !== 'firmNo' && words.some((word) => certain.has(word)));

/** "Is it …", "can you …", "what …". */
function asks(tokens: readonly Token[]): boolean {
  const opening = tokens.findIndex(({ kind }) => kind !== 'weakYes');
  const [first, second] = tokens.slice(Math.max(opening, 0)).filter(hasContent);
  return first?.kind === 'questionWords' || (first?.kind === 'auxiliaries' && second?.kind === 'pronouns');
}

const unknownKinds: ReadonlySet<TokenKind> = new Set(['unknown', 'mentions', 'additions', 'changes', 'name']);
const isUnknown = ({ kind }: Token): boolean => unknownKinds.has(kind);

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

/** "Not no", "that is not a no", "no way I would say no". */
function negatesNo(tokens: readonly Token[]): boolean {
  const negator = tokens.findIndex(({ kind }) => kind === 'negators');
  const refusal = tokens.findIndex(({ kind }) => kind === 'firmNo');
  const afterRefusal = refusal === -1 ? [] : tokens.slice(refusal + 1).map(({ kind }) => kind);
  const hasSubject = afterRefusal.includes('pronouns') || afterRefusal.includes('courtesies');
  const isRefused = hasSubject && afterRefusal.includes('no');
  return isRefused || (negator !== -1 && tokens.slice(negator + 1).find(hasContent)?.kind === 'no');
}

const maxWordsBeforeChange = 2;

/** "I am not cancelling", "do not move it". */
function negatesChange(after: readonly Token[]): boolean {
  const change = after.findIndex(({ kind }) => kind === 'changes');
  const between = after.slice(0, Math.max(change, 0));
  return change !== -1 && change <= maxWordsBeforeChange && !between.some(({ kind }) => kind === 'pronouns');
}

/** "I have no appointment". */
function hasNoBeforeNoun(tokens: readonly Token[]): boolean {
  const verb = tokens.findIndex(({ kind }) => kind === 'auxiliaries');
  return verb !== -1 && tokens.slice(verb + 1, -1).some(({ kind }) => kind === 'no');
}

const agreeing: ReadonlySet<TokenKind> = new Set(['support', 'weakYes', 'firmYes', 'negatable', 'certain']);

/** A negation refuses if it belongs to a word of agreement or to a short answer: "that is not fine", "I do not". */
function readNegation(tokens: readonly Token[], { no, limits }: Evidence): void {
  const at = tokens.findIndex(({ kind }) => kind === 'negators');
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const wordsAfter = after.flatMap(({ words }) => words);
  const isHedged = partial.has(wordsAfter[0] ?? '') || wordsAfter.some((word) => certain.has(word));
  if (isHedged || negatesChange(after)) limits.add('unsure');
  else if (!impersonal.has(tokens[at]!.words[0]!) && isPlainRefusal(tokens[at]!, before, after))
    no.push('statement');
  else limits.add('negation');
}

/** "Nothing would make me happier", "nobody can stop me". */
const impersonal = new Set(['nothing', 'nobody', 'nowhere']);

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

/** "I was happy to" does not agree, "I was" does. */
const isPast = (tokens: readonly Token[]): boolean =>
  !isShortAnswer(tokens) && tokens.some(({ words }) => past.has(words[0]!));

/** "Absolutely I am coming by car." */
const isEmphatic = ([first, second]: readonly Token[]): boolean =>
  first?.kind === 'intensifiers' && second?.kind === 'pronouns';

function readStatement(tokens: readonly Token[], { yes, no }: Evidence): void {
  const unknownAt = tokens.findIndex(isUnknown);
  const known = unknownAt === -1 ? tokens : tokens.slice(0, unknownAt);
  const refuses = known.some(({ kind }) => kind === 'firmNo' || kind === 'against');
  if (refuses) no.push('statement');
  if (isPast(tokens)) return;
  if (isEmphatic(tokens) || known.some(({ kind }) => kind === 'firmYes')) yes.push('statement');
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
