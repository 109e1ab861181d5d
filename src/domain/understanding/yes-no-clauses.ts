import { lazy } from './lazy.ts';
import type { Words } from './words.ts';
import { clauseSplitter, type Clause as AnyClause } from './yes-no-boundaries.ts';
import {
  afterNo,
  afterYes,
  boundaries,
  continuing,
  hasContent,
  isRegretted,
  isUnknown,
  leading,
  startsOfConcord,
} from './yes-no-classes.ts';
import { addAnswer, isSameStem, noEvidence, punctuation, yesNoParser } from './yes-no.ts';
import type { Evidence, Question, Strength, YesNoParser } from './yes-no.ts';
import { echoPhrases, echoReader } from './yes-no-echoes.ts';
import { kinds, type Kind, type YesNoGrammar } from './yes-no-grammar.ts';
import { respelled, tokenizer, type PlainKind, type Token as AnyToken } from './yes-no-tokens.ts';

type Token = AnyToken<Kind>;

/**
 * Returns the parser of a language of continental Europe. It looks at a clause as a whole, because the negation follows the verb in German and Dutch,
 * and precedes it in Spanish, Portuguese and Italian: a clause of known words with a negation and a word of agreement refuses.
 */
export const clauseParser = (words: Words, grammar: YesNoGrammar): YesNoParser =>
  lazy(() => parserOf(words, grammar));

function parserOf(words: Words, grammar: YesNoGrammar): YesNoParser {
  const wordsOf = respelled(words.wordsOf, grammar.spellings);
  const phrases = { ...grammar.phrases, echoes: echoPhrases(grammar.echoes) };
  const lists = Object.fromEntries(
    kinds.map((kind) => [kind, phrases[kind].split('|').filter((phrase) => phrase.trim() !== '')]),
  ) as unknown as Record<Kind, readonly string[]>;
  const hesitations = new Set(wordsOf(grammar.hesitations));
  const negations = new Set(
    [...lists.negators, ...lists.weakNegators, ...lists.no].map((phrase) => wordsOf(phrase).join(' ')),
  );
  const affirmations = new Set(lists.yes.map((phrase) => wordsOf(phrase).join(' ')));
  const wordSet = (text = '') => new Set(wordsOf(text));
  const coming = wordSet(grammar.coming);
  const subjects = wordSet(grammar.subjects);
  const context = {
    negations,
    hasNegativeConcord: grammar.hasNegativeConcord,
    clausesOf: clauseSplitter<Kind>({
      boundaries,
      hasContent,
      resolve: (token, isFirst, after) => resolved(token, isFirst, after, affirmations),
      starts: grammar.clauseStarts.split('|').map((phrase) => wordsOf(phrase)),
      // A negation before its verb belongs to the clause that follows: "no | estoy".
      embedding: new Set([...wordsOf(grammar.embedding), ...(grammar.hasNegativeConcord ? negations : [])]),
      continuing,
      subjects,
      resuming: wordSet(grammar.resuming),
      leading,
      ...(grammar.hasNegativeConcord ? startsOfConcord(coming) : {}),
    }),
    coming,
    // A negation precedes its verb in a language with concord: "não tenho que trabalhar".
    duties: new Set(grammar.hasNegativeConcord ? [] : wordsOf(phrases.obligations)),
    separable: separableVerbs(grammar.separable, wordSet),
  };
  const rules = {
    phrases: lists,
    kinds,
    wordsOf,
    isHesitation: (words: readonly string[], index: number) => hesitations.has(words[index]!),
    hasCapitalNames: grammar.hasCapitalNames,
  };
  const tokensOf = tokenizer(rules);
  const echoesIn = echoReader(
    { ...words, wordsOf },
    grammar,
    tokenizer({ ...rules, phrases: { ...lists, echoes: [] } }),
  );
  return yesNoParser<Kind>({
    wordsOf,
    tokensOf,
    evidenceOf: (tokens, question) => evidenceOf(echoesIn(tokens, question.words), { ...context, question }),
    corrections: 'corrections',
    contrasts: 'contrasts',
    conclusions: wordSet(grammar.conclusions),
    concluding,
    subjects,
    timePrepositions: wordSet(grammar.timePrepositions),
    cancelling: 'cancelling',
    changes: 'changes',
    weekdays: new Set(wordsOf(grammar.weekdays)),
    alternatives: new Set([...negations, ...wordsOf(grammar.alternatives)]),
    repeats,
    signature: new Set(['unknown', 'name', 'neutral', 'functionWords', 'placePrepositions']),
  });
}

