import type { UniversalIntentId } from '../understanding/requests.ts';
import type { Language } from './language.ts';
import { allLanguages } from './languages.ts';

/**
 * Returns whether a caller requests not to be called again, in the language of the call or in any other: the law does not ask for a language. The values are those
 * of `Requests.detectOptOut`.
 */
export function detectOptOut(
  text: string,
  confidence: number,
  ofCall: Language,
): 'clear' | 'doubtful' | undefined {
  const found = ofCall.requests.detectOptOut(text, confidence);
  if (found !== undefined) return found;
  for (const { tag, requests } of allLanguages) {
    const foreign = tag === ofCall.tag ? undefined : requests.detectOptOut(text, confidence);
    if (foreign !== undefined) return foreign;
  }
  return undefined;
}

/** Returns the universal intent in a text: an opt-out in any language, or another one in the language of the call. */
export const universalIntentIn = (text: string, ofCall: Language): UniversalIntentId | undefined =>
  detectOptOut(text, 1, ofCall) === undefined ? ofCall.requests.universalIntentIn(text) : 'opt_out';
