/** Languages by their tags (BCP 47). Undefined: any. */
export type OfferedLanguages = readonly string[] | undefined;

/** Language and region, as nearly every tag is written: always well-formed (RFC 5646 §2.1). */
const plainTag = /^[a-z]{2,3}(-[A-Z]{2})?$/;

export function isLanguageTag(text: string): boolean {
  if (plainTag.test(text)) return true;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/**
 * Whether whoever has the offered languages does for the wanted one. It is the basic filtering of RFC 4647 §3.3.1, the range being the
 * primary language subtag of the wanted tag alone, so that `en-AU` fits `en-US`.
 */
export function fitsLanguage(wanted: string, offered: OfferedLanguages): boolean {
  if (offered === undefined) return true;
  const range = primarySubtag(wanted);
  return offered.some((tag) => primarySubtag(tag) === range);
}

/** RFC 5646 §2.2.1; case tells nothing (§2.1.1). */
const primarySubtag = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();

/** Why a recogniser is not to listen to a language, as a sentence; undefined where it may. */
export function whyNotHeard(provider: string, offered: OfferedLanguages, wanted: string): string | undefined {
  if (offered === undefined || fitsLanguage(wanted, offered)) return undefined;
  return `The speech-to-text provider "${provider}" understands ${inWords(offered)}, not ${wanted}.`;
}

/** Why a voice is not to speak a language, as a sentence; undefined where it may. */
export function whyNotSpoken(voiceId: string, offered: OfferedLanguages, wanted: string): string | undefined {
  if (offered === undefined || fitsLanguage(wanted, offered)) return undefined;
  return `The voice "${voiceId}" speaks ${inWords(offered)}, not ${wanted}.`;
}

/** "a, b and c" */
const inWords = (tags: readonly string[]): string => new Intl.ListFormat('en-GB').format(tags);
