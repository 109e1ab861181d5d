import { clearFrom } from '../understanding/opt-out-rules.ts';
import type { UniversalIntentId } from '../understanding/requests.ts';
import type { Language } from './language.ts';
import { allLanguages } from './languages.ts';
import { isProbablyOptOut } from './opt-out-model.ts';

/** Fewer words say too little for the classifier. */
const minWordsOfModel = 3;

/**
 * Returns whether a caller requests not to be called again, in the language of the call or in any other: the law does not ask for a language. The values are those
 * of `Requests.detectOptOut`. Words that no rule has are left to a classifier, unless they are another request.
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
  if (!isProbable(text, ofCall)) return undefined;
  return confidence >= clearFrom ? 'clear' : 'doubtful';
}

const isProbable = (text: string, { requests }: Language): boolean =>
  text.split(' ').length >= minWordsOfModel &&
  isProbablyOptOut(text) &&
  requests.universalIntentIn(text) === undefined;

/** Returns the universal intent in a text: an opt-out in any language, or another one in the language of the call. */
export const universalIntentIn = (text: string, ofCall: Language): UniversalIntentId | undefined =>
  detectOptOut(text, 1, ofCall) === undefined ? ofCall.requests.universalIntentIn(text) : 'opt_out';