const separableVerbs = (
  separable: YesNoGrammar['separable'],
  wordSet: (text?: string) => ReadonlySet<string>,
): Context['separable'] => ({ verbs: wordSet(separable?.verbs), particle: separable?.particle });

/** Classes with which an answer starts after "so". */
const concluding: ReadonlySet<Kind | PlainKind> = new Set<Kind>([
  'yes',
  'no',
  'attendance',
  'agreement',
  'refusal',
  'cancelling',
]);

/** Classes of which an answer with a value consists. */
const repeating: Readonly<Record<'true' | 'false', ReadonlySet<string>>> = {
  true: new Set<Kind | 'signYes'>([
    'yes',
    'loneYes',
    'agreement',
    'attendance',
    'wishes',
    'emphasis',
    'weak',
    'support',
    'modals',
    'signYes',
  ]),
  false: new Set<Kind | 'signNo'>([
    'no',
    'refusal',
    'emphasis',
    'against',
    'regrets',
    'support',
    'modals',
    'weak',
    'signNo',
    'agreement',
    'attendance',
    'wishes',
    'negatable',
  ]),
};
const repeatedAround: ReadonlySet<string> = new Set<Kind>([
  'courtesies',
  'greetings',
  'thatTime',
  'functionWords',
  'negators',
  'weakNegators',
]);
const repeats = ({ kind }: Token, value: boolean): boolean =>
  repeating[`${value}`].has(kind) || repeatedAround.has(kind);

interface Context {
  /** Single words of negation. */
  readonly negations: ReadonlySet<string>;
  readonly hasNegativeConcord: boolean;
  readonly clausesOf: (tokens: readonly Token[]) => Clause[];
  readonly coming: ReadonlySet<string>;
  /** Words of obligation: "I have to work". */
  readonly duties: ReadonlySet<string>;
  readonly separable: { readonly verbs: ReadonlySet<string>; readonly particle: string | undefined };
  readonly question: Question;
}

type Clause = AnyClause<Kind>;

function evidenceOf(tokens: readonly Token[], context: Context): Evidence {
  const evidence = noEvidence();
  const marked = namesMarked(tokens);
  evidence.hasUnknown = marked.some(isUnknown);
  evidence.hasDetail = marked.some((token) => details.has(token.kind) && !isAsked(token, context));
  const regrets = context.question.asksFor !== 'cancelling' && marked.some(({ kind }) => kind === 'regrets');
  if (regrets) evidence.limits.add('contrast');
  const clauses = context.clausesOf(marked);
  for (const clause of clauses) readClause(clause, evidence, context);
  if (isConfirmed(evidence) || clauses.some((clause) => isAttending(clause, context)))
    evidence.limits.delete('addition');
  return evidence;
}

/** "Oui, c'est noté sur le frigo": a particle and a statement that agree. */
const isConfirmed = ({ answers, limits }: Evidence): boolean =>
  !limits.has('loose') &&
  answers.every(({ value }) => value) &&
  answers.some(({ strength }) => strength === 'particle') &&
  answers.some(({ strength }) => strength === 'statement');

