import { intentLibrary } from './understanding/intent-library.ts';
import { contentWordsOf, startsWith, wordAt } from './understanding/words.ts';

/** 0 to 1; what is heard with less may be noise or another sentence. */
const sureFrom = 0.5;

/**
 * Further wordings of the same wish, understood where the recogniser has an open vocabulary. A closed vocabulary expects only those of
 * `intentLibrary.optOut`: each further phrase is mistaken for other speech at times.
 */
const furtherWordings = [
  'stop phoning',
  'stop ringing me',
  'stop contacting me',
  'stop harassing me',
  'stop bothering me',
  'quit calling',
  'no more calls',
  'do not want any more calls',
  'do not want any calls',
  'do not want to be called',
  'do not want you to call',
  'never call again',
  'never call this number',
  'do not ever call',
  'do not phone me',
  'do not ring me',
  'do not contact me',
  'do not call this number',
  'do not call list',
  'remove me from the list',
  'remove me from your',
  'take me off your',
  'take my number off',
  'delete my number',
  'lose my number',
  'opt out',
  'opt me out',
] as const;

/** Ask for no calls at all only where nothing narrows them: "don't call me before nine" asks for another time. */
const narrowable: ReadonlySet<string> = new Set([
  'do not call',
  'do not call me',
  'do not phone me',
  'do not ring me',
  'stop calling',
]);

/** Behind a narrowable wording: a time, a place, a name to be called by, or another object. */
const narrowing: ReadonlySet<string> = new Set(
  (
    'after at before between during early if in late later monday now on right saturday so sunday that then this thursday till today ' +
    'tomorrow tonight tuesday unless until wednesday when while friday yet ' +
    'her him it them sir madam miss mister yourself names'
  ).split(' '),
);

/** Between such a wording and what narrows it: "don't call me back tomorrow". */
const passedOver: ReadonlySet<string> = new Set(['me', 'back']);

/** Before a wording: it is not asked for, or somebody else does it. */
const denials: readonly (readonly string[])[] = [
  'not',
  'never',
  'not say',
  'not said',
  'never said',
  'not mean',
  'not want you to',
  'not asking you to',
  'not ask you to',
  'not need to',
  'not have to',
].map((words) => words.split(' '));

/** Before "do not call": a statement about these, and no request. */
const subjects: ReadonlySet<string> = new Set(['i', 'we', 'they', 'he', 'she']);

interface Wording {
  readonly words: readonly string[];
  readonly isNarrowable: boolean;
}

const wordings: readonly Wording[] = [...intentLibrary.optOut, ...furtherWordings].map((phrase) => {
  const words = contentWordsOf(phrase);
  return { words, isNarrowable: narrowable.has(words.join(' ')) };
});

/**
 * Whether the customer asks not to be called any more. `clear`: they do, and the law has it done; so where nothing else was said
 * it counts however unsure the recogniser is, as long as it does not reject it. `doubtful`: a sentence of which only a part
 * sounded like it; it is asked again. `confidence` is 0 to 1.
 */
export function optOutIn(text: string, confidence: number): 'clear' | 'doubtful' | undefined {
  const said = contentWordsOf(text);
  const found = wordings.filter((wording) => isAskedFor(said, wording));
  if (found.length === 0) return undefined;
  const isAllThatWasSaid = found.some(({ words }) => words.length === said.length);
  return confidence >= sureFrom || isAllThatWasSaid ? 'clear' : 'doubtful';
}

function isAskedFor(said: readonly string[], { words, isNarrowable }: Wording): boolean {
  for (let at = 0; at + words.length <= said.length; at += 1) {
    if (!startsWith(said, at, words) || isDenied(said, at)) continue;
    if (!isNarrowable || !isNarrowed(said, at, words)) return true;
  }
  return false;
}

const isDenied = (said: readonly string[], at: number): boolean =>
  denials.some((words) => at >= words.length && startsWith(said, at - words.length, words));

function isNarrowed(said: readonly string[], at: number, words: readonly string[]): boolean {
  const isStatement = words[0] === 'do' && subjects.has(wordAt(said, at - 1));
  // "Stop calling me at work" asks the one who was called there; "stop calling it that" asks nothing of the sort.
  let behind = at + words.length;
  while (passedOver.has(wordAt(said, behind))) behind += 1;
  return isStatement || narrowing.has(wordAt(said, behind));
}
