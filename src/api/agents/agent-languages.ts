import type { AgentConfig } from '../../domain/agent.ts';
import { supportsLanguage, type SupportedLanguages } from '../../domain/language-tags.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';

/** Returns the languages of a recogniser; `undefined` if it is not in the catalog. */
export const recogniserLanguages = (
  { speechToText }: ProviderCatalog,
  wanted: Pick<AgentConfig['transcriber'], 'provider'>,
): SupportedLanguages => speechToText.find(({ provider }) => provider === wanted.provider)?.languages;

/** Returns the languages of a voice; `undefined` if it is not in the catalog. */
export function voiceLanguages(
  { textToSpeech }: ProviderCatalog,
  wanted: Pick<AgentConfig['voice'], 'provider' | 'voiceId'>,
): SupportedLanguages {
  const offer = textToSpeech.find(({ provider }) => provider === wanted.provider);
  const voice = offer?.voices?.find(({ voiceId }) => voiceId === wanted.voiceId);
  return voice && [voice.language];
}

/**
 * Returns the values that `language` may have in a call of the agent. The voice must speak the language. The recogniser must
 * understand it unless the transcriber has its own language.
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