/** "Ahí estaré, llevo las radiografías": a clause of known words that agrees to come counts beside others. */
const isAttending = ({ tokens, isQuestion }: Clause, context: Context): boolean =>
  !isQuestion &&
  tokens.some(({ kind }) => kind === 'attendance') &&
  !tokens.some(isUnknown) &&
  !isNegated(tokens, context);

/** Times and numbers. */
const details: ReadonlySet<string> = new Set<Kind | 'number'>(['neutral', 'number']);

const isAsked = ({ words }: Token, { question }: Context): boolean =>
  words.every((word) => question.words.some((one) => isSameStem(one, word)));

const maxNameWords = 3;

/** "Hier ist Anna Weber": unknown words after an introduction are a name. "Frau" alone introduces none. */
function namesMarked(tokens: readonly Token[]): Token[] {
  let left = 0;
  return tokens.map((token, index) => {
    if (token.kind === 'introductions') {
      left = maxNameWords;
      const next = tokens.slice(index + 1).find(({ kind }) => !punctuation.has(kind));
      const isAlone = token.otherwise !== undefined && !isName(next);
      return isAlone ? { kind: token.otherwise, words: token.words } : token;
    }
    if (isInitialBeforeName(tokens, index)) {
      left = maxNameWords;
      return { ...token, kind: 'name' };
    }
    if (punctuation.has(token.kind)) return token;
    left = isName(token) ? left - 1 : 0;
    return left >= 0 && isName(token) ? { ...token, kind: 'name' } : token;
  });
}

/** "Confirmé. M. Lefebvre", "confermo. A. Conti". */
function isInitialBeforeName(tokens: readonly Token[], index: number): boolean {
  const { kind, words } = tokens[index]!;
  const isInitial = (kind === 'functionWords' || kind === 'unknown') && words.join('').length === 1;
  return isInitial && tokens[index + 1]?.kind === 'stop' && isName(tokens[index + 2]);
}

const isName = (token: Token | undefined): boolean => token?.kind === 'unknown' || token?.kind === 'name';

/** "Ich sage den Termin ab": the particle of the verb shows that it cancels. */
function separableMarked(tokens: readonly Token[], { separable }: Context): readonly Token[] {
  const verb = tokens.findIndex(({ words }) => separable.verbs.has(words[0]!));
  return verb === -1
    ? tokens
    : tokens.map((token, index) =>
        index > verb && token.words.length === 1 && token.words[0] === separable.particle
          ? { kind: 'cancelling', words: token.words }
          : token,
      );
}

/** Decides between the classes of a word that is in two. */
function resolved(
  token: Token,
  isFirst: boolean,
  after: readonly Token[],
  affirmations: ReadonlySet<string>,
): Token {
  const { kind, otherwise, words } = token;
  if (otherwise === undefined) return token;
  const isFirstBefore = (classes: ReadonlySet<string>) => isFirst && isFollowedBy(classes, after);
  switch (`${kind} ${otherwise}`) {
    // "Solo" at the end of a clause is no condition: "non posso lasciarlo solo".
    case 'conditions partial':
      return isFollowedBy(nothing, after) ? { kind: otherwise, words } : token;
    // German "ne" is an article too.
    case 'no functionWords':
      return isFirstBefore(afterNo) ? token : { kind: otherwise, words };
    case 'no negators':
      return isFirst && isParticleBefore(token, after, affirmations) ? token : { kind: otherwise, words };
    default:
      return kind === 'loneYes' ? loneYes(token, otherwise, isFirstBefore(afterYes)) : token;
  }
}

const loneYes = ({ words }: Token, otherwise: Kind, isYes: boolean): Token => ({
  kind: isYes ? 'yes' : otherwise,
  words,
});

const nothing: ReadonlySet<string> = new Set();

/** Returns whether a no does not negate what follows. */
const isParticleBefore = (
  token: Token,
  after: readonly Token[],
  affirmations: ReadonlySet<string>,
): boolean =>
  !isWithinQuestion(after) &&
  (isFollowedBy(afterNo, after) || isRepeated(token, after) || isAffirmed(after[0], affirmations));

