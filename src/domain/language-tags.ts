import { primarySubtag } from '../core/language-subtags.ts';

/** BCP 47 tags of the supported languages. Undefined: any language. */
export type SupportedLanguages = readonly string[] | undefined;

/**
 * Returns whether one of the supported languages matches the requested language. This is basic filtering (RFC 4647 §3.3.1) with the
 * primary language subtag of the requested tag as the range, so that `en-AU` matches `en-US`.
 */
export function supportsLanguage(requested: string, supported: SupportedLanguages): boolean {
  if (supported === undefined) return true;
  const range = primarySubtag(requested);
  return supported.some((tag) => primarySubtag(tag) === range);
}

/** Returns an error message if the speech-to-text provider does not support the language; otherwise undefined. */
export function transcriberLanguageError(
  provider: string,
  supported: SupportedLanguages,
  requested: string,
): string | undefined {
  if (supported === undefined || supportsLanguage(requested, supported)) return undefined;
  return `The speech-to-text provider "${provider}" understands ${listOf(supported)}, not ${requested}.`;
}

/** Returns an error message if the voice does not support the language; otherwise undefined. */
export function voiceLanguageError(
  voiceId: string,
  supported: SupportedLanguages,
  requested: string,
): string | undefined {
  if (supported === undefined || supportsLanguage(requested, supported)) return undefined;
  return `The voice "${voiceId}" speaks ${listOf(supported)}, not ${requested}.`;
}

/** Returns the tags as `a, b and c`. */
export const listOf = (tags: readonly string[]): string => new Intl.ListFormat('en-GB').format(tags);
