import { sampleRates } from '../../audio/sample-rate.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import type { KeytermLimits } from '../websocket/keyterms.ts';
import { createVendorSpeechToText, type VendorDependencies } from '../websocket/speech-to-text.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { vendor } from './settings.ts';
import { AssemblyAiProtocol } from './streaming-protocol.ts';

export const assemblyAiDefaultRecogniser = 'universal-streaming-english';
/** Languages of `universal-streaming-multilingual` that the vendor documents. */
export const assemblyAiLanguages = ['en', 'es', 'fr', 'de', 'it', 'pt'] as const;

/** assemblyai.com/docs/streaming/keyterms-prompting */
export const assemblyAiKeytermLimits = (): KeytermLimits => ({ maxTerms: 100, maxCharacters: 50 });

/** Creates a recogniser of AssemblyAI's streaming API. */
export function createAssemblyAiSpeechToText(
  account: VendorAccount,
  model: string,
  dependencies: VendorDependencies,
): SpeechToText {
  return createVendorSpeechToText(
    {
      provider: 'assemblyai',
      model,
      capabilities: {
        endpointing: 'provider',
        turns: 'endpoint',
        languages: model === assemblyAiDefaultRecogniser ? ['en'] : assemblyAiLanguages,
        sampleRates,
      },
      keytermLimits: assemblyAiKeytermLimits(),
      breaker: account.breakers.of(vendor, account),
      createProtocol: (options) => new AssemblyAiProtocol(account, model, options),
    },
    dependencies,
  );
}
