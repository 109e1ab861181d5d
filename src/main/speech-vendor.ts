import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import type { CircuitBreakers } from '../providers/websocket/circuit-breaker.ts';
import type { VendorDependencies } from '../providers/websocket/speech-to-text.ts';

/** What the adapter of a vendor needs to connect. */
export interface Account {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly breakers: CircuitBreakers;
}

/** A vendor of recognisers, voices or both, with its settings. */
export interface SpeechVendor {
  /** The name that agents use. */
  readonly provider: string;
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  /** The environment variable of the key. */
  readonly keySetting: string;
  /** False if the server may have no recognisers or voices, so that `parley doctor --providers` does not request them. */
  readonly isKnownToSpeak?: boolean;
  readonly recognisers?: {
    readonly defaultModel: string;
    /** Models that are known to exist. Defaults to the default model. */
    readonly suggestions?: readonly string[];
    readonly languages: readonly string[];
    create(account: Account, model: string, dependencies: VendorDependencies): SpeechToText;
  };
  readonly voices?: {
    /** Spoken by `parley doctor --providers`. */
    readonly exampleVoiceId: string;
    /** Voices that are known to exist. Defaults to the example. */
    readonly suggestions?: readonly string[];
    create(account: Account, dependencies: VendorDependencies): TextToSpeech;
  };
}
