import type { LanguageModel } from '../contracts/language-model.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import { suggestedModels } from '../providers/ai-sdk/suggested-models.ts';

/** The settings that select the language models. */
export type ModelConfig = Pick<
  Config,
  | 'openaiApiKey'
  | 'openaiBaseUrl'
  | 'openaiCompatible'
  | 'anthropicApiKey'
  | 'anthropicBaseUrl'
  | 'googleApiKey'
  | 'googleBaseUrl'
>;

type VendorName = 'openai' | 'openai-compatible' | 'anthropic' | 'google';

/** A provider of language models and its settings. */
export interface ModelProviderConfig {
  /** The first part of model ids. */
  readonly provider: string;
  readonly vendor: VendorName;
  /** Undefined: the address of the vendor. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  /** A required setting that is not set. */
  readonly missingSetting: string | undefined;
  /** Names of models that are known to exist; other names are possible. */
  readonly suggestions: readonly string[];
}

/** Returns all providers of language models, with and without their settings. */
export function modelProvidersOf(config: ModelConfig): readonly ModelProviderConfig[] {
  const { openaiApiKey, openaiBaseUrl, anthropicApiKey, googleApiKey } = config;
  return [
    {
      provider: 'openai',
      vendor: 'openai',
      baseUrl: openaiBaseUrl,
      apiKey: openaiApiKey,
      missingSetting:
        openaiApiKey === undefined && openaiBaseUrl === undefined ? 'PARLEY_OPENAI_API_KEY' : undefined,
      suggestions: openaiBaseUrl === undefined ? suggestedModels.openai : [],
    },
    {
      provider: 'anthropic',
      vendor: 'anthropic',
      baseUrl: config.anthropicBaseUrl,
      apiKey: anthropicApiKey,
      missingSetting: anthropicApiKey === undefined ? 'PARLEY_ANTHROPIC_API_KEY' : undefined,
      suggestions: suggestedModels.anthropic,
    },
    {
      provider: 'google',
      vendor: 'google',
      baseUrl: config.googleBaseUrl,
      apiKey: googleApiKey,
      missingSetting: googleApiKey === undefined ? 'PARLEY_GOOGLE_API_KEY' : undefined,
      suggestions: suggestedModels.google,
    },
    ...(config.openaiCompatible ?? []).map(({ name, baseUrl, apiKey }) => ({
      provider: name,
      vendor: 'openai-compatible' as const,
      baseUrl,
      apiKey,
      missingSetting: undefined,
      suggestions: [],
    })),
  ];
}

const configuredProvidersOf = (config: ModelConfig): readonly ModelProviderConfig[] =>
  modelProvidersOf(config).filter(({ missingSetting }) => missingSetting === undefined);

/** Returns whether a provider of language models is configured. */
export const hasLanguageModels = (config: ModelConfig): boolean => configuredProvidersOf(config).length > 0;

const vendorModules = {
  openai: async () => (await import('../providers/ai-sdk/openai.ts')).openAi,
  anthropic: async () => (await import('../providers/ai-sdk/anthropic.ts')).anthropic,
  google: async () => (await import('../providers/ai-sdk/google.ts')).google,
  'openai-compatible': async () =>
    (await import('../providers/ai-sdk/openai-compatible.ts')).openAiCompatible,
};

/** Maximum number of models that are kept; further ones are created for each call. */
const maxModels = 200;

/**
 * Loads the SDKs of the configured providers. Returns a function that finds a model by its id, such as `openai/gpt-4.1`, or undefined if its
 * provider is not configured.
 */
export async function openLanguageModels(
  config: ModelConfig,
  clock: Clock,
): Promise<(id: string) => LanguageModel | undefined> {
  const configured = configuredProvidersOf(config);
  if (configured.length === 0) return () => undefined;
  const { createLanguageModel } = await import('../providers/ai-sdk/language-model.ts');
  const vendors = await Promise.all(configured.map(({ vendor }) => vendorModules[vendor]()));
  const providers = new Map(
    configured.map((one, index) => [one.provider, { ...one, vendor: vendors[index]! }]),
  );
  const cached = new Map<string, LanguageModel>();
  return (id) => {
    const [name = '', ...model] = id.split('/');
    const found = providers.get(name);
    if (found === undefined) return undefined;
    const { provider, vendor, baseUrl = vendor.defaultBaseUrl!, apiKey } = found;
    const settings = { provider, baseUrl, apiKey, model: model.join('/') };
    const languageModel = cached.get(id) ?? createLanguageModel(vendor, settings, clock);
    if (cached.size < maxModels) cached.set(id, languageModel);
    return languageModel;
  };
}
