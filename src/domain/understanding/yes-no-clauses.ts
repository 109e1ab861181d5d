import type { Words } from './words.ts';
import { isSameStem, punctuation, signKinds, yesNoParser } from './yes-no.ts';
import type { Evidence, Strength, YesNoParser } from './yes-no.ts';
import { kinds, type Kind, type YesNoGrammar } from './yes-no-grammar.ts';
import { tokenizer, type Token as AnyToken } from './yes-no-tokens.ts';

type Token = AnyToken<Kind>;

/**
 * Returns the parser of a language of continental Europe. It looks at a clause as a whole, because the negation follows the verb in German and Dutch,
 * and precedes it in Spanish, Portuguese and Italian: a clause of known words with a negation and a word of agreement refuses.
 */
export function clauseParser({ wordsOf }: Words, grammar: YesNoGrammar): YesNoParser {
  const lists = Object.fromEntries(
    kinds.map((kind) => [kind, grammar.phrases[kind].split('|').filter((phrase) => phrase.trim() !== '')]),
  ) as unknown as Record<Kind, readonly string[]>;
  const hesitations = new Set(wordsOf(grammar.hesitations));
  const negations = new Set(
    [...lists.negators, ...lists.weakNegators, ...lists.no].map((phrase) => wordsOf(phrase).join(' ')),
  );
  const context = { negations, hasNegativeConcord: grammar.hasNegativeConcord };
  return yesNoParser<Kind>({
    wordsOf,
    tokensOf: tokenizer({
      phrases: lists,
      kinds,
      wordsOf,
      isHesitation: (words, index) => hesitations.has(words[index]!),
      hasCapitalNames: grammar.hasCapitalNames,
    }),
    evidenceOf: (tokens, asked) => evidenceOf(tokens, { ...context, asked }),
    corrections: 'corrections',
    alternatives: new Set([...negations, ...wordsOf(grammar.alternatives)]),
    repeats,
    signature: new Set(['unknown', 'name', 'neutral', 'functionWords', 'placePrepositions']),
  });
}

/** Classes of which an answer with a value consists. */
const repeating: Readonly<Record<'true' | 'false', ReadonlySet<string>>> = {
  true: new Set<Kind | 'signYes'>([
    'yes',
    'loneYes',
    'agreement',
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
    'negatable',
  ]),
};
const repeatedAround: ReadonlySet<string> = new Set<Kind>([
  'courtesies',
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
  /** The words of the question. */
  readonly asked: readonly string[];
}

interface Clause {
  readonly tokens: readonly Token[];
  readonly isQuestion: boolean;
}

const boundaries: ReadonlySet<string> = new Set([...punctuation, ...signKinds, 'contrasts', 'conjunctions']);

const withoutContent: ReadonlySet<string> = new Set<Kind>([
  'functionWords',
  'neutral',
  'courtesies',
  'placePrepositions',
  'emphasis',
  'regrets',
]);
const hasContent = ({ kind }: Token): boolean => !withoutContent.has(kind);
const isParticle = ({ kind }: Token): boolean => kind === 'yes' || kind === 'no';

function evidenceOf(tokens: readonly Token[], context: Context): Evidence {
  const evidence: Evidence = { yes: [], no: [], limits: new Set(), hasUnknown: false };
  for (const clause of clausesOf(namesMarked(tokens), evidence)) readClause(clause, evidence, context);
  return evidence;
}

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
    if (punctuation.has(token.kind)) return token;
    left = isName(token) ? left - 1 : 0;
    return left >= 0 && isName(token) ? { ...token, kind: 'name' } : token;
  });
}

const isName = (token: Token | undefined): boolean => token?.kind === 'unknown' || token?.kind === 'name';

