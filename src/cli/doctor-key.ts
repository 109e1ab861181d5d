import { ParleyClient, ParleyError, type AgentResource } from '../../packages/sdk/src/client.ts';
import { systemClock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import { credentialsOf } from './connect.ts';

/** The result of one check. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  /** Undefined in the health checks of a remote service, which reports details only to requests from its own machine. */
  readonly detail?: string;
}

/** Maximum number of active agents whose models are checked. */
const maxAgents = 200;

/**
 * Checks the key and the language models of active agents; for a service at `PARLEY_URL`, only the key. If no service runs (`baseUrl` is
 * undefined), returns findings that these checks require a running service.
 */
export async function checkKeyAndModels(config: Config, baseUrl: string | undefined): Promise<Finding[]> {
  if (baseUrl === undefined) return findingsWithoutService(config);
  const agents = await readAgents(config, baseUrl);
  if ('name' in agents) return [agents];
  const key = { name: 'key', ok: true, detail: 'accepted by the service' };
  return config.serviceUrl === undefined ? [key, ...(await checkModelsOf(config, agents))] : [key];
}

async function findingsWithoutService(config: Config): Promise<Finding[]> {
  const { hasLanguageModels } = await import('../main.ts');
  const models = hasLanguageModels(config) ? [{ name: 'model', ok: true, detail: notChecked }] : [];
  return [{ name: 'key', ok: true, detail: notChecked }, ...models];
}

const notChecked = 'is checked when the service runs';

async function checkModelsOf(config: Config, agents: readonly AgentResource[]): Promise<Finding[]> {
  const { checkModels } = await import('../main.ts');
  const models = agents.flatMap(({ model, modelSettings }) => [model, ...modelSettings.fallbackModels]);
  return checkModels(config, models, systemClock);
}

/** Returns the active agents, or a finding about the key if it does not permit to read them. */
async function readAgents(config: Config, baseUrl: string): Promise<readonly AgentResource[] | Finding> {
  const agents: AgentResource[] = [];
  try {
    const client = new ParleyClient({ baseUrl, ...credentialsOf(config) });
    for await (const agent of client.iterate('listAgents', { query: { status: 'active' } }))
      if (agents.push(agent) === maxAgents) break;
    return agents;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'insufficient_scope')
      return {
        name: 'key',
        ok: true,
        detail: 'accepted; the models were not checked, because the key has no scope agents:read',
      };
    return { name: 'key', ok: false, detail: keyFault(config, error) };
  }
}

function keyFault({ apiKey, dataDir }: Config, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ParleyError)) return message;
  const source = apiKey === undefined ? `the key in ${dataDir}/bootstrap.json` : 'PARLEY_API_KEY';
  const recovery =
    apiKey === undefined && error.status === 401 ? ' Create a key with: npx parley-server recover' : '';
  return `the service rejects ${source} (${error.status} ${error.code}): ${message}${recovery}`;
}
