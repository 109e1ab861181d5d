import type { HealthCheck } from '../api/node-status.ts';
import type { ModelProvider } from '../api/provider-catalog.ts';
import type { RealtimeModel } from '../contracts/realtime-model.ts';
import type { Config } from '../core/config.ts';
import { openAiRealtime } from '../providers/realtime/openai.ts';
import { createRealtimeModel } from '../providers/realtime/realtime-model.ts';
import type { RealtimeVendor } from '../providers/realtime/vendor.ts';
import { xAi } from '../providers/realtime/xai.ts';
import { settingCorrection } from './setting-correction.ts';
import { CircuitBreakers } from '../providers/websocket/circuit-breaker.ts';
import type { VendorDependencies } from '../providers/websocket/speech-to-text.ts';

/** The settings that select the speech-to-speech models. */
export type RealtimeConfig = Pick<Config, 'openaiApiKey' | 'openaiBaseUrl' | 'xaiApiKey' | 'xaiBaseUrl'>;

interface RealtimeProvider {
  /** The first part of model ids. */
  readonly provider: string;
  readonly vendor: RealtimeVendor;
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly keySetting: string;
  readonly baseUrlSetting: string;
  /** Whether a server at `baseUrl` has the suggested models. A server with the API of OpenAI may have others, or none that speak. */
  readonly sameModelsAtBaseUrl: boolean;
  readonly suggestions: readonly string[];
}

const providersOf = (config: RealtimeConfig): readonly RealtimeProvider[] => [
  {
    provider: 'openai-realtime',
    vendor: openAiRealtime,
    apiKey: config.openaiApiKey,
    baseUrl: config.openaiBaseUrl,
    keySetting: 'PARLEY_OPENAI_API_KEY',
    baseUrlSetting: 'PARLEY_OPENAI_BASE_URL',
    sameModelsAtBaseUrl: false,
    suggestions: ['gpt-realtime-2.1', 'gpt-realtime'],
  },
  {
    provider: 'xai',
    vendor: xAi,
    apiKey: config.xaiApiKey,
    baseUrl: config.xaiBaseUrl,
    keySetting: 'PARLEY_XAI_API_KEY',
    baseUrlSetting: 'PARLEY_XAI_BASE_URL',
    sameModelsAtBaseUrl: true,
    suggestions: ['grok-voice-think-fast-1.0', 'grok-voice-latest'],
  },
];

/** A server at another address may require no key. */
const isConfigured = ({ apiKey, baseUrl }: RealtimeProvider): boolean =>
  apiKey !== undefined || baseUrl !== undefined;

/** Returns the providers of speech-to-speech models that agents can name. */
export const realtimeCatalog = (config: RealtimeConfig): ModelProvider[] =>
  providersOf(config).map((one) => ({
    provider: one.provider,
    names: undefined,
    missingSetting: isConfigured(one) ? undefined : one.keySetting,
    suggestions: one.suggestions,
    isSpeechToSpeech: true,
  }));

/** Returns a function that finds a model by its id, such as `xai/grok-voice-latest`, or undefined if its provider is not configured. */
export function openRealtimeModels(
  config: RealtimeConfig,
  dependencies: VendorDependencies,
): (id: string) => RealtimeModel | undefined {
  const providers = new Map(
    providersOf(config)
      .filter(isConfigured)
      .map((one) => [one.provider, one]),
  );
  const breakers = new CircuitBreakers(dependencies.clock, dependencies.random);
  return (id) => {
    const [name = '', ...model] = id.split('/');
    const found = providers.get(name);
    if (found === undefined) return undefined;
    const { provider, vendor, apiKey, baseUrl = vendor.defaultBaseUrl } = found;
    const settings = { provider, model: model.join('/'), apiKey, baseUrl, breakers };
    return createRealtimeModel(vendor, settings, dependencies);
  };
}

/**
 * Opens a session with the first suggested model of each vendor whose key is set, and reports the result. Skips servers that may not have
 * the model. Uses no tokens. Never rejects.
 */
export async function checkRealtimeProviders(
  config: RealtimeConfig,
  dependencies: VendorDependencies,
): Promise<HealthCheck[]> {
  const findModel = openRealtimeModels(config, dependencies);
  const checked = providersOf(config).filter(
    ({ apiKey, baseUrl, sameModelsAtBaseUrl }) =>
      apiKey !== undefined && (baseUrl === undefined || sameModelsAtBaseUrl),
  );
  return Promise.all(
    checked.map(async ({ provider, suggestions, keySetting, baseUrlSetting }): Promise<HealthCheck> => {
      const { ok, detail, error } = await findModel(`${provider}/${suggestions[0]!}`)!.checkHealth();
      if (ok) return { name: provider, ok, detail };
      const correction = settingCorrection(error, keySetting, baseUrlSetting, ['the name of the model']);
      return { name: provider, ok, detail: `${detail} ${correction}` };
    }),
  );
}
