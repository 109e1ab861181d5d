import { detectOptOut } from '../opt-out.ts';
import { intentLibrary } from './intent-library.ts';
import { findPhrase, type PhraseSet } from './phrases.ts';

/** Intents that are recognised at any moment of every call, independent of the flow. */
export const universalIntentIds = ['opt_out', 'wrong_number', 'who_is_this', 'callback', 'person'] as const;

export type UniversalIntentId = (typeof universalIntentIds)[number];

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

/** Additional phrases for recognisers with an open vocabulary. */
const additionalPhrases: Partial<Record<UniversalIntentId, readonly string[]>> = {
  wrong_number: ['have got the wrong number', 'have the wrong number', 'got the wrong number'],
  who_is_this: ['who am i talking to', 'who am i speaking to', 'who is speaking', 'are you a robot'],
  callback: ['call me tomorrow', 'call me another time', 'call me some other time'],
  person: ['talk to a real person', 'speak to a real person', 'speak to a representative', 'human being'],
};

const sets: readonly PhraseSet[] = universalIntentIds
  .filter((id) => id !== 'opt_out')
  .map((id) => ({ id, phrases: [...universalPhrases[id], ...(additionalPhrases[id] ?? [])] }));

/**
 * Returns the universal intent in a text. An opt-out counts in any position. The phrase of another intent must have more than half of the
 * words: a long sentence that mentions a representative is not a request for a person.
 */
export function universalIntentIn(text: string): UniversalIntentId | undefined {
  if (detectOptOut(text, 1) !== undefined) return 'opt_out';
  const found = findPhrase(text, sets);
  return found !== undefined && found.share > 0.5 ? (found.id as UniversalIntentId) : undefined;
}
