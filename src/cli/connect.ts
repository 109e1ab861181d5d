import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from '../core/config.ts';
import { systemClock } from '../core/clock.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { ParleyClient, ParleyError } from '../../packages/sdk/src/client.ts';
import { CommandFailed } from './output.ts';

/** A service to talk to: one that runs already, or one that this process has started. */
export interface Connected {
  readonly client: ParleyClient;
  readonly baseUrl: string;
  readonly config: Config;
  /** Whether this process started it. */
  readonly started: boolean;
  /** Stops what was started here; a service that ran already goes on. */
  close(): Promise<void>;
}

/** Where the configuration has the service. */
export function addressOf({ httpHost, httpPort }: Pick<Config, 'httpHost' | 'httpPort'>): string {
  const host = httpHost === '0.0.0.0' ? '127.0.0.1' : httpHost === '::' ? '[::1]' : httpHost;
  return `http://${host}:${httpPort}`;
}

/** The key of the first start, or undefined where there is none. */
function readBootstrapKey(dataDir: string): string | undefined {
  try {
    const text = readFileSync(path.join(dataDir, 'bootstrap.json'), 'utf8');
    return (JSON.parse(text) as { apiKey?: string }).apiKey;
  } catch {
    return undefined;
  }
}

/** @throws {CommandFailed} where nothing answers */
export async function connectToRunning(env: NodeJS.ProcessEnv = process.env): Promise<Connected> {
  const config = readConfig(env);
  const connected = await findRunning(config);
  if (connected !== undefined) return connected;
  throw new CommandFailed(`Nobody answers at ${addressOf(config)}. Start the service with: npm start`);
}

/** The service that runs, else one started here on the same configuration, quietly. */
export async function connectOrStart(env: NodeJS.ProcessEnv = process.env): Promise<Connected> {
  const config = readConfig(env);
  return (await findRunning(config)) ?? startHere(config);
}

async function findRunning(config: Config): Promise<Connected | undefined> {
  const baseUrl = addressOf(config);
  if (!(await isParley(baseUrl))) return undefined;
  const client = new ParleyClient({ baseUrl, apiKey: requireKey(config.dataDir) });
  return { client, baseUrl, config, started: false, close: async () => {} };
}

/** @throws {CommandFailed} where something else answers */
async function isParley(baseUrl: string): Promise<boolean> {
  const stranger = `Something other than Parley listens at ${baseUrl}. Choose another PARLEY_HTTP_PORT.`;
  try {
    const { status, checks } = await new ParleyClient({ baseUrl, apiKey: '' }).checkHealth();
    if (typeof status === 'string' && Array.isArray(checks)) return true;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'unreachable') return false;
    throw new CommandFailed(stranger, { cause: error });
  }
  throw new CommandFailed(stranger);
}

/** @throws {CommandFailed} where there is none */
function requireKey(dataDir: string): string {
  const key = readBootstrapKey(dataDir);
  if (key !== undefined) return key;
  throw new CommandFailed(
    `There is no key in ${path.join(dataDir, 'bootstrap.json')}. Set PARLEY_DATA_DIR to the data folder of the service.`,
  );
}

async function startHere(config: Config): Promise<Connected> {
  const { startParley } = await import('../main.ts');
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const parley = await startParley(config, { clock: systemClock, random: systemRandom, logger });
  try {
    const baseUrl = parley.httpAddress;
    if (baseUrl === undefined)
      throw new CommandFailed('PARLEY_ROLES leaves out the api, which this command needs.');
    const client = new ParleyClient({ baseUrl, apiKey: requireKey(config.dataDir) });
    return { client, baseUrl, config, started: true, close: () => parley.close() };
  } catch (error) {
    await parley.close();
    throw error;
  }
}
