import type { VoiceDescription } from '../contracts/text-to-speech.ts';
import type { OfferedLanguages } from '../domain/language-tags.ts';

/** What one provider offers. */
export interface Offer {
  /** As agents name it. */
  readonly provider: string;
  /** Its voices, or its models. Undefined: it takes any name. */
  readonly names: readonly string[] | undefined;
}

/** A provider of recognisers. */
export interface RecogniserOffer extends Offer {
  /** What all of its models understand. */
  readonly languages: OfferedLanguages;
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
  readonly languageModels: readonly Offer[];
}
