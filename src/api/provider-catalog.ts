import type { VoiceDescription } from '../contracts/text-to-speech.ts';
import { modelIdsOf, type AgentConfig } from '../domain/agent.ts';
import type { SupportedLanguages } from '../domain/language-tags.ts';

interface Provider {
  /** The name that agents use. */
  readonly provider: string;
  /** A required setting that is not set. */
  readonly missingSetting?: string | undefined;
}

/** The voices or models of one provider. */
export interface CatalogProvider extends Provider {
  /** The available voices or models. Undefined if the provider accepts any name. */
  readonly names: readonly string[] | undefined;
}

/** A provider of language models. If a setting is missing, agents can select the models, but calls cannot use them. */
export interface ModelProvider extends CatalogProvider {
  /** Models that are known to be fast enough for a call. Other names are possible. */
  readonly suggestions?: readonly string[];
  /** Whether the models hear and speak themselves. They cannot be fallback models. Defaults to false. */
  readonly isSpeechToSpeech?: boolean;
}

/** A provider of recognisers. */
export interface RecogniserProvider extends CatalogProvider {
  /** The supported languages, the same for every model. */
  readonly languages: SupportedLanguages;
  /** Whether the recogniser recognises any words, not only expected phrases. */
  readonly openVocabulary: boolean;
  /** Returns the keyterms that exceed the limits of a model and are not used. `model` null: the default of the provider. */
  readonly unusedKeyterms?: (model: string | null, keyterms: readonly string[]) => readonly string[];
  /** Models that are known to exist. Other names are possible. */
  readonly suggestions?: readonly string[];
}

/** A provider of voices. */
export interface VoiceProvider extends Provider {
  /** Undefined if the provider accepts any name for any language. */
  readonly voices: readonly Pick<VoiceDescription, 'voiceId' | 'language'>[] | undefined;
  /** Voices that are known to exist. Other names are possible. */
  readonly suggestions?: readonly string[];
}

/** The available providers. The catalog is the same on every node, also on nodes without calls. */
export interface ProviderCatalog {
  readonly textToSpeech: readonly VoiceProvider[];
  readonly speechToText: readonly RecogniserProvider[];
  readonly languageModels: readonly ModelProvider[];
}

/**
 * Returns the missing setting that makes all language models of the agent unusable. Returns `undefined` if one of them is usable or
 * the agent uses none.
 */
export function missingModelSetting(
  { languageModels }: ProviderCatalog,
  config: ModelConfig,
): string | undefined {
  const modelIds = modelIdsOf(config);
  const missingSettings = modelIds.map((id) => {
    const [provider] = id.split('/', 1);
    return languageModels.find((candidate) => candidate.provider === provider)?.missingSetting;
  });
  return missingSettings.includes(undefined) ? undefined : missingSettings[0];
}

type ModelConfig = Pick<AgentConfig, 'model' | 'modelSettings'>;

/** Returns whether an id names a speech-to-speech model. */
export function isSpeechToSpeech({ languageModels }: ProviderCatalog, modelId: string): boolean {
  const [provider] = modelId.split('/', 1);
  return languageModels.some((one) => one.provider === provider && one.isSpeechToSpeech === true);
}
