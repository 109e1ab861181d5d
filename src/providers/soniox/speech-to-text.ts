import { sampleRates } from '../../audio/sample-rate.ts';
import type { SpeechToText } from '../../contracts/speech-to-text.ts';
import { createVendorSpeechToText, type VendorDependencies } from '../websocket/speech-to-text.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { SonioxProtocol } from './realtime-protocol.ts';
import { vendor } from './settings.ts';

export const sonioxDefaultRecogniser = 'stt-rt-v5';
/** Languages that Soniox documents, for all its realtime models. */
export const sonioxLanguages = (
  'en es fr de it pt nl af ar az be bg bn bs ca cs cy da el et eu fa fi gl gu he hi hr hu id ja kk kn ko lt lv mk ml mr ms ' +
  'no pa pl ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi zh'
).split(' ');

/** Creates a recogniser of Soniox' realtime API. */
export function createSonioxSpeechToText(
  account: VendorAccount,
  model: string,
  dependencies: VendorDependencies,
): SpeechToText {
  return createVendorSpeechToText(
    {
      provider: 'soniox',
      model,
      capabilities: {
        endpointing: 'provider',
        turns: 'endpoint',
        languages: sonioxLanguages,
        sampleRates,
      },
      breaker: account.breakers.of(vendor, account),
      createProtocol: (options) => new SonioxProtocol(account, model, options),
    },
    dependencies,
  );
}
