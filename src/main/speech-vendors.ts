import type { HealthCheck } from '../api/node-status.ts';
import type { ProviderCatalog, RecogniserProvider, VoiceProvider } from '../api/provider-catalog.ts';
import type { SpeechToText } from '../contracts/speech-to-text.ts';
import type { TextToSpeech } from '../contracts/text-to-speech.ts';
import type { Config } from '../core/config.ts';
import { assemblyAiBaseUrl } from '../providers/assemblyai/settings.ts';
import {
  assemblyAiDefaultRecogniser,
  assemblyAiKeytermLimits,
  assemblyAiLanguages,
  createAssemblyAiSpeechToText,
} from '../providers/assemblyai/speech-to-text.ts';
import { cartesiaBaseUrl } from '../providers/cartesia/settings.ts';
import {
  cartesiaDefaultRecogniser,
  cartesiaKeytermLimits,
  cartesiaLanguages,
  createCartesiaSpeechToText,
} from '../providers/cartesia/speech-to-text.ts';
import { createCartesiaTextToSpeech } from '../providers/cartesia/text-to-speech.ts';
import { deepgramBaseUrl } from '../providers/deepgram/settings.ts';
import {
  createDeepgramSpeechToText,
  deepgramDefaultRecogniser,
  deepgramKeytermLimits,
  deepgramLanguages,
} from '../providers/deepgram/speech-to-text.ts';
import { createDeepgramTextToSpeech } from '../providers/deepgram/text-to-speech.ts';
import { elevenLabsBaseUrl } from '../providers/elevenlabs/settings.ts';
import {
  createElevenLabsSpeechToText,
  elevenLabsDefaultRecogniser,
  elevenLabsKeytermLimits,
  elevenLabsLanguages,
} from '../providers/elevenlabs/speech-to-text.ts';
import { createElevenLabsTextToSpeech } from '../providers/elevenlabs/text-to-speech.ts';
import { sonioxBaseUrl } from '../providers/soniox/settings.ts';
import {
  createSonioxSpeechToText,
  sonioxDefaultRecogniser,
  sonioxLanguages,
} from '../providers/soniox/speech-to-text.ts';
import { CircuitBreakers } from '../providers/websocket/circuit-breaker.ts';
import { divideKeyterms } from '../providers/websocket/keyterms.ts';
import type { VendorDependencies } from '../providers/websocket/speech-to-text.ts';
import type { VendorAccount } from '../providers/websocket/vendor-account.ts';
import { openAiSpeechVendors, type OpenAiSpeechConfig } from './openai-speech-vendors.ts';
import type { SpeechVendor } from './speech-vendor.ts';

/** The settings that select the vendors of recognisers and voices. */
export type SpeechVendorConfig = OpenAiSpeechConfig &
  Pick<
    Config,
    | 'deepgramApiKey'
    | 'deepgramBaseUrl'
    | 'elevenlabsApiKey'
    | 'elevenlabsBaseUrl'
    | 'cartesiaApiKey'
    | 'cartesiaBaseUrl'
    | 'assemblyaiApiKey'
    | 'assemblyaiBaseUrl'
    | 'sonioxApiKey'
    | 'sonioxBaseUrl'
  >;

