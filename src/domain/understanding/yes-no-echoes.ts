import { indexOfRun, type Words } from './words.ts';
import type { Kind, YesNoGrammar } from './yes-no-grammar.ts';
import type { Token as AnyToken } from './yes-no-tokens.ts';

type Token = AnyToken<Kind>;

/** Reads the tokens of an answer in the light of the words of its question. */
export type EchoReader = (tokens: readonly Token[], asked: readonly string[]) => readonly Token[];

/** Returns the tokens of a phrase of `echoes` that does not answer the question. */
type PlainTokens = (text: string) => readonly Token[];

/** Returns the phrases of all answers in `echoes`. */
export const echoPhrases = (echoes: YesNoGrammar['echoes']): string =>
  echoes.flatMap(({ yes, no }) => [yes, no ?? '']).join('|');

/**
 * Returns a function that marks what an answer says about its question. "I paid it" agrees with "Have you paid?", and "at nine" is no answer about ten.
 */
export function echoReader(
  { wordsOf }: Words,
  { echoes, hours, hourUnit = '', mornings, weekdays }: YesNoGrammar,
  plainTokens: PlainTokens,
): EchoReader {
  const runsOf = (phrases: string) => phrases.split('|').map((phrase) => wordsOf(phrase));
  const textsOf = (phrases: string) => runsOf(phrases).map((words) => words.join(' '));
  const groups = echoes.map(({ question, yes, no }) => ({
    question: runsOf(question),
    yes: textsOf(yes),
    no: no === undefined ? [] : textsOf(no),
  }));
  const clock = runsOf(hours);
  const timesOfDay = [...clock, ...runsOf(mornings)].filter((run) => run.length > 0);
  const days = new Set(wordsOf(weekdays));
  return (tokens, asked) => {
    const has = (run: readonly string[]) => indexOfRun(asked, run) !== -1;
    const askedGroups = groups.filter(({ question }) => question.some(has));
    const yes = new Set(askedGroups.flatMap((group) => group.yes));
    const no = new Set(askedGroups.flatMap((group) => group.no));
    const askedDays = asked.filter((word) => days.has(word));
    const otherTimes = new Set([
      ...(timesOfDay.some(has) ? otherHoursIn(tokens, [...asked, ...wordsOf(hourUnit)], clock) : []),
      ...(askedDays.length > 0 ? [...days].filter((day) => !askedDays.includes(day)) : []),
    ]);
    const isAgreed = tokens.some(({ kind, words }) => kind === 'echoes' && yes.has(words.join(' ')));
    const inContext = (token: Token): Token => {
      const { kind, words } = token;
      if (words.some((word) => otherTimes.has(word))) return { kind: 'elsewhen', words };
      if (!words.every((word) => asked.includes(word))) return token;
      if (kind === 'neutral' && days.has(words.join(' '))) return { kind: 'thatTime', words };
      return repeatable.has(kind) ? { kind: 'neutral', words } : token;
    };
    return tokens.flatMap((token) => {
      const { kind, words, otherwise } = token;
      const text = words.join(' ');
      if (kind !== 'echoes') return [inContext(token)];
      if (yes.has(text)) return [{ kind: 'modals', words }];
      if (no.has(text)) return [{ kind: isAgreed ? (otherwise ?? 'negators') : 'against', words }];
      return plainTokens(text).map(inContext);
    });
  };
}

const repeatable: ReadonlySet<string> = new Set<Kind | 'unknown' | 'name'>(['unknown', 'name', 'additions']);

/** Returns words of hours in the answer that the question does not have. */
function otherHoursIn(
  tokens: readonly Token[],
  asked: readonly string[],
  clock: readonly (readonly string[])[],
): readonly string[] {
  const words = tokens.flatMap((token) => token.words);
  const others = clock.filter((hour) => indexOfRun(asked, hour) === -1 && indexOfRun(words, hour) !== -1);
  return others.flatMap((hour) => hour.find((word) => !asked.includes(word)) ?? []);
}
