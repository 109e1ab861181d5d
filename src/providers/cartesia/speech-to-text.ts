import { sampleRates } from '../../audio/sample-rate.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import { createVendorSpeechToText, type VendorDependencies } from '../websocket/speech-to-text.ts';
import { breakerOf, type CartesiaSettings } from './settings.ts';
import { CartesiaTurnsProtocol } from './turns-protocol.ts';

export const cartesiaDefaultRecogniser = 'ink-2';
export const cartesiaLanguages = ['en'] as const;

/** Creates a recogniser of Cartesia that detects turns. */
export function createCartesiaSpeechToText(
  settings: CartesiaSettings,
  model: string,
  dependencies: VendorDependencies,
): SpeechToText {
  return createVendorSpeechToText(
    {
      provider: 'cartesia',
      model,
      capabilities: {
        partials: true,
        openVocabulary: true,
        expectation: 'none',
        endpointing: 'provider',
        turns: 'full',
        languages: cartesiaLanguages,
        sampleRates,
        network: true,
      },
      breaker: breakerOf(settings),
      createProtocol: (options) => new CartesiaTurnsProtocol(settings, model, options),
    },
    dependencies,
  );
}
