import type { TextToSpeech } from '../../contracts/text-to-speech.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { createVendorTextToSpeech } from '../websocket/text-to-speech.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { elevenLabsSpeechModel, MultiContextProtocol } from './multi-context-protocol.ts';
import { vendor } from './settings.ts';

const speedRange = { min: 0.7, max: 1.2 };

/** Creates the voices of an ElevenLabs account. */
export function createElevenLabsTextToSpeech(
  account: VendorAccount,
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
        // Off for Flash v2.5 except with Enterprise plans: elevenlabs.io/docs/api-reference/text-to-speech/v-1-text-to-speech-voice-id-stream-input.
        normalizesText: false,
      },
      breaker: account.breakers.of(vendor, account),
      protocol: new MultiContextProtocol(account),
    },
    dependencies,
  );
}
