import { lazy } from '../../understanding/lazy.ts';
import { startsWith } from '../../understanding/words.ts';
import { clauseSplitter, type Clause as AnyClause } from '../../understanding/yes-no-boundaries.ts';
import {
  addAnswer,
  isSameStem,
  noEvidence,
  punctuation,
  signKinds,
  yesNoParser,
} from '../../understanding/yes-no.ts';
import type { Evidence, Question, Strength, YesNoParser } from '../../understanding/yes-no.ts';
import { tokenizer, type PlainKind, type Token as AnyToken } from '../../understanding/yes-no-tokens.ts';
import { wordsOf } from './words.ts';
import { englishEchoes, englishYesNo, type EnglishYesNo } from './yes-no-grammar.ts';

type TokenKind = keyof EnglishYesNo | PlainKind;
type Token = AnyToken<keyof EnglishYesNo>;

/** Classes by precedence for phrases of equal length. */
const kinds: readonly (keyof EnglishYesNo)[] = [
  'yes',
  'no',
  'intensifiers',
  'thinking',
  'unsure',
  'attendance',
  'wishes',
  'firmYes',
  'firmNo',
  'greetings',
  'courtesies',
  'mentions',
  'cancelling',
  'thatTime',
  'absences',
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
  'regrets',
  'corrections',
  'requests',
  'questionWords',
  'pronouns',
  'auxiliaries',
  'conjunctions',
  'negatable',
  'functionWords',
  'times',
  'partial',
];

const partial = new Set(englishYesNo.partial);
const certain = new Set(englishYesNo.certain);
const coming = new Set(englishYesNo.coming);
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
  true: new Set(['yes', 'intensifiers', 'firmYes', 'attendance', 'wishes', 'weakYes', 'signYes']),
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
export const parseYesNo: YesNoParser = lazy(() =>
  yesNoParser<keyof EnglishYesNo>({
    wordsOf,
    tokensOf: tokenizer({ phrases: englishYesNo, kinds, wordsOf, isHesitation, hasCapitalNames: true }),
    evidenceOf,
    corrections: 'corrections',
    contrasts: 'contrasts',
    conclusions: new Set(['so']),
    concluding: new Set<TokenKind>(['yes', 'no', 'firmYes', 'firmNo', 'attendance', 'cancelling']),
    subjects,
    cancelling: 'cancelling',
    changes: 'changes',
    weekdays: new Set(englishYesNo.weekdays),
    alternatives: new Set(['or', 'not', 'without', 'than']),
    repeats,
    signature: new Set(['unknown', 'name', 'functionWords', 'times']),
  }),
);

function evidenceOf(all: readonly Token[], question: Question): Evidence {
  const tokens = withEchoes(all, question);
  const evidence = noEvidence();
  evidence.hasUnknown = tokens.some(isUnknown);
  evidence.hasDetail = tokens.some((token) => details.has(token.kind) && !isAsked(token, question));
  if (tokens.some(({ kind }) => kind === 'regrets')) evidence.limits.add('contrast');
  if (namesOtherHour(tokens, question)) evidence.limits.add('reservation');
  for (const clause of clausesOf(tokens)) readClause(clause, evidence, question);
  return evidence;
}

const hours = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const hourOf = (word: string | undefined): number => {
  const hour = hours.indexOf(word ?? '') + 1;
  return hour > 0 ? hour : Number(/^(\d{1,2})(?:am|pm)?$/.exec(word ?? '')?.[1]);
};

/** "Yes, at eleven" is no answer to "Can you come at ten?". */
function namesOtherHour(tokens: readonly Token[], { words: asked }: Question): boolean {
  const hoursIn = (words: readonly string[]) =>
    words
      .filter((_, index) => words[index - 1] === 'at' || words[index + 1] === 'oclock')
      .map(hourOf)
      .filter((hour) => !Number.isNaN(hour));
  const askedHours = hoursIn(asked);
  return (
    askedHours.length > 0 &&
    hoursIn(tokens.flatMap(({ words }) => words)).some((hour) => !askedHours.includes(hour))
  );
}

const echoes = englishEchoes.map((group) => ({
  question: new Set(group.question),
  answer: new Set(group.answer),
}));