/** Splits a text into clauses. A particle at the start of a clause is a clause. */
function clausesOf(tokens: readonly Token[], { limits }: Evidence): Clause[] {
  const clauses: Clause[] = [];
  let current: Token[] = [];
  const end = (isQuestion = false) => {
    if (current.length > 0) clauses.push({ tokens: current, isQuestion });
    current = [];
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'contrasts' || token.kind === 'regrets') limits.add('contrast');
    if (boundaries.has(token.kind)) end(token.kind === 'query');
    else {
      const isFirst = !current.some(hasContent);
      current.push(resolved(token, isFirst, tokens.slice(index + 1)));
      if (isFirst && isParticle(current.at(-1)!) && tokens[index + 1]?.kind !== 'query') end();
    }
  }
  end();
  return clauses;
}

/** Classes after a yes that show that it is one. */
const afterYes: ReadonlySet<string> = new Set<Kind>([
  'yes',
  'no',
  'loneYes',
  'emphasis',
  'weak',
  'courtesies',
  'introductions',
]);
/** Classes after a no that show that it does not negate a verb. */
const afterNo: ReadonlySet<string> = new Set<Kind>([
  'yes',
  'no',
  'loneYes',
  'emphasis',
  'courtesies',
  'introductions',
  'neutral',
  'placePrepositions',
  'regrets',
  'negators',
  'refusal',
  'hedges',
  'reservations',
]);