/** "Não, posso sim": the phrase has a word of agreement. */
const isAffirmed = (token: Token | undefined, affirmations: ReadonlySet<string>): boolean =>
  token?.kind === 'attendance' && token.words.some((word) => affirmations.has(word));

/** "¿No era el martes?" */
function isWithinQuestion([next, ...after]: readonly Token[]): boolean {
  const isLast = next === undefined || boundaries.has(next.kind);
  return !isLast && after.find(({ kind }) => boundaries.has(kind))?.kind === 'query';
}

/** Returns whether the clause ends or continues with one of the classes. */
function isFollowedBy(classes: ReadonlySet<string>, [next]: readonly Token[]): boolean {
  return next === undefined || boundaries.has(next.kind) || classes.has(next.kind);
}

/** "No la semana que viene no puedo": the second one is the negation. */
function isRepeated({ words }: Token, after: readonly Token[]): boolean {
  const end = after.findIndex(({ kind }) => boundaries.has(kind));
  return after.slice(0, end === -1 ? undefined : end).some((token) => token.words[0] === words[0]);
}

function readClause(clause: Clause, evidence: Evidence, context: Context): void {
  const { limits } = evidence;
  const tokens = separableMarked(clause.tokens, context);
  const kindsOf = new Set(tokens.map(({ kind }) => kind));
  const asks = asksBack(tokens, clause.isQuestion, context);
  const isKnownReason = clause.isReason && evidence.answers.length > 0;
  if (kindsOf.has('conditions')) limits.add('condition');
  for (const limit of limitsOfYes(tokens, asks, context))
    if (!isKnownReason || limit !== 'addition') limits.add(limit);
  const undecided = hesitationOf(kindsOf, asks);
  if (undecided !== undefined) limits.add(undecided);
  else if (!isKnownReason && !kindsOf.has('hedges')) readAnswer(tokens, clause.isOpening, evidence, context);
}

function readAnswer(
  tokens: readonly Token[],
  isOpening: boolean,
  evidence: Evidence,
  context: Context,
): void {
  if (isCancelling(tokens)) readCancelling(tokens, evidence, context);
  else if (isNegated(tokens, context)) readNegation(tokens, evidence, context);
  else readStatement(tokens, isOpening, evidence, context);
}

function hesitationOf(
  kindsOf: ReadonlySet<string>,
  asks: boolean,
): 'unsure' | 'thinking' | 'question' | undefined {
  // "Vielleicht ein andermal" takes a yes back, and follows a no.
  const isLater = kindsOf.has('reservations') || kindsOf.has('elsewhen');
  if (kindsOf.has('hedges')) return isLater ? undefined : 'unsure';
  if (kindsOf.has('thinking')) return 'thinking';
  return asks ? 'question' : undefined;
}

/** "Can you cancel it?" is an answer. */
function asksBack(tokens: readonly Token[], isQuestion: boolean, { negations }: Context): boolean {
  if (isCancelling(tokens) && tokens.some(({ kind }) => kind === 'requests')) return false;
  return (isQuestion || opensQuestion(tokens)) && !tokens.some((token) => hasOwnNegation(token, negations));
}

/** "Ich muss absagen", "bitte absagen", but not "meine Frau muss absagen". */
function isCancelling(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ kind }) => kind === 'cancelling');
  return at !== -1 && !tokens.slice(0, at).some((token) => isUnknown(token) && token.kind !== 'obligations');
}

function readCancelling(tokens: readonly Token[], evidence: Evidence, context: Context): void {
  const { asksFor } = context.question;
  const negated = isNegated(tokens, context) || tokens.some(isRefusing);
  if (asksFor === 'change') return;
  if (asksFor === 'cancelling') addAnswer(evidence, !negated, 'statement');
  else if (negated) {
    addAnswer(evidence, true, 'weak');
    evidence.limits.add('addition');
  } else {
    // "Ich wollte absagen" is a refusal, unless "aber ich komme" follows.
    const isPast = tokens.some(({ kind }) => kind === 'reservations' || kind === 'elsewhen');
    addAnswer(evidence, false, isPast ? 'wish' : 'statement');
  }
}