/** "It arrived" agrees after "Did you receive the parcel?", and is about something else after "Can you come?". */
function withEchoes(tokens: readonly Token[], { words: asked }: Question): readonly Token[] {
  const groups = echoes.filter(({ question }) => asked.some((word) => question.has(word)));
  const isEcho = ({ words }: Token) => groups.some(({ answer }) => answer.has(words.join(' ')));
  return groups.length === 0
    ? tokens
    : tokens.map((token) => (isEcho(token) ? { kind: 'support', words: token.words } : token));
}

/** Times and numbers. */
const details: ReadonlySet<string> = new Set<TokenKind>(['times', 'number']);

const isAsked = ({ words }: Token, question: Question): boolean =>
  words.every((word) => question.words.some((one) => isSameStem(one, word)));

type Clause = AnyClause<keyof EnglishYesNo>;

const boundaries: ReadonlySet<string> = new Set([...punctuation, ...signKinds, 'conjunctions', 'regrets']);
const isParticle = ({ kind }: Token): boolean => kind === 'yes' || kind === 'no';
const withoutContent: ReadonlySet<string> = new Set<TokenKind>([
  'functionWords',
  'times',
  'courtesies',
  'greetings',
]);
const hasContent = ({ kind }: Token): boolean => !withoutContent.has(kind);

const subjects: ReadonlySet<string> = new Set(['i', 'we']);

const clausesOf = clauseSplitter<keyof EnglishYesNo>({
  boundaries,
  hasContent,
  resolve: (token) => token,
  starts: englishYesNo.clauseStarts.map((phrase) => phrase.split(' ')),
  embedding: new Set(englishYesNo.embedding),
  subjects,
  resuming: subjects,
  continuing: new Set<TokenKind>([
    'auxiliaries',
    'conditions',
    'unsure',
    'certain',
    'questionWords',
    'requests',
  ]),
  leading: new Set<TokenKind>([
    'firmYes',
    'firmNo',
    'weakYes',
    'attendance',
    'wishes',
    'cancelling',
    'courtesies',
    'greetings',
  ]),
});

function readClause(clause: Clause, evidence: Evidence, question: Question): void {
  const { tokens } = clause;
  const { limits } = evidence;
  const kinds = new Set(tokens.map(({ kind }) => kind));
  const cancels = isCancelling(tokens);
  const isAsking = (clause.isQuestion || asks(tokens)) && !(cancels && kinds.has('requests'));
  if (kinds.has('conditions')) limits.add('condition');
  for (const limit of limitsOfYes(tokens, isAsking, question)) limits.add(limit);
  const undecided = hesitationOf(tokens, isAsking, cancels);
  if (undecided !== undefined) limits.add(undecided);
  else if (cancels) readCancelling(tokens, evidence, question);
  else if (tokens.some(isParticle)) readParticle(clause, evidence);
  else if (kinds.has('negators')) readNegation(tokens, evidence, question);
  else readStatement(tokens, evidence, question);
}

function hesitationOf(
  tokens: readonly Token[],
  isAsking: boolean,
  cancels: boolean,
): 'unsure' | 'thinking' | 'question' | undefined {
  const has = (kind: TokenKind) => tokens.some((token) => token.kind === kind);
  if (has('unsure') || isUncertain(tokens)) return 'unsure';
  if (has('thinking')) return 'thinking';
  if (isAsking) return 'question';
  return !cancels && negatesNo(tokens) ? 'unsure' : undefined;
}

/** "I have to cancel", "please cancel", but not "my wife has to cancel". */
function isCancelling(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ kind }) => kind === 'cancelling');
  return at !== -1 && !tokens.slice(0, at).some((token) => isUnknown(token) || isParticle(token));
}

/** "I am not cancelling", "no need to cancel". */
const negations = new Set(['not', 'never', 'no', 'without']);