/** Decides between the classes of a word that is in two. */
function resolved(token: Token, isFirst: boolean, after: readonly Token[]): Token {
  const { kind, otherwise, words } = token;
  if (otherwise === undefined) return token;
  if (kind === 'loneYes') return { kind: isFollowedBy(afterYes, after) ? 'yes' : otherwise, words };
  if (kind !== 'no' || otherwise !== 'negators') return token;
  const isAnswer = isFirst && (isFollowedBy(afterNo, after) || isRepeated(token, after));
  return isAnswer ? token : { kind: otherwise, words };
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

function readClause({ tokens, isQuestion }: Clause, evidence: Evidence, context: Context): void {
  const { limits } = evidence;
  const kindsOf = new Set(tokens.map(({ kind }) => kind));
  const asks =
    (isQuestion || opensQuestion(tokens)) &&
    !tokens.some((token) => hasOwnNegation(token, context.negations));
  if (tokens.some(isUnknown)) evidence.hasUnknown = true;
  if (takesBack(tokens, asks, context)) limits.add('reservation');
  if (kindsOf.has('conditions')) limits.add('condition');
  if (kindsOf.has('hedges')) {
    // "Vielleicht ein andermal" takes a yes back, and follows a no.
    if (!kindsOf.has('reservations')) limits.add('unsure');
  } else if (asks) limits.add('question');
  else if (isNegated(tokens, context)) readNegation(tokens, evidence, context);
  else readStatement(tokens, evidence);
}

/** "Je ne suis pas d'accord": the phrase of refusal has the negation. */
function isNegated(tokens: readonly Token[], { negations, hasNegativeConcord }: Context): boolean {
  const has = (kind: Kind) => tokens.some((token) => token.kind === kind);
  const isRefusal = ({ kind, words }: Token) =>
    kind === 'refusal' && words.some((word) => negations.has(word));
  return has('negators') || (has('weakNegators') && !(hasNegativeConcord && tokens.some(isRefusal)));
}

/** An unknown word, or a word of another subject than the answer. */
const unknownKinds: ReadonlySet<string> = new Set<Kind | 'unknown' | 'name'>([
  'unknown',
  'name',
  'additions',
  'changes',
]);
const isUnknown = ({ kind }: Token): boolean => unknownKinds.has(kind);

/** Whether a yes beside the clause may be none: the clause has words that neither the grammar nor the question knows, or asks back. */
function takesBack(tokens: readonly Token[], asks: boolean, { asked }: Context): boolean {
  const isRepetition = ({ words }: Token) =>
    words.every((word) => asked.some((one) => isSameStem(one, word)));
  const open = tokens.filter((token) => !isRepetition(token)).map(({ kind }) => kind);
  if (open.includes('changes') || open.includes('reservations')) return true;
  if (asks) return !open.includes('practicalQuestions') && !open.includes('agreement');
  const isPlace = tokens.some(
    ({ kind }, index) => kind === 'name' && tokens[index - 1]?.kind === 'placePrepositions',
  );
  return open.includes('unknown') || isPlace;
}

const beforeQuestion: ReadonlySet<string> = new Set<Kind>([
  'functionWords',
  'courtesies',
  'emphasis',
  'weak',
]);

/** "Ok wer ist da", but not "morgen ist das gut", where German and Dutch have the same order of words. */
function opensQuestion(tokens: readonly Token[]): boolean {
  const first = tokens.find(({ kind }) => !beforeQuestion.has(kind))?.kind;
  return first === 'questions' || first === 'practicalQuestions';
}

const agreeing: ReadonlySet<string> = new Set<Kind>(['support', 'modals', 'weak', 'agreement', 'negatable']);

function readNegation(tokens: readonly Token[], evidence: Evidence, context: Context): void {
  const { limits } = evidence;
  const at = tokens.findIndex(({ kind }) => kind === 'negators' || kind === 'weakNegators');
  const isHedged = tokens.find((token, index) => index > at && !isNeutral(token))?.kind === 'partial';
  if (isHedged || tokens.some(isKnowing) || negatesChange(tokens, at)) limits.add('unsure');
  else if (isDouble(tokens, context) || !isStrong(tokens, context)) limits.add('negation');
  else if (refuses(tokens, at)) refuse(evidence, 'statement');
  else limits.add('negation');
}

/** "Sicher" is a yes alone, and a hedge in "ich bin mir nicht sicher". */
const isKnowing = ({ kind, otherwise }: Token): boolean => kind === 'knowing' || otherwise === 'knowing';

const maxWordsToChange = 2;

/** "Ich sage nicht ab", "no quiero cancelar". */
function negatesChange(tokens: readonly Token[], negator: number): boolean {
  const change = tokens.findIndex(({ kind }) => kind === 'changes');
  const between = tokens.slice(Math.min(change, negator) + 1, Math.max(change, negator));
  const isStated = between.some(({ kind }) => kind === 'support' || kind === 'agreement');
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

/** A negation refuses in a clause of known words, or if unknown words follow both the negation and the agreement. */
function refuses(tokens: readonly Token[], negator: number): boolean {
  const cue = tokens.findIndex(({ kind }) => agreeing.has(kind));
  const unknown = tokens.findIndex(isUnknown);
  if (unknown === -1) return true;
  const isVerb = tokens[cue]?.kind === 'negatable' || tokens[cue]?.kind === 'modals';
  return cue !== -1 && !isVerb && unknown > Math.max(cue, negator);
}

/** "Gut, das geht leider nicht": a weak word before a refusal only opens it. */
function refuse({ yes, no }: Evidence, strength: Strength): void {
  if (yes.every((one) => one === 'weak')) yes.length = 0;
  no.push(strength);
}

function readStatement(tokens: readonly Token[], evidence: Evidence): void {
  const { yes, limits } = evidence;
  const unknownAt = tokens.findIndex(isUnknown);
  const isKnown = unknownAt === -1;
  const known = new Set((isKnown ? tokens : tokens.slice(0, unknownAt)).map(({ kind }) => kind));
  const isRefused = known.has('refusal') || known.has('against');
  if (isRefused) refuse(evidence, 'statement');
  else if (isKnown && known.has('no')) refuse(evidence, 'particle');
  // "My wife said no" is no answer.
  else if (tokens.some(({ kind }) => kind === 'no' || kind === 'refusal')) limits.add('negation');
  if (!isRefused) yes.push(...agreementOf(known, isKnown));
}

/** How firmly a clause agrees; empty if it does not. */
function agreementOf(known: ReadonlySet<string>, isKnown: boolean): Strength[] {
  if (known.has('agreement')) return ['statement'];
  if (!isKnown) return [];
  if (known.has('yes')) return ['particle'];
  const states = known.has('support') || known.has('modals') || (known.has('emphasis') && !known.has('no'));
  if (states) return ['statement'];
  return known.has('weak') ? ['weak'] : [];
}
