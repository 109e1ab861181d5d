import { sampleRates } from '../../audio/sample-rate.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import {
  createVendorSpeechToText,
  type RecogniserCapabilities,
  type VendorDependencies,
} from '../websocket/speech-to-text.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { FluxProtocol } from './flux-protocol.ts';
import { NovaProtocol } from './nova-protocol.ts';
import { vendor } from './settings.ts';

/** Models that detect turns have this prefix. */
const fluxPrefix = 'flux-';

export const deepgramDefaultRecogniser = 'nova-3';
/** Languages of nova-3 that Deepgram documents for streams. Flux has fewer. */
export const deepgramLanguages = ['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl'] as const;

/** Creates a recogniser of Deepgram: `nova-3` and other models of `/v1/listen`, or `flux-…` of `/v2/listen`. */
export function createDeepgramSpeechToText(
  account: VendorAccount,
  model: string,
  dependencies: VendorDependencies,
): SpeechToText {
  const isFlux = model.startsWith(fluxPrefix);
  const capabilities: RecogniserCapabilities = {
    endpointing: isFlux ? 'provider' : 'host',
    turns: isFlux ? 'full' : 'none',
    languages: model === 'flux-general-en' ? ['en'] : deepgramLanguages,
    sampleRates,
  };
  const breaker = account.breakers.of(vendor, account);
  const Protocol = isFlux ? FluxProtocol : NovaProtocol;
  return createVendorSpeechToText(
    {
      provider: 'deepgram',
      model,
      capabilities,
      breaker,
      createProtocol: (options) => new Protocol(account, model, options),
    },
    dependencies,
  );
}