const vendorsOf = (config: SpeechVendorConfig): SpeechVendor[] => [
  {
    provider: 'deepgram',
    apiKey: config.deepgramApiKey,
    baseUrl: config.deepgramBaseUrl ?? deepgramBaseUrl,
    keySetting: 'PARLEY_DEEPGRAM_API_KEY',
    recognisers: {
      defaultModel: deepgramDefaultRecogniser,
      languages: deepgramLanguages,
      keytermLimits: deepgramKeytermLimits,
      create: createDeepgramSpeechToText,
    },
    voices: { exampleVoiceId: 'aura-2-thalia-en', create: createDeepgramTextToSpeech },
  },
  {
    provider: 'elevenlabs',
    apiKey: config.elevenlabsApiKey,
    baseUrl: config.elevenlabsBaseUrl ?? elevenLabsBaseUrl,
    keySetting: 'PARLEY_ELEVENLABS_API_KEY',
    recognisers: {
      defaultModel: elevenLabsDefaultRecogniser,
      languages: elevenLabsLanguages,
      keytermLimits: elevenLabsKeytermLimits,
      create: createElevenLabsSpeechToText,
    },
    voices: { exampleVoiceId: 'JBFqnCBsd6RMkjVDRZzb', create: createElevenLabsTextToSpeech },
  },
  {
    provider: 'cartesia',
    apiKey: config.cartesiaApiKey,
    baseUrl: config.cartesiaBaseUrl ?? cartesiaBaseUrl,
    keySetting: 'PARLEY_CARTESIA_API_KEY',
    recognisers: {
      defaultModel: cartesiaDefaultRecogniser,
      languages: cartesiaLanguages,
      keytermLimits: cartesiaKeytermLimits,
      create: createCartesiaSpeechToText,
    },
    voices: { exampleVoiceId: '694f9389-aac1-45b6-b726-9d9369183238', create: createCartesiaTextToSpeech },
  },
  {
    provider: 'assemblyai',
    apiKey: config.assemblyaiApiKey,
    baseUrl: config.assemblyaiBaseUrl ?? assemblyAiBaseUrl,
    keySetting: 'PARLEY_ASSEMBLYAI_API_KEY',
    recognisers: {
      defaultModel: assemblyAiDefaultRecogniser,
      languages: assemblyAiLanguages,
      keytermLimits: assemblyAiKeytermLimits,
      create: createAssemblyAiSpeechToText,
    },
  },
  {
    provider: 'soniox',
    apiKey: config.sonioxApiKey,
    baseUrl: config.sonioxBaseUrl ?? sonioxBaseUrl,
    keySetting: 'PARLEY_SONIOX_API_KEY',
    recognisers: {
      defaultModel: sonioxDefaultRecogniser,
      languages: sonioxLanguages,
      create: createSonioxSpeechToText,
    },
  },
  ...openAiSpeechVendors(config),
];

function unusedKeyterms(
  { recognisers }: SpeechVendor,
  model: string | null,
  keyterms: readonly string[],
): readonly string[] {
  const limits = recognisers?.keytermLimits?.(model ?? recognisers.defaultModel) ?? {};
  return divideKeyterms(keyterms, limits).unused;
}

const missingSettingOf = ({ apiKey, keySetting }: SpeechVendor): string | undefined =>
  apiKey === undefined ? keySetting : undefined;

/** A vendor whose key is set. */
export interface ConfiguredSpeechVendor {
  readonly provider: string;
  readonly keySetting: string;
  readonly hasRecognisers: boolean;
  /** Undefined if the vendor has no voices, or may have none. */
  readonly exampleVoiceId: string | undefined;
}

/** Returns the vendors whose keys are set. */
export const configuredSpeechVendors = (config: SpeechVendorConfig): readonly ConfiguredSpeechVendor[] =>
  vendorsOf(config)
    .filter(({ apiKey }) => apiKey !== undefined)
    .map(({ provider, keySetting, isKnownToSpeak = true, recognisers, voices }) => ({
      provider,
      keySetting,
      hasRecognisers: isKnownToSpeak && recognisers !== undefined,
      exampleVoiceId: isKnownToSpeak ? voices?.exampleVoiceId : undefined,
    }));

