import type { HealthCheck } from '../api/node-status.ts';
import type { Clock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';

const name = 'model';
/** Models that are asked; each costs a token. */
const askedMax = 5;
/** Longest wait for the token: a local server may load the model first. */
const timeoutMs = 20_000;
const ofServer = 'openai/';

type ModelServer = Pick<Config, 'openaiBaseUrl' | 'openaiApiKey'>;

/**
 * Asks the language models that agents name for one token each, five at most. Empty if none is named and no server is set. Never rejects.
 * Models of other providers are skipped.
 */
export async function examineModels(
  server: ModelServer,
  modelIds: readonly string[],
  clock: Clock,
): Promise<HealthCheck[]> {
  const asked = [...new Set(modelIds)].filter((id) => id.startsWith(ofServer)).slice(0, askedMax);
  const { openaiBaseUrl: baseUrl } = server;
  if (baseUrl === undefined)
    return asked.map((id) => ({
      name,
      ok: false,
      detail: `${id} has no server. Set PARLEY_OPENAI_BASE_URL and start the service again.`,
    }));
  if (asked.length === 0) return [{ name, ok: true, detail: 'not asked: no active agent uses one' }];
  return Promise.all(asked.map((id) => askForToken({ ...server, baseUrl }, id, clock)));
}

async function askForToken(
  { baseUrl, openaiApiKey: apiKey }: ModelServer & { readonly baseUrl: string },
  id: string,
  clock: Clock,
): Promise<HealthCheck> {
  const startedMs = clock.monotonicMs();
  try {
    const { createOpenAiCompatibleLanguageModel } =
      await import('../providers/openai-compatible/language-model.ts');
    const settings = { provider: 'openai', baseUrl, apiKey, model: id.slice(ofServer.length) };
    const model = createOpenAiCompatibleLanguageModel(settings, clock);
    const messages = [{ role: 'user', content: 'Hello' }] as const;
    for await (const { type } of model.respond({ messages, temperature: 0, maxTokens: 1, timeoutMs }))
      if (type === 'finished') break;
    return { name, ok: true, detail: `${id} responded in ${Math.round(clock.monotonicMs() - startedMs)} ms` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const todo = 'Correct PARLEY_OPENAI_BASE_URL, PARLEY_OPENAI_API_KEY or the model of the agent.';
    return { name, ok: false, detail: `${id}: ${why} ${todo}` };
  }
}
