import type { TextToSpeech } from '../../contracts/text-to-speech.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { createVendorTextToSpeech } from '../websocket/text-to-speech.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { vendor } from './settings.ts';
import { CartesiaSpeechProtocol, cartesiaSpeechModel } from './speech-protocol.ts';

const speedRange = { min: 0.6, max: 1.5 };

/** Creates the voices of Cartesia. */
export function createCartesiaTextToSpeech(
  account: VendorAccount,
  dependencies: VendorDependencies,
): TextToSpeech {
  return createVendorTextToSpeech(
    {
      provider: 'cartesia',
      modelOf: () => cartesiaSpeechModel,
      capabilities: {
        speed: true,
        speedRange,
        wordTimings: true,
        // "It runs automatically on every TTS request": docs.cartesia.ai/build-with-cartesia/capability-guides/text-normalization.
        normalizesText: true,
      },
      breaker: account.breakers.of(vendor, account),
      protocol: new CartesiaSpeechProtocol(account),
    },
    dependencies,
  );
}
