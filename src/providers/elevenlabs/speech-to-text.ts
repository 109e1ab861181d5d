import { sampleRates } from '../../audio/sample-rate.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import type { KeytermLimits } from '../websocket/keyterms.ts';
import { createVendorSpeechToText, type VendorDependencies } from '../websocket/speech-to-text.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { ScribeProtocol } from './scribe-protocol.ts';
import { vendor } from './settings.ts';

export const elevenLabsDefaultRecogniser = 'scribe_v2_realtime';
/** The languages for which Parley has phrases; Scribe understands more. */
export const elevenLabsLanguages = ['en', 'es', 'fr', 'de', 'pt', 'it', 'nl'] as const;

/** elevenlabs.io/docs/eleven-api/guides/how-to/speech-to-text/batch/keyterm-prompting */
export const elevenLabsKeytermLimits = (): KeytermLimits => ({
  maxTerms: 50,
  maxCharacters: 20,
  maxWords: 5,
});

/** Creates a recogniser of ElevenLabs. */
export function createElevenLabsSpeechToText(
  account: VendorAccount,
  model: string,
  dependencies: VendorDependencies,
): SpeechToText {
  return createVendorSpeechToText(
    {
      provider: 'elevenlabs',
      model,
      capabilities: {
        endpointing: 'host',
        turns: 'none',
        languages: elevenLabsLanguages,
        sampleRates,
      },
      keytermLimits: elevenLabsKeytermLimits(),
      breaker: account.breakers.of(vendor, account),
      createProtocol: (options) => new ScribeProtocol(account, model, options),
    },
    dependencies,
  );
}