/** "Je ne suis pas d'accord": the phrase of refusal has the negation. */
function isNegated(tokens: readonly Token[], { negations, hasNegativeConcord }: Context): boolean {
  const has = (kind: Kind) => tokens.some((token) => token.kind === kind);
  const isRefusal = ({ kind, words }: Token) =>
    kind === 'refusal' && words.some((word) => negations.has(word));
  return has('negators') || (has('weakNegators') && !(hasNegativeConcord && tokens.some(isRefusal)));
}

/**
 * Returns why a yes beside the clause may be none: it has words that neither the grammar nor the question knows (`addition`), words of change, or it asks
 * back.
 */
function limitsOfYes(
  tokens: readonly Token[],
  asks: boolean,
  context: Context,
): readonly ('addition' | 'reservation')[] {
  const open = new Set(
    tokens.filter((token) => isElsewhen(token) || !isAsked(token, context)).map(({ kind }) => kind),
  );
  if (changesFor(tokens, context).some((kind) => open.has(kind))) return ['reservation'];
  if (asks) return open.has('practicalQuestions') || open.has('agreement') ? [] : ['reservation'];
  const isPlace = tokens.some(
    ({ kind }, index) => kind === 'name' && tokens[index - 1]?.kind === 'placePrepositions',
  );
  if (isPlace) return ['reservation'];
  const isObliged = open.has('obligations') && !isCancelling(tokens);
  return open.has('unknown') || isObliged ? ['addition'] : [];
}

/** Classes that take a yes back. "Yes, rather cancel it" agrees to cancel. */
function changesFor(tokens: readonly Token[], { question }: Context): readonly Kind[] {
  if (question.asksFor !== 'cancelling') return changesOfMind;
  return isCancelling(tokens) ? changesBeside : [...changesBeside, 'reservations'];
}

const changesBeside: readonly Kind[] = ['changes', 'elsewhen'];
const changesOfMind: readonly Kind[] = [...changesBeside, 'reservations', 'cancelling', 'absences'];

const beforeQuestion: ReadonlySet<string> = new Set<Kind>([
  'functionWords',
  'courtesies',
  'greetings',
  'emphasis',
  'weak',
]);

/** "Ok wer ist da", but not "morgen ist das gut", where German and Dutch have the same order of words. */
function opensQuestion(tokens: readonly Token[]): boolean {
  const first = tokens.find(({ kind }) => !beforeQuestion.has(kind))?.kind;
  return first === 'questions' || first === 'practicalQuestions' || first === 'requests';
}

const agreeing: ReadonlySet<string> = new Set<Kind>([
  'support',
  'modals',
  'weak',
  'agreement',
  'attendance',
  'wishes',
  'negatable',
]);

function readNegation(tokens: readonly Token[], evidence: Evidence, context: Context): void {
  const { limits } = evidence;
  const at = tokens.findIndex(({ kind }) => kind === 'negators' || kind === 'weakNegators');
  const isHedged = tokens.find((token, index) => index > at && !isNeutral(token))?.kind === 'partial';
  if (isHedged || tokens.some(isKnowing) || negatesChange(tokens, at, context)) limits.add('unsure');
  else if (tokens.some(isElsewhen) || isDouble(tokens, context) || !isStrong(tokens, context))
    limits.add('negation');
  else if (!refuses(tokens, at)) limits.add('negation');
  else refuse(tokens, evidence, context);
}

