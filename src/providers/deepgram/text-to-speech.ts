import type {
  SpeechChunk,
  SpeechRequest,
  TextToSpeech,
  TextToSpeechCapabilities,
} from '../../contracts/text-to-speech.ts';
import type { VendorDependencies } from '../websocket/speech-to-text.ts';
import { createVendorTextToSpeech } from '../websocket/text-to-speech.ts';
import type { VendorAccount } from '../websocket/vendor-account.ts';
import { vendor } from './settings.ts';
import { aura, flux, SpeakProtocol } from './speak-protocol.ts';

/** Voices of `/v2/speak` have this prefix. */
const fluxPrefix = 'flux-';

const provider = 'deepgram';
const modelOf = (voiceId: string): string => voiceId;
/** Deepgram shows texts with amounts and digits as input: developers.deepgram.com/docs/improving-aura-2-formatting. */
const capabilities = { speed: false, wordTimings: false, normalizesText: true };

/** Creates the voices of Deepgram. A voice is a model: `aura-2-thalia-en` and others of `/v1/speak`, or `flux-haley-en` and others of `/v2/speak`. */
export function createDeepgramTextToSpeech(
  account: VendorAccount,
  dependencies: VendorDependencies,
): TextToSpeech {
  const breaker = account.breakers.of(vendor, account);
  const create = (version: typeof aura) => {
    const protocol = new SpeakProtocol(account, version);
    return createVendorTextToSpeech({ provider, modelOf, capabilities, breaker, protocol }, dependencies);
  };
  return new DeepgramTextToSpeech(create(aura), create(flux));
}

class DeepgramTextToSpeech implements TextToSpeech {
  readonly provider = provider;
  readonly capabilities: TextToSpeechCapabilities;
  readonly #aura: TextToSpeech;
  readonly #flux: TextToSpeech;

  constructor(aura: TextToSpeech, flux: TextToSpeech) {
    this.capabilities = aura.capabilities;
    this.#aura = aura;
    this.#flux = flux;
  }

  synthesize(request: SpeechRequest): AsyncIterable<SpeechChunk> {
    return this.#familyOf(request.voiceId).synthesize(request);
  }

  warm(voiceId: string): void {
    this.#familyOf(voiceId).warm?.(voiceId);
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    const results = await Promise.all([this.#aura.checkHealth(), this.#flux.checkHealth()]);
    return results.find(({ ok }) => !ok) ?? results[0];
  }

  async close(): Promise<void> {
    await Promise.all([this.#aura.close(), this.#flux.close()]);
  }

  #familyOf(voiceId: string): TextToSpeech {
    return voiceId.startsWith(fluxPrefix) ? this.#flux : this.#aura;
  }
}