/** Returns the vendors that agents can name. Those without a key have a `missingSetting`. */
export function speechVendorCatalog(
  config: SpeechVendorConfig,
): Pick<ProviderCatalog, 'speechToText' | 'textToSpeech'> {
  const vendors = vendorsOf(config);
  return {
    speechToText: vendors.flatMap((vendor): RecogniserProvider[] =>
      vendor.recognisers === undefined
        ? []
        : [
            {
              provider: vendor.provider,
              names: undefined,
              languages: vendor.recognisers.languages,
              openVocabulary: true,
              suggestions: vendor.recognisers.suggestions ?? [vendor.recognisers.defaultModel],
              missingSetting: missingSettingOf(vendor),
              unusedKeyterms: (model, keyterms) => unusedKeyterms(vendor, model, keyterms),
            },
          ],
    ),
    textToSpeech: vendors.flatMap((vendor): VoiceProvider[] =>
      vendor.voices === undefined
        ? []
        : [
            {
              provider: vendor.provider,
              voices: undefined,
              suggestions: vendor.voices.suggestions ?? [vendor.voices.exampleVoiceId],
              missingSetting: missingSettingOf(vendor),
            },
          ],
    ),
  };
}

const maxRecognisers = 100;

/** The recognisers and voices of the vendors that are set up, created at their first use. */
export class SpeechVendors {
  readonly #vendors: readonly SpeechVendor[];
  readonly #dependencies: VendorDependencies;
  readonly #breakers: CircuitBreakers;
  readonly #recognisers = new Map<string, SpeechToText>();
  readonly #voices = new Map<string, TextToSpeech>();

  constructor(config: SpeechVendorConfig, dependencies: VendorDependencies) {
    this.#vendors = vendorsOf(config);
    this.#dependencies = dependencies;
    this.#breakers = new CircuitBreakers(dependencies.clock, dependencies.random);
  }

  /** Returns undefined if the provider is not a vendor of recognisers, or not set up. `model` null: the default of the vendor. */
  speechToText(provider: string, model: string | null): SpeechToText | undefined {
    const { recognisers, account } = this.#find(provider);
    if (recognisers === undefined || account === undefined) return undefined;
    const name = model ?? recognisers.defaultModel;
    const id = `${provider}/${name}`;
    const recogniser = this.#recognisers.get(id) ?? recognisers.create(account, name, this.#dependencies);
    if (this.#recognisers.size < maxRecognisers) this.#recognisers.set(id, recogniser);
    return recogniser;
  }

  /** Returns undefined if the provider is not a vendor of voices, or not set up. */
  textToSpeech(provider: string): TextToSpeech | undefined {
    const { voices, account } = this.#find(provider);
    if (voices === undefined || account === undefined) return undefined;
    const voice = this.#voices.get(provider) ?? voices.create(account, this.#dependencies);
    this.#voices.set(provider, voice);
    return voice;
  }

  /** Returns the failure of the vendor in calls, with the setting to correct. */
  async checkHealth({ provider, keySetting }: ConfiguredSpeechVendor): Promise<Omit<HealthCheck, 'name'>> {
    const used = [...this.#recognisers.values(), ...this.#voices.values()].filter(
      (candidate) => candidate.provider === provider,
    );
    const results = await Promise.all(used.map((one) => one.checkHealth()));
    const failed = results.find(({ ok }) => !ok);
    if (failed !== undefined) return { ok: false, detail: `${failed.detail} Check ${keySetting}.` };
    return { ok: true, detail: results[0]?.detail ?? 'not used since the start' };
  }

  async close(): Promise<void> {
    const opened = [...this.#recognisers.values(), ...this.#voices.values()];
    await Promise.all(opened.map((provider) => provider.close()));
  }

  #find(provider: string): Pick<SpeechVendor, 'recognisers' | 'voices'> & { account?: VendorAccount } {
    const vendor = this.#vendors.find((candidate) => candidate.provider === provider);
    if (vendor?.apiKey === undefined) return {};
    const { apiKey, baseUrl, recognisers, voices } = vendor;
    const account = { apiKey, baseUrl, breakers: this.#breakers };
    return { account, ...(recognisers && { recognisers }), ...(voices && { voices }) };
  }
}
