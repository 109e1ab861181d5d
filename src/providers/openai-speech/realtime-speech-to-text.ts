import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import { createVendorSpeechToText, type VendorDependencies } from '../websocket/speech-to-text.ts';
import { gateSpeechToText } from './gated-speech-to-text.ts';
import { RealtimeTranscriptionProtocol } from './realtime-protocol.ts';
import { openAiLanguages, type SpeechServer } from './speech-server.ts';

/** Creates a recogniser of OpenAI with one connection per call. */
export function createRealtimeSpeechToText(
  server: SpeechServer,
  model: string,
  dependencies: VendorDependencies,
): SpeechToText {
  const recogniser = createVendorSpeechToText(
    {
      provider: server.provider,
      model,
      capabilities: {
        endpointing: 'host',
        turns: 'none',
        languages: openAiLanguages,
      },
      breaker: server.breakers.of(server.vendor, server),
      createProtocol: (options) => new RealtimeTranscriptionProtocol(server, model, options),
    },
    dependencies,
  );
  return gateSpeechToText(recogniser, server.vendor);
}
