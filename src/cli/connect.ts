import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from '../core/config.ts';
import { systemClock } from '../core/clock.ts';
import { FolderInUseError } from '../core/folder-in-use.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { ParleyClient, ParleyError, type ParleyClientOptions } from '../../packages/sdk/src/client.ts';
import { CommandError } from './output.ts';

/** The first start of all takes the longest. */
const startTimeoutMs = 20_000;
const startPollMs = 200;

/** A service to talk to: one that runs already, or one that this process has started. */
export interface ServiceConnection {
  readonly client: ParleyClient;
  readonly baseUrl: string;
  readonly config: Config;
  /** Whether this process started it. */
  readonly started: boolean;
  /** Stops what was started here; a service that ran already goes on. */
  close(): Promise<void>;
}

/** The address of the service: `PARLEY_URL`, else that of this machine. */
export function addressOf({
  serviceUrl,
  httpHost,
  httpPort,
}: Pick<Config, 'serviceUrl' | 'httpHost' | 'httpPort'>): string {
  if (serviceUrl !== undefined) return serviceUrl.replace(/\/+$/, '');
  const host = httpHost === '0.0.0.0' ? '127.0.0.1' : httpHost === '::' ? '[::1]' : httpHost;
  return `http://${host}:${httpPort}`;
}

/** What the first start noted, as far as commands need it. */
interface Bootstrap {
  readonly apiKey: string;
  readonly workspaceId: string;
}

/** Undefined where there is none. */
function readBootstrap(dataDir: string): Bootstrap | undefined {
  try {
    const text = readFileSync(path.join(dataDir, 'bootstrap.json'), 'utf8');
    const noted = JSON.parse(text) as Partial<Bootstrap>;
    return noted.apiKey === undefined ? undefined : (noted as Bootstrap);
  } catch {
    return undefined;
  }
}

/** @throws {CommandError} where nothing answers */
export async function connectToRunning(env: NodeJS.ProcessEnv = process.env): Promise<ServiceConnection> {
  const config = readConfig(env);
  const connected = await findRunningService(config);
  if (connected !== undefined) return connected;
  throw noServiceError(config);
}

function noServiceError(config: Config): CommandError {
  const todo =
    config.serviceUrl === undefined
      ? 'Start the service with: npm start'
      : 'Start the service there, or correct PARLEY_URL.';
  return new CommandError(`No service responds at ${addressOf(config)}. ${todo}`);
}

/** The service that runs, else one started here on the same configuration, quietly. */
export async function connectOrStart(env: NodeJS.ProcessEnv = process.env): Promise<ServiceConnection> {
  const config = readConfig(env);
  const running = await findRunningService(config);
  if (running !== undefined) return running;
  if (config.serviceUrl !== undefined) throw noServiceError(config);
  try {
    return await startService(config);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    return (await waitForService(config)) ?? Promise.reject(error);
  }
}

/** A service that is starting holds its data some seconds before it answers. Undefined: it does not answer in time. */
async function waitForService(config: Config): Promise<ServiceConnection | undefined> {
  const giveUpAt = systemClock.now() + startTimeoutMs;
  while (systemClock.now() < giveUpAt) {
    const running = await findRunningService(config);
    if (running !== undefined) return running;
    await systemClock.sleep(startPollMs);
  }
  return undefined;
}

async function findRunningService(config: Config): Promise<ServiceConnection | undefined> {
  const baseUrl = addressOf(config);
  const setting = config.serviceUrl === undefined ? 'Choose another PARLEY_HTTP_PORT' : 'Correct PARLEY_URL';
  if (!(await isParley(baseUrl, setting))) return undefined;
  const client = new ParleyClient({ baseUrl, ...credentialsOf(config) });
  return { client, baseUrl, config, started: false, close: async () => {} };
}

/** @throws {CommandError} where something else answers */
async function isParley(baseUrl: string, todo: string): Promise<boolean> {
  const stranger = `Something other than Parley listens at ${baseUrl}. ${todo}.`;
  try {
    const { status, checks } = await new ParleyClient({ baseUrl, apiKey: '' }).checkHealth();
    if (typeof status === 'string' && Array.isArray(checks)) return true;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'unreachable') return false;
    throw new CommandError(stranger, { cause: error });
  }
  throw new CommandError(stranger);
}

/** @throws {CommandError} where there is none */
function requireBootstrap(dataDir: string): Bootstrap {
  const noted = readBootstrap(dataDir);
  if (noted !== undefined) return noted;
  throw new CommandError(
    `There is no key in ${path.join(dataDir, 'bootstrap.json')}. Set PARLEY_DATA_DIR to the data folder of the service.`,
  );
}

/**
 * The key in PARLEY_API_KEY, else that of the first start with its workspace. The key of this machine is never sent to PARLEY_URL.
 * @throws {CommandError} if there is none
 */
export function credentialsOf({
  apiKey,
  dataDir,
  serviceUrl,
}: Pick<Config, 'apiKey' | 'dataDir' | 'serviceUrl'>): Pick<ParleyClientOptions, 'apiKey' | 'workspaceId'> {
  if (apiKey !== undefined) return { apiKey };
  if (serviceUrl !== undefined)
    throw new CommandError(
      `PARLEY_URL needs a key. Set PARLEY_API_KEY to a key of the service at ${serviceUrl}.`,
    );
  const noted = requireBootstrap(dataDir);
  return { apiKey: noted.apiKey, workspaceId: noted.workspaceId };
}

async function startService(config: Config): Promise<ServiceConnection> {
  const { startParley } = await import('../main.ts');
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const parley = await startParley(config, { clock: systemClock, random: systemRandom, logger });
  try {
    const baseUrl = parley.httpAddress;
    if (baseUrl === undefined)
      throw new CommandError('PARLEY_ROLES leaves out the api, which this command needs.');
    const client = new ParleyClient({ baseUrl, ...credentialsOf(config) });
    return { client, baseUrl, config, started: true, close: () => parley.close() };
  } catch (error) {
    await parley.close();
    throw error;
  }
}
