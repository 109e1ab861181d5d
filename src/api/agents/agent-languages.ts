import type { AgentConfig } from '../../domain/agent.ts';
import { supportsLanguage, type SupportedLanguages } from '../../domain/language-tags.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';

/** Returns the languages of a recogniser; `undefined` if it accepts any language or is not in the catalog. */
export const recogniserLanguages = (
  { speechToText }: ProviderCatalog,
  selected: Pick<AgentConfig['transcriber'], 'provider'>,
): SupportedLanguages => speechToText.find(({ provider }) => provider === selected.provider)?.languages;

/** Returns the languages of a voice, or of a voice per language; `undefined` if its provider accepts any language or no voice is in the catalog. */
export function voiceLanguages(
  { textToSpeech }: ProviderCatalog,
  selected: Pick<AgentConfig['voice'], 'provider' | 'voiceId'>,
): SupportedLanguages {
  const voiceProvider = textToSpeech.find(({ provider }) => provider === selected.provider);
  const { voiceId: ids } = selected;
  const names = typeof ids === 'string' ? [ids] : Object.values(ids);
  const voices = voiceProvider?.voices?.filter(({ voiceId }) => names.includes(voiceId)) ?? [];
  return voices.length === 0 ? undefined : voices.map(({ language }) => language);
}

/**
 * Returns the languages that a row of a batch file can select for its call: those that the voice supports. If `transcriber.language` is
 * not set, the recogniser must support them too.
 */
export function callLanguages(
  { voice, transcriber }: Pick<AgentConfig, 'voice' | 'transcriber'>,
  catalog: ProviderCatalog,
): SupportedLanguages {
  const voiceTags = voiceLanguages(catalog, voice);
  const recognisedTags =
    transcriber.language === null ? recogniserLanguages(catalog, transcriber) : undefined;
  return recognisedTags === undefined
    ? voiceTags
    : recognisedTags.filter((tag) => supportsLanguage(tag, voiceTags));
}