/** "Ja, ich kann nicht kommen" agrees to cancel. */
function refuse(tokens: readonly Token[], evidence: Evidence, context: Context): void {
  const agrees = context.question.asksFor === 'cancelling' && isAboutComing(tokens, context);
  addAnswer(evidence, agrees, agrees ? 'opening' : 'statement');
}

const isAboutComing = (tokens: readonly Token[], { coming }: Context): boolean =>
  tokens.some(({ words }) => words.some((word) => coming.has(word)));

/** "Antes no podía". */
const isElsewhen = ({ kind }: Token): boolean => kind === 'elsewhen';

/** "Sicher" is a yes alone, and a hedge in "ich bin mir nicht sicher". */
const isKnowing = ({ kind, otherwise }: Token): boolean => kind === 'knowing' || otherwise === 'knowing';

const maxWordsToChange = 2;

/** "Ich sage nicht ab", "no quiero cancelar", but not "geht nicht, muss arbeiten". */
function negatesChange(tokens: readonly Token[], negator: number, { duties }: Context): boolean {
  const change = tokens.findIndex(
    ({ kind, words }) =>
      kind === 'changes' || (kind === 'absences' && !words.some((word) => duties.has(word))),
  );
  const between = tokens.slice(Math.min(change, negator) + 1, Math.max(change, negator));
  const isStated = between.some(
    ({ kind }) => kind === 'support' || kind === 'agreement' || kind === 'negatable',
  );
  return change !== -1 && between.length <= maxWordsToChange && !isStated;
}

const isNeutral = ({ kind }: Token): boolean => kind === 'functionWords';

const refusing: ReadonlySet<string> = new Set<Kind>(['yes', 'no', 'against']);

/** "Kein Problem", "warum nicht". */
const hasOwnNegation = ({ kind, words }: Token, negations: ReadonlySet<string>): boolean =>
  kind === 'agreement' && words.some((word) => negations.has(word));

/** "Nicht unmöglich", "nicht kein Problem", "das ist kein Nein": neither yes nor no. */
function isDouble(tokens: readonly Token[], { negations, hasNegativeConcord }: Context): boolean {
  const isRefused = tokens.some(({ kind }) => kind === 'refusal') && !hasNegativeConcord;
  if (isRefused || tokens.some((token) => refusing.has(token.kind) || hasOwnNegation(token, negations)))
    return true;
  const words = tokens
    .filter(({ kind }) => kind === 'negators' || kind === 'weakNegators')
    .map((token) => token.words.join(' '));
  return hasNegativeConcord ? new Set(words).size < words.length : words.length > 1;
}

/** "Kein" negates a noun. Beside another negation of a language with concord, it negates the clause: "je ne peux plus". */
function isStrong(tokens: readonly Token[], { hasNegativeConcord }: Context): boolean {
  const weak = tokens.filter(({ kind }) => kind === 'weakNegators').length;
  const isAny = tokens.some(({ kind }) => kind === 'negators');
  return isAny || (hasNegativeConcord && weak > 1);
}

const auxiliaries: ReadonlySet<string> = new Set<Kind>(['negatable', 'modals']);

/** A negation refuses in a clause of known words, or if unknown words follow both the negation and the agreement. */
function refuses(tokens: readonly Token[], negator: number): boolean {
  const unknown = tokens.findIndex(isUnknown);
  if (unknown === -1) return true;
  // "Je ne peux pas venir, j'ai un examen" also has the verb of coming.
  const cue = tokens.findIndex(({ kind }) => agreeing.has(kind) && !auxiliaries.has(kind));
  return cue !== -1 && unknown > Math.max(cue, negator);
}

function readStatement(
  tokens: readonly Token[],
  isOpening: boolean,
  evidence: Evidence,
  context: Context,
): void {
  const unknownAt = tokens.findIndex(isUnknown);
  const isKnown = unknownAt === -1;
  const known = kindsBefore(tokens, unknownAt);
  if (known.has('refusal') || known.has('against') || isAbsent(tokens, context))
    refuse(tokens, evidence, context);
  else readAgreement(tokens, known, isKnown, isOpening, evidence, context);
}

