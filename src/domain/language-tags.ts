/** BCP 47 tags of the supported languages. Undefined: any language. */
export type SupportedLanguages = readonly string[] | undefined;

/** Language and region, the most common form: always well-formed (RFC 5646 §2.1). */
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
 * Returns whether one of the offered languages matches the wanted language. This is basic filtering (RFC 4647 §3.3.1) with the primary
 * language subtag of the wanted tag as the range, so that `en-AU` matches `en-US`.
 */
export function supportsLanguage(wanted: string, offered: SupportedLanguages): boolean {
  if (offered === undefined) return true;
  const range = primarySubtag(wanted);
  return offered.some((tag) => primarySubtag(tag) === range);
}

/** RFC 5646 §2.2.1; tags are case-insensitive (§2.1.1). */
const primarySubtag = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();

/** Returns a sentence if the speech-to-text provider does not support the language; otherwise undefined. */
export function transcriberLanguageError(
  provider: string,
  offered: SupportedLanguages,
  wanted: string,
): string | undefined {
  if (offered === undefined || supportsLanguage(wanted, offered)) return undefined;
  return `The speech-to-text provider "${provider}" understands ${inWords(offered)}, not ${wanted}.`;
}

/** Returns a sentence if the voice does not support the language; otherwise undefined. */
export function voiceLanguageError(
  voiceId: string,
  offered: SupportedLanguages,
  wanted: string,
): string | undefined {
  if (offered === undefined || supportsLanguage(wanted, offered)) return undefined;
  return `The voice "${voiceId}" speaks ${inWords(offered)}, not ${wanted}.`;
}

/** "a, b and c" */
const inWords = (tags: readonly string[]): string => new Intl.ListFormat('en-GB').format(tags);
