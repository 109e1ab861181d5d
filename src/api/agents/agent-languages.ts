import type { AgentConfig } from '../../domain/agent.ts';
import { supportsLanguage, type SupportedLanguages } from '../../domain/language-tags.ts';
import type { ProviderCatalog } from '../provider-catalog.ts';

/** What a recogniser understands; nobody knows of one that is not in the catalog. */
export const recogniserLanguages = (
  { speechToText }: ProviderCatalog,
  wanted: Pick<AgentConfig['transcriber'], 'provider'>,
): SupportedLanguages => speechToText.find(({ provider }) => provider === wanted.provider)?.languages;

/** What a voice speaks; nobody knows of one that is not in the catalog. */
export function voiceLanguages(
  { textToSpeech }: ProviderCatalog,
  wanted: Pick<AgentConfig['voice'], 'provider' | 'voiceId'>,
): SupportedLanguages {
  const offer = textToSpeech.find(({ provider }) => provider === wanted.provider);
  const voice = offer?.voices?.find(({ voiceId }) => voiceId === wanted.voiceId);
  return voice && [voice.language];
}

/** What `language` may be in a single call of the agent: its voice speaks it, and its recogniser understands it unless it listens to another. */
export function callLanguages(
  { voice, transcriber }: Pick<AgentConfig, 'voice' | 'transcriber'>,
  catalog: ProviderCatalog,
): SupportedLanguages {
  const spoken = voiceLanguages(catalog, voice);
  const heard = transcriber.language === null ? recogniserLanguages(catalog, transcriber) : undefined;
  return heard === undefined ? spoken : heard.filter((tag) => supportsLanguage(tag, spoken));
}
