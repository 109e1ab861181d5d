import type { Kind } from './yes-no-grammar.ts';
import type { Token as AnyToken } from './yes-no-tokens.ts';
import { punctuation, signKinds } from './yes-no.ts';

type Token = AnyToken<Kind>;

/** Classes that end a clause. */
export const boundaries: ReadonlySet<string> = new Set([
  ...punctuation,
  ...signKinds,
  'conjunctions',
  'reasons',
]);

const withoutContent: ReadonlySet<string> = new Set<Kind>([
  'functionWords',
  'neutral',
  'courtesies',
  'greetings',
  'thatTime',
  'placePrepositions',
  'emphasis',
  'regrets',
]);
export const hasContent = ({ kind }: Token): boolean => !withoutContent.has(kind);

/** Classes after which a clause continues: "ob ich kann". */
export const continuing: ReadonlySet<string> = new Set<Kind>([
  'conditions',
  'hedges',
  'knowing',
  'questions',
  'practicalQuestions',
  'requests',
]);

/** Italian "che", Portuguese "que" after an answer: "não posso, que parti a perna", but not "não quero que cancele". */
function startsReasonAfter(
  clause: readonly Token[],
  { kind, otherwise }: Token,
  coming: ReadonlySet<string>,
): boolean {
  if (kind !== 'hedges' || otherwise !== 'partial') return false;
  const isRefused =
    clause.some((token) => token.kind === 'negators') &&
    clause.at(-1)!.words.some((word) => coming.has(word));
  return isRefused || clause.some((token) => token.kind === 'attendance' || token.kind === 'refusal');
}

/**
 * "Me trae mi nieto ahí estaré", "tengo un entierro no puedo": the verb names the speaker. A refusal without a person may be about others: "a mi marido
 * no le va bien".
 */
function startsAfterUnknown(clause: readonly Token[], { kind, words }: Token, isStart: boolean): boolean {
  // "C'est moi, que voulez-vous", also without the comma.
  if (kind === 'questions' && words.length > 1) return clause.some((token) => token.kind === 'agreement');
  if (!clause.some(isUnknown)) return false;
  const isAboutOthers = clause.some((token) => token.kind === 'additions');
  return isStart || kind === 'attendance' || (kind === 'refusal' && !isAboutOthers);
}

/** Starts of clauses in a language with negative concord. */
export const startsOfConcord = (coming: ReadonlySet<string>) => ({
  startsReasonAfter: (clause: readonly Token[], token: Token) => startsReasonAfter(clause, token, coming),
  startsAfterUnknown,
});

/** Classes that can be the first in a clause before another one. */
export const leading: ReadonlySet<string> = new Set<Kind>([
  'agreement',
  'weak',
  'attendance',
  'wishes',
  'refusal',
  'cancelling',
  'courtesies',
  'greetings',
  'introductions',
]);
/** Classes after a yes that show that it is one. */
export const afterYes: ReadonlySet<string> = new Set<Kind>([
  'yes',
  'no',
  'loneYes',
  'emphasis',
  'weak',
  'courtesies',
  'greetings',
  'introductions',
  'attendance',
]);
/** Classes after a no that show that it does not negate a verb. */
export const afterNo: ReadonlySet<string> = new Set<Kind>([
  'yes',
  'no',
  'loneYes',
  'emphasis',
  'courtesies',
  'greetings',
  'introductions',
  'neutral',
  'placePrepositions',
  'regrets',
  'negators',
  'refusal',
  'hedges',
  'reservations',
  'thatTime',
]);

/** An unknown word, or a word of another subject than the answer. */
const unknownKinds: ReadonlySet<string> = new Set<Kind | 'unknown' | 'name'>([
  'unknown',
  'name',
  'additions',
  'obligations',
  'cancelling',
  'absences',
  'changes',
]);
export const isUnknown = ({ kind }: Token): boolean => unknownKinds.has(kind);

/** Classes that may agree. */
const consenting: ReadonlySet<string> = new Set<Kind>([
  'yes',
  'agreement',
  'attendance',
  'emphasis',
  'weak',
  'support',
  'modals',
  'wishes',
]);

/** "Mi dispiace ma quel giorno mi sposo", "infelizmente tenho audiência no fórum". */
export function isRegretted(tokens: readonly Token[]): boolean {
  const has = (kind: Kind) => tokens.some((token) => token.kind === kind);
  const isReason = has('absences') || (has('thatTime') && tokens.some(isUnknown));
  return has('regrets') && isReason && !tokens.some(({ kind }) => consenting.has(kind));
}
