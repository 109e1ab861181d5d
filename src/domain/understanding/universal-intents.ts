import { optOutIn } from '../opt-out.ts';
import { intentLibrary } from './intent-library.ts';
import { findPhrase, type PhraseSet } from './phrases.ts';

/** What a callee may say at any moment of any call, whatever the flow listens for. */
export const universalIntentIds = ['opt_out', 'wrong_number', 'who_is_this', 'callback', 'person'] as const;

export type UniversalIntentId = (typeof universalIntentIds)[number];

/** Excuses ("I'm driving") are in the library of flows; here a call is asked for in so many words. */
const explicitCallbacks = intentLibrary.callback.filter((phrase) => /call|ring/.test(phrase));

/** What a recogniser with a closed vocabulary listens for, as a flow's own intents name it. */
export const universalPhrases: Readonly<Record<UniversalIntentId, readonly string[]>> = {
  opt_out: intentLibrary.optOut,
  wrong_number: intentLibrary.wrongNumber,
  who_is_this: intentLibrary.whoIsThis,
  callback: explicitCallbacks,
  person: intentLibrary.person,
};

/** Understood besides, where the vocabulary is open. */
const furtherPhrases: Partial<Record<UniversalIntentId, readonly string[]>> = {
  wrong_number: ['have got the wrong number', 'have the wrong number', 'got the wrong number'],
  who_is_this: ['who am i talking to', 'who am i speaking to', 'who is speaking', 'are you a robot'],
  callback: ['call me tomorrow', 'call me another time', 'call me some other time'],
  person: ['talk to a real person', 'speak to a real person', 'speak to a representative', 'human being'],
};

const sets: readonly PhraseSet[] = universalIntentIds
  .filter((id) => id !== 'opt_out')
  .map((id) => ({ id, phrases: [...universalPhrases[id], ...(furtherPhrases[id] ?? [])] }));

/**
 * Which of them a text says. An opt-out counts wherever it stands; the others only where they are more than half of what was
 * said: "your representative told me otherwise" asks for nobody.
 */
export function universalIntentIn(text: string): UniversalIntentId | undefined {
  if (optOutIn(text, 1) !== undefined) return 'opt_out';
  const found = findPhrase(text, sets);
  return found !== undefined && found.share > 0.5 ? (found.id as UniversalIntentId) : undefined;
}
