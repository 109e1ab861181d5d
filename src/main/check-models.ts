import { z } from 'zod';
import type { HealthCheck } from '../api/node-status.ts';
import type { LanguageModel } from '../contracts/language-model.ts';
import type { Clock } from '../core/clock.ts';
import { FetchError, fetchJson } from '../core/fetch-json.ts';
import { serverKeySetting } from '../core/model-settings.ts';
import { systemRandom } from '../core/random.ts';
import { noModel } from '../domain/agent.ts';
import {
  hasLanguageModels,
  modelProvidersOf,
  openLanguageModels,
  type ModelConfig,
  type ModelProviderConfig,
} from './language-models.ts';
import { settingCorrection } from './setting-correction.ts';
import { checkRealtimeProviders, type RealtimeConfig } from './realtime-models.ts';

const name = 'model';
/** Maximum number of models that are checked; each costs one token. */
const maxModels = 5;
/** Timeout of the request in ms. A local server may load the model first. */
const timeoutMs = 20_000;

/**
 * Requests one token from each language model of the agents, at most five. Returns an empty list if no model is named and no provider is
 * configured. Skips models of unknown providers. Never rejects.
 */
export async function checkModels(
  config: ModelConfig,
  modelIds: readonly string[],
  clock: Clock,
): Promise<HealthCheck[]> {
  const providers = new Map(modelProvidersOf(config).map((one) => [one.provider, one]));
  const checked = [...new Set(modelIds)]
    .filter((id) => id !== noModel)
    .flatMap((id) => {
      const provider = providers.get(id.split('/', 1)[0]!);
      return provider === undefined ? [] : [{ id, provider }];
    })
    .slice(0, maxModels);
  if (checked.length === 0 && hasLanguageModels(config))
    return [{ name, ok: true, detail: 'not checked: no active agent uses one' }];
  const findModel = await openLanguageModels(config, clock);
  return Promise.all(checked.map(({ id, provider }) => checkModel(id, provider, findModel(id), clock)));
}

/**
 * Sends one request to each configured provider of models: one token of a language model, or a session of a speech-to-speech model. Never rejects.
 */
export async function checkProviders(
  config: ModelConfig & RealtimeConfig,
  clock: Clock,
): Promise<HealthCheck[]> {
  const internalErrors = { record: () => undefined };
  const checks = await Promise.all([
    checkLanguageModels(config, clock),
    checkRealtimeProviders(config, { clock, random: systemRandom, internalErrors }),
  ]);
  return checks.flat();
}

/** Providers with any names are asked for their first model. */
async function checkLanguageModels(config: ModelConfig, clock: Clock): Promise<HealthCheck[]> {
  const configured = modelProvidersOf(config).filter(({ missingSetting }) => missingSetting === undefined);
  const findModel = await openLanguageModels(config, clock);
  return Promise.all(
    configured.map(async (provider): Promise<HealthCheck> => {
      const { provider: name, suggestions } = provider;
      const model =
        suggestions.length > 0 ? { name: suggestions[0]! } : await findFirstModel(provider, clock);
      if ('error' in model)
        return {
          name,
          ok: false,
          detail: `Asked ${name} for its models: ${model.error}. ${correctionOf(provider, model.cause)}`,
        };
      return { name, ...(await requestToken(findModel(`${name}/${model.name}`)!, provider, clock)) };
    }),
  );
}

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).min(1) });
const maxListBytes = 4 << 20;

/** Returns the first model that an OpenAI-compatible server lists. */
async function findFirstModel(
  { baseUrl = '', apiKey }: ModelProviderConfig,
  clock: Clock,
): Promise<{ readonly name: string } | { readonly error: string; readonly cause?: unknown }> {
  const request = {
    url: new URL(`${baseUrl.replace(/\/$/, '')}/models`),
    method: 'GET' as const,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    timeoutMs,
    maxBytes: maxListBytes,
  };
  try {
    const { status, body } = await fetchJson(request, clock);
    if (status !== 200) return { error: `it answered with ${status}` };
    const name = modelList.safeParse(body).data?.data[0]?.id;
    return name === undefined ? { error: 'it lists none' } : { name };
  } catch (error) {
    const fault = error instanceof FetchError ? error.tlsFailure : undefined;
    return { error: `it could not be reached${fault === undefined ? '' : `: ${fault}`}`, cause: error };
  }
}

async function checkModel(
  id: string,
  provider: ModelProviderConfig,
  model: LanguageModel | undefined,
  clock: Clock,
): Promise<HealthCheck> {
  if (model !== undefined) return { name, ...(await requestToken(model, provider, clock)) };
  const detail = `${id} cannot be used. Set ${provider.missingSetting} and restart the service.`;
  return { name, ok: false, detail };
}

async function requestToken(
  model: LanguageModel,
  provider: ModelProviderConfig,
  clock: Clock,
): Promise<Pick<HealthCheck, 'ok' | 'detail'>> {
  const startedMs = clock.monotonicMs();
  try {
    const messages = [{ role: 'user', content: 'Hello' }] as const;
    for await (const { type } of model.respond({ messages, temperature: 0, maxTokens: 1, timeoutMs }))
      if (type === 'finished') break;
    const elapsedMs = Math.round(clock.monotonicMs() - startedMs);
    return { ok: true, detail: `Asked ${model.id} for one token: answered in ${elapsedMs} ms.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      detail: `Asked ${model.id} for one token: ${reason} ${correctionOf(provider, error)}`,
    };
  }
}

function correctionOf({ provider, vendor }: ModelProviderConfig, error: unknown): string {
  const key = serverKeySetting(provider);
  const address =
    vendor === 'openai-compatible' ? 'PARLEY_OPENAI_COMPATIBLE' : key.replace('_API_KEY', '_BASE_URL');
  return settingCorrection(error, key, address, ['the name of the model']);
}
