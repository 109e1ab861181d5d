import type { VoiceDescription } from '../contracts/text-to-speech.ts';
import { noModel, type AgentConfig } from '../domain/agent.ts';
import type { SupportedLanguages } from '../domain/language-tags.ts';

/** What one provider offers. */
export interface Offer {
  /** As agents name it. */
  readonly provider: string;
  /** Its voices, or its models. Undefined: it takes any name. */
  readonly names: readonly string[] | undefined;
}

/** A provider of language models. */
export interface ModelOffer extends Offer {
  /** The setting that the provider needs and that is not set: agents may name its models, calls cannot use them. */
  readonly missingSetting?: string | undefined;
}

/** A provider of recognisers. */
export interface RecogniserOffer extends Offer {
  /** What all of its models understand. */
  readonly languages: SupportedLanguages;
  /** False: it understands expected phrases only. */
  readonly openVocabulary: boolean;
}

/** A provider of voices. */
export interface VoiceOffer {
  /** As agents name it. */
  readonly provider: string;
  /** Undefined: it takes any name, for any language. */
  readonly voices: readonly Pick<VoiceDescription, 'voiceId' | 'language'>[] | undefined;
}

/** Who may be named to speak, hear and think. The same on every node, whether or not it carries calls itself. */
export interface ProviderCatalog {
  readonly textToSpeech: readonly VoiceOffer[];
  readonly speechToText: readonly RecogniserOffer[];
  readonly languageModels: readonly ModelOffer[];
}

/** The setting whose absence leaves the agent without a language model in calls; `undefined` if it has one, or needs none. */
export function missingModelSetting(
  { languageModels }: ProviderCatalog,
  { model, modelSettings }: Pick<AgentConfig, 'model' | 'modelSettings'>,
): string | undefined {
  const wanted = [model, ...modelSettings.fallbackModels].filter((id) => id !== noModel);
  const missing = wanted.map((id) => {
    const [provider] = id.split('/', 1);
    return languageModels.find((offer) => offer.provider === provider)?.missingSetting;
  });
  return missing.includes(undefined) ? undefined : missing[0];
}