function readAgreement(
  tokens: readonly Token[],
  known: ReadonlySet<string>,
  isKnown: boolean,
  isOpening: boolean,
  evidence: Evidence,
  context: Context,
): void {
  if (isAbsence(tokens)) evidence.hasAbsence = true;
  if (!isKnown) limitByOthers(tokens, evidence);
  else if (known.has('no')) addAnswer(evidence, false, 'particle');
  const strength = agreementOf(known, isKnown);
  if (strength === 'statement' && isLoose(tokens, context)) evidence.limits.add('loose');
  if (strength === undefined) {
    // "Nein, Schatz ich komme": an agreement after unknown words contradicts a no.
    if (tokens.some(({ kind }) => kind === 'attendance')) evidence.limits.add('unsure');
  } else if (isOpening && strength === 'particle') addAnswer(evidence, true, 'opening');
  else agree(strength, known, evidence, context);
}

/** "Bin ich", "das geht" also start a clause about something else, where the subject can follow the verb. */
const isLoose = (tokens: readonly Token[], { hasNegativeConcord }: Context): boolean =>
  !hasNegativeConcord && tokens.some(({ kind }) => kind === 'unknown');

/** "My wife said no" is no answer, and neither is "the street yes". */
function limitByOthers(tokens: readonly Token[], { limits }: Evidence): void {
  if (tokens.some(isRefusing)) limits.add('negation');
  if (tokens.some(({ kind }) => kind === 'yes')) limits.add('partial');
}

const kindsBefore = (tokens: readonly Token[], end: number): ReadonlySet<string> =>
  new Set(tokens.slice(0, end === -1 ? undefined : end).map(({ kind }) => kind));

const isRefusing = ({ kind }: Token): boolean => kind === 'no' || kind === 'refusal';

/** "Ich komme" agrees, unless the question asks to cancel. "Ich hatte zugesagt" is taken back by "aber es geht nicht mehr". */
function agree(strength: Strength, known: ReadonlySet<string>, evidence: Evidence, context: Context): void {
  const value = strength !== 'attendance' || context.question.asksFor !== 'cancelling';
  addAnswer(evidence, value, known.has('reservations') ? 'wish' : strength);
}

/** "Da bin ich im Urlaub", but not "da ist mein Mann im Urlaub". */
function isAbsent(tokens: readonly Token[], { question }: Context): boolean {
  const isThen = tokens.some(({ kind }) => kind === 'thatTime' || kind === 'regrets');
  return question.asksFor === 'other' && ((isThen && isAbsence(tokens)) || isRegretted(tokens));
}

/** "Ich bin im Urlaub". */
function isAbsence(tokens: readonly Token[]): boolean {
  const others = tokens.filter(({ kind }) => kind !== 'absences');
  return others.length < tokens.length && !others.some(isUnknown);
}

/** How firmly a clause agrees; undefined if it does not. */
function agreementOf(known: ReadonlySet<string>, isKnown: boolean): Strength | undefined {
  const has = (kind: Kind) => known.has(kind);
  const beside = agreementBeside.find(([kind]) => has(kind));
  if (beside !== undefined || !isKnown) return beside?.[1];
  const isEmphatic = has('emphasis') && !has('no');
  return isEmphatic && !has('yes') ? 'statement' : agreementAlone.find(([kind]) => has(kind))?.[1];
}

/** Classes that agree beside unknown words, and classes that agree among known words only. */
const agreementBeside: readonly (readonly [Kind, Strength])[] = [
  ['attendance', 'attendance'],
  ['agreement', 'statement'],
  ['wishes', 'wish'],
];
const agreementAlone: readonly (readonly [Kind, Strength])[] = [
  ['yes', 'particle'],
  ['support', 'statement'],
  ['modals', 'statement'],
  ['weak', 'weak'],
];
