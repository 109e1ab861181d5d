import { sampleRates } from '../../audio/sample-rate.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import {
  createVendorSpeechToText,
  type RecogniserCapabilities,
  type VendorDependencies,
} from '../websocket/speech-to-text.ts';
import type { KeytermLimits } from '../websocket/keyterms.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { FluxProtocol, ForceEndTurnSupport } from './flux-protocol.ts';
import { acceptsKeyterms, NovaProtocol } from './nova-protocol.ts';
import { vendor } from './settings.ts';

/** Models that detect turns have this prefix. */
const fluxPrefix = 'flux-';

export const deepgramDefaultRecogniser = 'nova-3';
/** Languages of nova-3 that Deepgram documents for streams. Flux has fewer. */
export const deepgramLanguages = ['en', 'es', 'fr', 'de', 'hi', 'ru', 'pt', 'ja', 'it', 'nl'] as const;

/**
 * Models before nova-3 accept single words (docs.vapi.ai/customization/custom-keywords), the others terms of 500 tokens together
 * (developers.deepgram.com/docs/keyterms). With more, Deepgram stops transcription and closes the stream later with 1011.
 */
export const deepgramKeytermLimits = (model: string): KeytermLimits =>
  acceptsKeyterms(model) ? { maxTerms: 100, maxTotalTokens: 500 } : { maxTerms: 100, maxWords: 1 };

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
  const forceEndTurn = new ForceEndTurnSupport();
  return createVendorSpeechToText(
    {
      provider: 'deepgram',
      model,
      capabilities,
      keytermLimits: deepgramKeytermLimits(model),
      breaker,
      createProtocol: (options) =>
        isFlux
          ? new FluxProtocol(account, model, options, forceEndTurn)
          : new NovaProtocol(account, model, options),
    },
    dependencies,
  );
}
