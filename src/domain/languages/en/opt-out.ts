import { clearFrom } from '../../understanding/opt-out-rules.ts';
import { intentLibrary } from './intent-library.ts';
import { contentWordsOf, punctuatedWordsOf } from './words.ts';
import { capitalisedWordsIn, startsWith, wordAt, type PunctuatedWords } from '../../understanding/words.ts';

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

/** Opt-outs from messages, and from any contact. "Reply STOP to unsubscribe" in a quoted text of ours is none. */
const messageWordings = [
  ...[
    'texting',
    'messaging',
    'emailing',
    'mailing',
    'contacting',
    'writing',
    'spamming',
    'bothering',
    'harassing',
  ].flatMap((verb) => [
    `stop ${verb} me`,
    `stop ${verb} us`,
    `stop ${verb} this number`,
    `quit ${verb} me`,
    `stop with the ${verb}`,
  ]),
  ...['text', 'message', 'email', 'mail', 'contact', 'write', 'write to', 'sms', 'spam', 'bother'].flatMap(
    (verb) => [
      `do not ${verb} me`,
      `do not ${verb} us`,
      `do not ${verb} this number`,
      `do not ever ${verb} me`,
      `never ${verb} me`,
      `do not want you to ${verb}`,
      `cease to ${verb}`,
    ],
  ),
  ...['texts', 'messages', 'emails', 'mails', 'sms', 'text messages', 'spam'].flatMap((noun) => [
    `no more ${noun}`,
    `do not want any more ${noun}`,
    `do not want any ${noun}`,
    `do not want more ${noun}`,
    `do not want these ${noun}`,
    `do not want your ${noun}`,
    `do not send me any more ${noun}`,
    `do not send me ${noun}`,
    `do not send any more ${noun}`,
    `do not send ${noun}`,
    `stop the ${noun}`,
    `stop these ${noun}`,
    `stop your ${noun}`,
    `stop all ${noun}`,
    `stop with the ${noun}`,
    `stop with these ${noun}`,
    `enough ${noun}`,
  ]),
  'stop texting',
  'stop messaging',
  'stop emailing',
  'stop contacting',
  'stop sending me',
  'stop sending these',
  'stop sending messages',
  'stop sending texts',
  'do not send me anything',
  'do not send anything',
  'do not wish to be contacted',
  'do not want to be contacted',
  'do not wish to receive',
  'do not want to receive',
  'do not want to hear from you',
  'never want to hear from you',
  'no longer wish to receive',
  'no longer want to receive',
  'unsubscribe me',
  'unsubscribe us',
  'unsubscribe my',
  'unsubscribe this',
  'unsubscribe from all',
  'want to unsubscribe',
  'like to unsubscribe',
  'wish to unsubscribe',
  'want to opt out',
  'like to opt out',
  'wish to opt out',
  'i opt out',
  'i am opting out',
  'opt me out',
  'opt us out',
  'take me off your',
  'take me off the list',
  'take me off this list',
  'take us off your',
  'take my number off',
  'take this number off',
  'remove me from your',
  'remove me from the list',
  'remove me from this list',
  'remove me from all',
  'remove us from your',
  'remove my number',
  'remove this number',
  'remove my email',
  'remove my address',
  'delete my number',
  'delete my contact',
  'lose my number',
  'leave me alone',
  'leave us alone',
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
  'a an at friday if in monday now on right saturday sunday that the then this those thursday today ' +
    'tomorrow tonight tuesday wednesday when while yet',
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
  [
    'my',
    setOf(
      'mobile cell cellphone landline work office wife husband son daughter mother father mum mom dad boss',
    ),
  ],
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
  'not want to',
  'not wish to',
  'not asking you to',
  'not ask you to',
  'not need to',
  'not have to',
  ...['not say', 'never said', 'not tell you', 'never told you'].flatMap((denial) => [
    `${denial} to`,
    `${denial} you should`,
    `${denial} you have to`,
  ]),
  // "Text me, do not call" prefers another channel.
  'text me',
  'message me',
  'email me',
  'write to me',
);

/** Also in written texts, which quote notices: "if you do not want any more messages". */
const writtenDenials = [...denials, ...wordRunsOf('if you', 'will receive', 'will get', 'not to')];

/** Before "do not call": a statement about these subjects, not a request. */
const subjects = setOf('i we they he she');

/** Before a subject and a denial: a question that repeats the request, "did I not say stop calling me". */
const questionVerbs = setOf('did have');

interface Wording {
  readonly words: readonly string[];
  readonly isNarrowable: boolean;
}

const spoken: readonly Wording[] = [...intentLibrary.optOut, ...additionalWordings].map((phrase) => {
  const words = contentWordsOf(phrase);
  return { words, isNarrowable: narrowable.has(words.join(' ')) };
});

/** Every request that starts with a negation or "stop" can be narrowed: "do not text me before nine". */
const written: readonly Wording[] = messageWordings.map((phrase) => ({
  words: contentWordsOf(phrase),
  isNarrowable: /^(?:do not|never|no more|stop)/.test(phrase),
}));

export function detectOptOut(text: string, confidence: number): 'clear' | 'doubtful' | undefined {
  const textWords = namedWordsOf(text);
  const found = spoken.filter((wording) => containsRequest(textWords, wording, denials));
  if (found.length === 0) return undefined;
  const isWholeText = found.some(({ words }) => words.length === textWords.words.length);
  return confidence >= clearFrom || isWholeText ? 'clear' : 'doubtful';
}

export function isMessageOptOut(text: string): boolean {
  const textWords = namedWordsOf(text);
  return written.some((wording) => containsRequest(textWords, wording, writtenDenials));
}

type NamedWords = PunctuatedWords & { readonly names: ReadonlySet<string> };

const namedWordsOf = (text: string): NamedWords => ({
  ...punctuatedWordsOf(text),
  names: capitalisedWordsIn(text),
});

function containsRequest(
  textWords: NamedWords,
  { words, isNarrowable }: Wording,
  denied: typeof denials,
): boolean {
  for (let at = 0; at + words.length <= textWords.words.length; at += 1) {
    if (!startsWith(textWords.words, at, words) || isDenied(textWords.words, at, denied)) continue;
    if (!isNarrowable || !(isStatement(textWords.words, at, words) || isNarrowed(textWords, at, words)))
      return true;
  }
  return false;
}

function isDenied(textWords: readonly string[], at: number, denied: typeof denials): boolean {
  return denied.some((words) => {
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
  { words: textWords, marks, names }: NamedWords,
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
  if (limits.has(word) || objects.has(word) || names.has(word)) return true;
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
