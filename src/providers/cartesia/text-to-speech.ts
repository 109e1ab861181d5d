import type { TextToSpeech } from '../../contracts/text-to-speech.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { createVendorTextToSpeech } from '../websocket/text-to-speech.ts';
import { breakerOf, type CartesiaSettings } from './settings.ts';
import { CartesiaSpeechProtocol, cartesiaSpeechModel } from './speech-protocol.ts';

const speedRange = { min: 0.6, max: 1.5 };

/** Creates the voices of Cartesia. */
export function createCartesiaTextToSpeech(
  settings: CartesiaSettings,
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
        streamsText: true,
        voices: [],
        network: true,
      },
      breaker: breakerOf(settings),
      protocol: new CartesiaSpeechProtocol(settings),
    },
    dependencies,
  );
}
