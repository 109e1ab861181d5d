import type { HealthCheck } from '../api/node-status.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';

const name = 'model';
/** Maximum number of models that are checked; each costs one token. */
const maxModels = 5;
/** Timeout of the request in ms. A local server may load the model first. */
const timeoutMs = 20_000;
const openaiPrefix = 'openai/';

type ModelServer = Pick<Config, 'openaiBaseUrl' | 'openaiApiKey'>;

/**
 * Requests one token from each language model of the agents, at most five. Returns an empty list if no model is named and no server is
 * configured. Skips models of other providers. Never rejects.
 */
export async function checkModels(
  server: ModelServer,
  modelIds: readonly string[],
  clock: Clock,
): Promise<HealthCheck[]> {
  const checkedIds = [...new Set(modelIds)].filter((id) => id.startsWith(openaiPrefix)).slice(0, maxModels);
  const { openaiBaseUrl: baseUrl } = server;
  if (baseUrl === undefined)
    return checkedIds.map((id) => ({
      name,
      ok: false,
      detail: `${id} has no server. Set PARLEY_OPENAI_BASE_URL and restart the service.`,
    }));
  if (checkedIds.length === 0) return [{ name, ok: true, detail: 'not checked: no active agent uses one' }];
  return Promise.all(checkedIds.map((id) => requestToken({ ...server, baseUrl }, id, clock)));
}

async function requestToken(
  { baseUrl, openaiApiKey: apiKey }: ModelServer & { readonly baseUrl: string },
  id: string,
  clock: Clock,
): Promise<HealthCheck> {
  const startedMs = clock.monotonicMs();
  try {
    const { createOpenAiCompatibleLanguageModel } =
      await import('../providers/openai-compatible/language-model.ts');
    const settings = { provider: 'openai', baseUrl, apiKey, model: id.slice(openaiPrefix.length) };
    const model = createOpenAiCompatibleLanguageModel(settings, clock);
    const messages = [{ role: 'user', content: 'Hello' }] as const;
    for await (const { type } of model.respond({ messages, temperature: 0, maxTokens: 1, timeoutMs }))
      if (type === 'finished') break;
    return { name, ok: true, detail: `${id} responded in ${Math.round(clock.monotonicMs() - startedMs)} ms` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const correction = 'Correct PARLEY_OPENAI_BASE_URL, PARLEY_OPENAI_API_KEY or the model of the agent.';
    return { name, ok: false, detail: `${id}: ${reason} ${correction}` };
  }
}
