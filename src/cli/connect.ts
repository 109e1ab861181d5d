import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from '../core/config.ts';
import { systemClock } from '../core/clock.ts';
import { FolderInUseError } from '../core/folder-in-use.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { ParleyClient, ParleyError, type ParleyClientOptions } from '../../packages/sdk/src/client.ts';
import { fetchInHomeWorkspace } from './home-workspace.ts';
import { CommandError } from './output.ts';

/** Maximum wait for a starting service; the first start takes the longest. */
const startTimeoutMs = 20_000;
const startPollMs = 200;

/** A connection to a running service, or to one that this process has started. */
export interface ServiceConnection {
  readonly client: ParleyClient;
  readonly baseUrl: string;
  readonly config: Config;
  /** Whether this process started the service. */
  readonly startedByThisProcess: boolean;
  /** Stops the service if this process started it. */
  close(): Promise<void>;
}

/** Returns the address of the service: `PARLEY_URL`, else that of this machine. */
export function addressOf({
  serviceUrl,
  httpHost,
  httpPort,
}: Pick<Config, 'serviceUrl' | 'httpHost' | 'httpPort'>): string {
  if (serviceUrl !== undefined) return serviceUrl.replace(/\/+$/, '');
  const host = httpHost === '0.0.0.0' ? '127.0.0.1' : httpHost === '::' ? '[::1]' : httpHost;
  return `http://${host}:${httpPort}`;
}

/** The fields of bootstrap.json that commands need. */
interface Bootstrap {
  readonly apiKey: string;
  readonly workspaceId: string;
}

/** Returns undefined if the file is missing or incomplete. */
function readBootstrap(dataDir: string): Bootstrap | undefined {
  try {
    const text = readFileSync(path.join(dataDir, 'bootstrap.json'), 'utf8');
    const credentials = JSON.parse(text) as Partial<Bootstrap>;
    return credentials.apiKey === undefined ? undefined : (credentials as Bootstrap);
  } catch {
    return undefined;
  }
}

/**
 * Connects to the running service.
 * @throws {CommandError} if no service responds
 */
export async function connectToRunning(env: NodeJS.ProcessEnv = process.env): Promise<ServiceConnection> {
  const config = readConfig(env);
  const running = await findRunningService(config);
  if (running !== undefined) return running;
  throw noServiceError(config);
}

function noServiceError(config: Config): CommandError {
  const correction =
    config.serviceUrl === undefined
      ? 'Start the service with: npm start'
      : 'Start the service at this address, or correct PARLEY_URL.';
  return new CommandError(`No service responds at ${addressOf(config)}. ${correction}`);
}

/** Connects to the running service, or starts one with the same configuration and quieter logs. */
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

/** Waits for a service that is starting. It locks its data folder some seconds before it responds. Returns undefined on timeout. */
async function waitForService(config: Config): Promise<ServiceConnection | undefined> {
  const deadline = systemClock.now() + startTimeoutMs;
  while (systemClock.now() < deadline) {
    const running = await findRunningService(config);
    if (running !== undefined) return running;
    await systemClock.sleep(startPollMs);
  }
  return undefined;
}

async function findRunningService(config: Config): Promise<ServiceConnection | undefined> {
  const baseUrl = addressOf(config);
  const correction =
    config.serviceUrl === undefined ? 'Choose another PARLEY_HTTP_PORT' : 'Correct PARLEY_URL';
  if (!(await isParley(baseUrl, correction))) return undefined;
  const client = createClient(baseUrl, config);
  return { client, baseUrl, config, startedByThisProcess: false, close: async () => {} };
}

/** @throws {CommandError} if another program responds */
async function isParley(baseUrl: string, correction: string): Promise<boolean> {
  const otherProgram = `Another program listens at ${baseUrl}. ${correction}.`;
  try {
    const { status, checks } = await new ParleyClient({ baseUrl, apiKey: '' }).checkHealth();
    if (typeof status === 'string' && Array.isArray(checks)) return true;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'unreachable') return false;
    throw new CommandError(otherProgram, { cause: error });
  }
  throw new CommandError(otherProgram);
}

/** @throws {CommandError} if there is no key */
function requireBootstrap(dataDir: string): Bootstrap {
  const credentials = readBootstrap(dataDir);
  if (credentials !== undefined) return credentials;
  throw new CommandError(
    `There is no API key in ${path.join(dataDir, 'bootstrap.json')}. Set PARLEY_DATA_DIR to the data folder of the service.`,
  );
}

/**
 * Returns the key in PARLEY_API_KEY, else the key of the first start with its workspace. The key of this machine is never sent to PARLEY_URL.
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
  const credentials = requireBootstrap(dataDir);
  return { apiKey: credentials.apiKey, workspaceId: credentials.workspaceId };
}

/** Operations that require a workspace use that of the key, unless the credentials name one. */
const createClient = (baseUrl: string, config: Config): ParleyClient =>
  new ParleyClient({ baseUrl, ...credentialsOf(config), fetch: fetchInHomeWorkspace() });

async function startService(config: Config): Promise<ServiceConnection> {
  const { startParley } = await import('../main.ts');
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const parley = await startParley(config, { clock: systemClock, random: systemRandom, logger });
  try {
    const baseUrl = parley.httpAddress;
    if (baseUrl === undefined)
      throw new CommandError('This command needs the role api. Add api to PARLEY_ROLES.');
    const client = createClient(baseUrl, config);
    return { client, baseUrl, config, startedByThisProcess: true, close: () => parley.close() };
  } catch (error) {
    await parley.close();
    throw error;
  }
}