function readCancelling(tokens: readonly Token[], evidence: Evidence, { asksFor }: Question): void {
  const isNegated = tokens.some(({ words }) => negations.has(words[0]!));
  if (asksFor === 'change') return;
  if (asksFor === 'cancelling') addAnswer(evidence, !isNegated, 'statement');
  else if (isNegated) {
    addAnswer(evidence, true, 'weak');
    evidence.limits.add('addition');
  } else {
    // "I was going to cancel" is a refusal, unless "but I'm coming" follows.
    addAnswer(evidence, false, isPast(tokens) ? 'wish' : 'statement');
  }
}

/**
 * Returns why a yes beside the clause may be none: it has words that neither the grammar nor the question knows (`addition`), words of change, or it asks
 * back.
 */
function limitsOfYes(
  tokens: readonly Token[],
  isAsking: boolean,
  question: Question,
): readonly ('addition' | 'reservation')[] {
  const open = new Set(tokens.filter((token) => !isAsked(token, question)).map(({ kind }) => kind));
  const changes = question.asksFor === 'cancelling' ? changesBeside : changesOfMind;
  if (changes.some((kind) => open.has(kind))) return ['reservation'];
  if (isAsking) {
    const isAgreed = tokens.some(({ kind }) => kind === 'firmYes' || kind === 'attendance');
    return isPractical(tokens) || isAgreed ? [] : ['reservation'];
  }
  if (tokens.some((token, index) => token.kind === 'name' && isPlace(tokens, index))) return ['reservation'];
  return open.has('unknown') ? ['addition'] : [];
}

/** Classes that take a yes back, and those that take back "yes, cancel it". */
const changesBeside: readonly TokenKind[] = ['changes', 'reservations'];
const changesOfMind: readonly TokenKind[] = [...changesBeside, 'cancelling', 'absences'];

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
  return (
    first?.kind === 'questionWords' ||
    first?.kind === 'requests' ||
    (first?.kind === 'auxiliaries' && second?.kind === 'pronouns')
  );
}

const unknownKinds: ReadonlySet<TokenKind> = new Set([
  'unknown',
  'mentions',
  'additions',
  'cancelling',
  'absences',
  'changes',
  'name',
]);
const isUnknown = ({ kind }: Token): boolean => unknownKinds.has(kind);

/** A particle among known words only: "tomorrow, yes", "absolutely no". "My wife said no" is neither. */
function readParticle({ tokens, isOpening }: Clause, evidence: Evidence): void {
  const has = (...kinds: TokenKind[]) => tokens.some(({ kind }) => kinds.includes(kind));
  const isUnclear = tokens.some(isUnknown) || hasNoBeforeNoun(tokens);
  if (isUnclear ? has('no', 'negators') : has('negators', 'against')) evidence.limits.add('negation');
  if (isUnclear) return;
  if (has('yes')) addAnswer(evidence, true, isOpening ? 'opening' : 'particle');
  if (has('no', 'firmNo')) addAnswer(evidence, false, 'particle');
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
  const change = after.findIndex(({ kind }) => kind === 'changes' || kind === 'absences');
  const between = after.slice(0, Math.max(change, 0));
  return (
    change !== -1 &&
    change <= maxWordsBeforeChange &&
    !between.some(({ kind }) => kind === 'pronouns' || kind === 'additions')
  );
}

/** "I have no appointment". */
function hasNoBeforeNoun(tokens: readonly Token[]): boolean {
  const verb = tokens.findIndex(({ kind }) => kind === 'auxiliaries');
  return verb !== -1 && tokens.slice(verb + 1, -1).some(({ kind }) => kind === 'no');
}

const agreeing: ReadonlySet<TokenKind> = new Set([
  'support',
  'weakYes',
  'firmYes',
  'attendance',
  'wishes',
  'negatable',
  'certain',
]);

/** "Yes, I can't come" agrees to cancel. */
function refuse(tokens: readonly Token[], evidence: Evidence, { asksFor }: Question): void {
  const isAboutComing = tokens.some(({ words }) => words.some((word) => coming.has(word)));
  const agrees = asksFor === 'cancelling' && isAboutComing;
  addAnswer(evidence, agrees, agrees ? 'opening' : 'statement');
}

