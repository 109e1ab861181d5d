import type { TextToSpeech } from '../../contracts/text-to-speech.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { createVendorTextToSpeech } from '../websocket/text-to-speech.ts';
import { breakerOf, type DeepgramSettings } from './settings.ts';
import { SpeakProtocol } from './speak-protocol.ts';

/** Creates the voices of Deepgram. A voice is a model such as `aura-2-thalia-en`. */
export function createDeepgramTextToSpeech(
  settings: DeepgramSettings,
  dependencies: VendorDependencies,
): TextToSpeech {
  return createVendorTextToSpeech(
    {
      provider: 'deepgram',
      modelOf: (voiceId) => voiceId,
      capabilities: { speed: false, wordTimings: false, streamsText: true, voices: [], network: true },
      breaker: breakerOf(settings),
      protocol: new SpeakProtocol(settings),
    },
    dependencies,
  );
}
