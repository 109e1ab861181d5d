import type { TextToSpeech } from '../../contracts/text-to-speech.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { createVendorTextToSpeech } from '../websocket/text-to-speech.ts';
import { elevenLabsSpeechModel, MultiContextProtocol } from './multi-context-protocol.ts';
import { breakerOf, type ElevenLabsSettings } from './settings.ts';

const speedRange = { min: 0.7, max: 1.2 };

/** Creates the voices of an ElevenLabs account. */
export function createElevenLabsTextToSpeech(
  settings: ElevenLabsSettings,
  dependencies: VendorDependencies,
): TextToSpeech {
  return createVendorTextToSpeech(
    {
      provider: 'elevenlabs',
      modelOf: () => elevenLabsSpeechModel,
      capabilities: {
        speed: true,
        speedRange,
        wordTimings: true,
        streamsText: true,
        voices: [],
        network: true,
      },
      breaker: breakerOf(settings),
      protocol: new MultiContextProtocol(settings),
    },
    dependencies,
  );
}