/** A negation refuses if it belongs to a word of agreement or to a short answer: "that is not fine", "I do not". */
function readNegation(tokens: readonly Token[], evidence: Evidence, question: Question): void {
  const { limits } = evidence;
  const at = tokens.findIndex(({ kind }) => kind === 'negators');
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const wordsAfter = after.flatMap(({ words }) => words);
  const isHedged = partial.has(wordsAfter[0] ?? '') || wordsAfter.some((word) => certain.has(word));
  if (isHedged || negatesChange(after)) limits.add('unsure');
  else if (isImpersonal(tokens[at]!, question) || !isPlainRefusal(tokens[at]!, before, after))
    limits.add('negation');
  else refuse(tokens, evidence, question);
}

/** "Nothing would make me happier", "nobody can stop me", but "nothing came" after "Did you receive it?". */
const impersonal = new Set(['nothing', 'nobody', 'nowhere']);
const isImpersonal = ({ words }: Token, { words: asked }: Question): boolean =>
  impersonal.has(words[0]!) && !echoes.some(({ question }) => asked.some((word) => question.has(word)));

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

function readStatement(tokens: readonly Token[], evidence: Evidence, question: Question): void {
  const unknownAt = tokens.findIndex(isUnknown);
  const known = unknownAt === -1 ? tokens : tokens.slice(0, unknownAt);
  const refuses = isAbsent(tokens, question) || known.some(isRefusing);
  if (refuses) refuse(tokens, evidence, question);
  if (isPast(tokens) && !question.words.some((word) => past.has(word))) {
    readPast(tokens, evidence);
    return;
  }
  limitByUnknown(tokens, evidence);
  const strength =
    agreementBeside(tokens, known) ?? (unknownAt === -1 && !refuses ? agreementOf(tokens) : undefined);
  if (strength !== undefined) agree(strength, evidence, question);
}

/** "Yes, it works for what I said" may be about something else. */
function limitByUnknown(tokens: readonly Token[], { limits }: Evidence): void {
  if (tokens.some(({ kind }) => kind === 'unknown')) limits.add('loose');
}

/** "I was going to come" is taken back by "but I can't". */
function readPast(tokens: readonly Token[], evidence: Evidence): void {
  if (!tokens.some(({ words }) => words.some((word) => coming.has(word)))) return;
  addAnswer(evidence, true, 'wish');
  evidence.limits.add('reservation');
}

/** "I'll be there" agrees, unless the question asks to cancel. */
const agree = (strength: Strength, evidence: Evidence, { asksFor }: Question): void =>
  addAnswer(evidence, strength !== 'attendance' || asksFor !== 'cancelling', strength);

/** How firmly a sentence with unknown words agrees: by the words before these. */
function agreementBeside(tokens: readonly Token[], known: readonly Token[]): Strength | undefined {
  const kinds = new Set(known.map(({ kind }) => kind));
  if (kinds.has('attendance')) return 'attendance';
  if (isEmphatic(tokens) || kinds.has('firmYes')) return 'statement';
  return kinds.has('wishes') ? 'wish' : undefined;
}

const isRefusing = ({ kind }: Token): boolean => kind === 'firmNo' || kind === 'against';

/** "I'm away then", but not "my husband is away then". */
function isAbsent(tokens: readonly Token[], question: Question): boolean {
  const others = tokens.filter(({ kind }) => kind !== 'absences');
  const isThen = others.some(
    (token) => token.kind === 'thatTime' || (token.kind === 'times' && isAsked(token, question)),
  );
  const isFirstPerson = others.some(({ words }) => words[0] === 'i' || words[0] === 'we');
  return (
    question.asksFor === 'other' &&
    others.length < tokens.length &&
    isThen &&
    isFirstPerson &&
    !others.some(isUnknown)
  );
}

/** How firmly a sentence of known words agrees; undefined if it does not. */
function agreementOf(tokens: readonly Token[]): Strength | undefined {
  const kinds = new Set(tokens.map(({ kind }) => kind));
  if (kinds.has('intensifiers') || kinds.has('certain') || isShortAnswer(tokens)) return 'statement';
  if (!kinds.has('weakYes') && !kinds.has('support')) return undefined;
  const hasSubject = kinds.has('pronouns') || kinds.has('auxiliaries') || kinds.has('number');
  return hasSubject && kinds.has('support') ? 'statement' : 'weak';
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
