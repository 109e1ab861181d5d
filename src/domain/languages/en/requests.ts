import {
  isUniversal,
  requestIds,
  type RequestId,
  type Requests,
  type UniversalIntentId,
} from '../../understanding/requests.ts';
import { createFindPhrase, type PhraseSet } from '../../understanding/phrases.ts';
import { intentLibrary } from './intent-library.ts';
import { detectOptOut as detectOptOutPhrase, isMessageOptOut } from './opt-out.ts';
import { englishRequestPatterns } from './request-patterns.ts';
import { englishWords } from './words.ts';

export const findPhrase = createFindPhrase(englishWords, ['not', 'never']);

/** Explicit requests for a callback. Excuses ("I'm driving") are only in the intent library of flows. */
const explicitCallbacks = intentLibrary.callback.filter((phrase) => /call|ring/.test(phrase));

/** The phrases for recognisers with a closed vocabulary, by intent. */
export const universalPhrases: Readonly<Record<UniversalIntentId, readonly string[]>> = {
  opt_out: intentLibrary.optOut,
  wrong_number: intentLibrary.wrongNumber,
  who_is_this: intentLibrary.whoIsThis,
  callback: explicitCallbacks,
  person: intentLibrary.person,
};

/** The phrases of the intent library, with additional ones for recognisers with an open vocabulary. */
const phrases: Readonly<Record<RequestId, readonly string[]>> = {
  wrong_number: [
    ...universalPhrases.wrong_number,
    'have got the wrong number',
    'have the wrong number',
    'got the wrong number',
  ],
  who_is_this: [
    ...universalPhrases.who_is_this,
    'who am i talking to',
    'who am i speaking to',
    'who is speaking',
    'are you a robot',
  ],
  callback: [
    ...universalPhrases.callback,
    'call me tomorrow',
    'call me another time',
    'call me some other time',
  ],
  person: [
    ...universalPhrases.person,
    'talk to a real person',
    'speak to a real person',
    'speak to a representative',
    'human being',
  ],
  not_interested: intentLibrary.notInterested,
  voicemail: intentLibrary.voicemail,
  repeat: intentLibrary.repeat,
  hold_on: intentLibrary.holdOn,
};

const setsOf = (ids: readonly RequestId[]): PhraseSet[] => ids.map((id) => ({ id, phrases: phrases[id] }));
const allSets = setsOf(requestIds);
const universalSets = setsOf(requestIds.filter(isUniversal));

const requestOf = (text: string, sets: readonly PhraseSet[]): RequestId | undefined => {
  const found = findPhrase(text, sets);
  return found !== undefined && found.share > 0.5 ? requestIds.find((id) => id === found.id) : undefined;
};

/** Returns the result of the phrases and of the patterns that is more certain. */
export function detectOptOut(text: string, confidence: number): 'clear' | 'doubtful' | undefined {
  const byPhrase = detectOptOutPhrase(text, confidence);
  return byPhrase === 'clear'
    ? byPhrase
    : (englishRequestPatterns.detectOptOut(text, confidence) ?? byPhrase);
}

const requestIn = (text: string): RequestId | undefined =>
  requestOf(text, allSets) ?? englishRequestPatterns.requestIn(text);

export function universalIntentIn(text: string): UniversalIntentId | undefined {
  if (detectOptOut(text, 1) !== undefined) return 'opt_out';
  const id = requestOf(text, universalSets) ?? requestIn(text);
  return id !== undefined && isUniversal(id) ? id : undefined;
}

export const englishRequests: Requests = {
  detectOptOut,
  isMessageOptOut: (text) => isMessageOptOut(text) || englishRequestPatterns.isMessageOptOut(text),
  isMessageOptIn: englishRequestPatterns.isMessageOptIn,
  universalIntentIn,
  findPhrase,
  requestIn,
};

/** What callers say in English when a conversation is over, written without diacritics, separated by vertical bars. */
export const englishFarewells = `bye|bye bye|goodbye|good bye|see you|see ya|see you later|see you soon|see you then|talk to you later|talk to you soon|take care|
  have a nice day|have a good day|have a great day|have a good one|have a nice evening|have a good evening|have a good night|
  have a nice weekend|have a good weekend|good night|good day|cheers|you too|and you|same to you|you as well|likewise|
  thank you|thanks|thank you very much|thank you so much|thanks very much|thanks so much|thanks a lot|many thanks|thanks again|
  thank you again|thanks for your help|thank you for your help|for your help|for calling|i appreciate it|i appreciate that|appreciate it|
  okay|ok|okey|alright|all right|great|perfect|wonderful|excellent|good|fine|sure|right|yes|yeah|yep|yup|cool|lovely|brilliant|
  super|awesome|very good|very well|sounds good|sounds great|will do|got it|i see|understood|no problem|no worries|of course|
  mm|mm hm|mhm|mm hmm|mmhmm|uh huh|uhuh|hm|hmm|ah|oh|um|uh|then|well|so|please|
  no thanks|no thank you|no that is all|no that's all|no that's it|no that's everything|that's all|that is all|that's it|that is it|
  that's everything|that will be all|that'll be all|nothing else|no nothing else|nope|not right now|i'm good|i'm fine|we're good|that's fine`;
