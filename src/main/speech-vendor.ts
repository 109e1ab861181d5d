import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import type { KeytermLimits } from '../providers/websocket/keyterms.ts';
import type { VendorDependencies } from '../providers/websocket/speech-to-text.ts';
import type { VendorAccount } from '../providers/websocket/vendor-account.ts';

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
    /** What a model accepts as keyterms. Undefined: any. */
    readonly keytermLimits?: (model: string) => KeytermLimits;
    create(account: VendorAccount, model: string, dependencies: VendorDependencies): SpeechToText;
  };
  readonly voices?: {
    /** Spoken by `parley doctor --providers`. */
    readonly exampleVoiceId: string;
    /** Voices that are known to exist. Defaults to the example. */
    readonly suggestions?: readonly string[];
    create(account: VendorAccount, dependencies: VendorDependencies): TextToSpeech;
  };
}
