import { sampleRates } from '../../audio/sample-rate.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import type { KeytermLimits } from '../websocket/keyterms.ts';
import { createVendorSpeechToText, type VendorDependencies } from '../websocket/speech-to-text.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { vendor } from './settings.ts';
import { CartesiaTurnsProtocol } from './turns-protocol.ts';

export const cartesiaDefaultRecogniser = 'ink-2';
export const cartesiaLanguages = ['en'] as const;

/** docs.cartesia.ai/use-the-api/stt/keyterms */
export const cartesiaKeytermLimits = (): KeytermLimits => ({ maxTerms: 100, maxTotalCharacters: 1_200 });

/** Creates a recogniser of Cartesia that detects turns. */
export function createCartesiaSpeechToText(
  account: VendorAccount,
  model: string,
  dependencies: VendorDependencies,
): SpeechToText {
  return createVendorSpeechToText(
    {
      provider: 'cartesia',
      model,
      capabilities: {
        endpointing: 'provider',
        turns: 'full',
        languages: cartesiaLanguages,
        sampleRates,
      },
      keytermLimits: cartesiaKeytermLimits(),
      breaker: account.breakers.of(vendor, account),
      createProtocol: (options) => new CartesiaTurnsProtocol(account, model, options),
    },
    dependencies,
  );
}
