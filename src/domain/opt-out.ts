import { intentLibrary } from './understanding/intent-library.ts';
import { contentWordsOf, punctuatedWordsOf } from './languages/en/words.ts';
import { startsWith, wordAt, type PunctuatedWords } from './understanding/words.ts';

/** Confidence (0 to 1) from which an opt-out in a sentence is clear. Speech with a lower confidence may be noise or another sentence. */
const clearFrom = 0.5;

/**
 * Additional opt-out phrases for recognisers with an open vocabulary. A closed vocabulary expects only `intentLibrary.optOut`, because each
 * additional phrase increases false recognitions.
 */
const additionalWordings = [
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

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const wordRunsOf = (...runs: string[]): readonly (readonly string[])[] =>
  runs.map((words) => words.split(' '));

/** Phrases that are opt-outs only without a limiting word after them: "don't call me before nine" requests another time. */
const narrowable: ReadonlySet<string> = new Set([
  'do not call',
  'do not call me',
  'do not phone me',
  'do not ring me',
  'do not contact me',
  'do not call this number',
  'do not ever call',
  'do not want you to call',
  'do not want to be called',
  'do not want any calls',
  'do not want any more calls',
  'no more calls',
  'never call this number',
  'stop calling',
]);

/** Time limits that narrow every narrowable phrase, also after a comma. */
const limits = setOf('after before between during early late later till unless until');

/** After every narrowable phrase: other people, or forms of address. */
const objects = setOf('her him it them sir madam miss mister yourself names');

/** After narrowable phrases other than "stop calling": a time, a place, a channel or another object. */
const circumstances = setOf(
  'at if in monday now on right saturday sunday that then this thursday today tomorrow tonight tuesday ' +
    'wednesday when while friday yet',
);

/** Word pairs that narrow by their second word: "do not want to be called by you" is not narrowed, "by email" is. */
const pairs: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...['by', 'via', 'through'].map(
    (word) =>
      [
        word,
        setOf('email emails mail post letter text texts sms message messages whatsapp chat fax'),
      ] as const,
  ),
  ['so', setOf('early late soon')],
]);

/** After "stop calling at", "on" and "in". Other words there name the number or complain: "stop calling at all hours". */
const timePattern =
  /^(?:\d.*|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|nights?|mornings?|afternoons?|evenings?|noon|midnight|lunch|lunchtime|dinner|dinnertime|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/;

/** After "it", "that" or "this": a new sentence, even without punctuation: "stop calling it's the third time". */
const sentenceVerbs = setOf('is was has had will would');

/** Neutral words between a phrase and a limiting word: "don't call me on this number". Longer ones come first. */
const neutralRuns = wordRunsOf(
  'at this number',
  'on this number',
  'at my number',
  'on my number',
  'at any time',
  'on any number',
  'on my phone',
  'on this phone',
  'in the future',
  'by phone',
  'by telephone',
  'this number',
  'that number',
  'my number',
  'this phone',
  'at all',
  'in future',
  'me',
  'back',
);

/** Words before a phrase that negate it or refer to another person. */
const denials = wordRunsOf(
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
);

/** Before "do not call": a statement about these subjects, not a request. */
const subjects = setOf('i we they he she');

/** Before a subject and a denial: a question that repeats the request, "did I not say stop calling me". */
const questionVerbs = setOf('did have');

interface Wording {
  readonly words: readonly string[];
  readonly isNarrowable: boolean;
}

const wordings: readonly Wording[] = [...intentLibrary.optOut, ...additionalWordings].map((phrase) => {
  const words = contentWordsOf(phrase);
  return { words, isNarrowable: narrowable.has(words.join(' ')) };
});

/**
 * Returns whether the customer requests not to be called again; undefined if not. If the text contains nothing else, the request is `clear`
 * at any confidence that the recogniser does not reject, because the law requires it. `doubtful`: only a part of a sentence with low
 * confidence matches, so the agent asks for confirmation. `confidence` is 0 to 1.
 */
export function detectOptOut(text: string, confidence: number): 'clear' | 'doubtful' | undefined {
  const textWords = punctuatedWordsOf(text);
  const found = wordings.filter((wording) => containsRequest(textWords, wording));
  if (found.length === 0) return undefined;
  const isWholeText = found.some(({ words }) => words.length === textWords.words.length);
  return confidence >= clearFrom || isWholeText ? 'clear' : 'doubtful';
}

function containsRequest(textWords: PunctuatedWords, { words, isNarrowable }: Wording): boolean {
  for (let at = 0; at + words.length <= textWords.words.length; at += 1) {
    if (!startsWith(textWords.words, at, words) || isDenied(textWords.words, at)) continue;
    if (!isNarrowable || !(isStatement(textWords.words, at, words) || isNarrowed(textWords, at, words)))
      return true;
  }
  return false;
}

function isDenied(textWords: readonly string[], at: number): boolean {
  return denials.some((words) => {
    const from = at - words.length;
    if (from < 0 || !startsWith(textWords, from, words)) return false;
    return !(subjects.has(wordAt(textWords, from - 1)) && questionVerbs.has(wordAt(textWords, from - 2)));
  });
}

/** "They do not call" is not a request; "I do not want any calls" is one. */
const isStatement = (textWords: readonly string[], at: number, words: readonly string[]): boolean =>
  (words[0] === 'do' || words[0] === 'never') &&
  words[2] !== 'want' &&
  subjects.has(wordAt(textWords, at - 1));

function isNarrowed(
  { words: textWords, marks }: PunctuatedWords,
  at: number,
  words: readonly string[],
): boolean {
  let next = at + words.length;
  while (!marks.has(next)) {
    const run = neutralRuns.find((run) => startsWith(textWords, next, run));
    if (run === undefined) break;
    next += run.length;
  }
  const mark = marks.get(next);
  const word = wordAt(textWords, next);
  if (mark !== undefined) return mark === 'comma' && limits.has(word);
  if (isNewSentence(textWords, next)) return false;
  if (limits.has(word) || objects.has(word)) return true;
  return words[0] === 'stop' ? narrowsStop(textWords, next) : isCircumstance(textWords, next);
}

const isNewSentence = (textWords: readonly string[], at: number): boolean =>
  ['it', 'that', 'this'].includes(wordAt(textWords, at)) && sentenceVerbs.has(wordAt(textWords, at + 1));

function isCircumstance(textWords: readonly string[], at: number): boolean {
  const word = wordAt(textWords, at);
  const following = textWords.slice(at + 2, at + 5);
  const includesPhone =
    following[0] === 'or' && following.some((word) => word === 'phone' || word === 'telephone');
  return (
    circumstances.has(word) || (pairs.get(word)?.has(wordAt(textWords, at + 1)) === true && !includesPhone)
  );
}

/** "Stop calling at work" and "stop calling now" are opt-outs, like "stop calling me at work". */
function narrowsStop(textWords: readonly string[], at: number): boolean {
  const next = wordAt(textWords, at + 1);
  if (['that', 'this'].includes(wordAt(textWords, at))) return next === 'a' || next === 'an';
  return (
    ['at', 'on', 'in'].includes(wordAt(textWords, at)) &&
    timePattern.test(next === 'the' ? wordAt(textWords, at + 2) : next)
  );
}
