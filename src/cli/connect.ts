import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig, type Config } from '../core/config.ts';
import { systemClock } from '../core/clock.ts';
import { describeTlsFailure } from '../core/connection-failure.ts';
import { FolderInUseError } from '../core/folder-in-use.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { readServiceFile } from '../core/service-file.ts';
import { ParleyClient, ParleyError, type HealthResource } from '../../packages/sdk/src/client.ts';
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

/** The settings that lead to the service. */
type ServiceSettings = Pick<Config, 'serviceUrl' | 'httpHost' | 'httpPort' | 'dataDir'>;

/** Returns `PARLEY_URL`, else the address that the running service has written to the data folder, else the configured address. */
export function addressOf(settings: ServiceSettings): string {
  return addressesOf(settings)[0]!;
}

/** The configured address is second: a service in a container writes an address that is valid only there, and a killed service leaves its file. */
function addressesOf({ serviceUrl, httpHost, httpPort, dataDir }: ServiceSettings): string[] {
  if (serviceUrl !== undefined) return [serviceUrl.replace(/\/+$/, '')];
  const written = readServiceFile(dataDir)?.httpAddress ?? undefined;
  const host = httpHost === '0.0.0.0' ? '127.0.0.1' : httpHost === '::' ? '::1' : httpHost;
  const configured = `http://${host.includes(':') ? `[${host}]` : host}:${httpPort}`;
  return written === undefined || written === configured ? [configured] : [written, configured];
}

interface Credentials {
  readonly apiKey: string;
  readonly workspaceId?: string;
}

/** The fields of bootstrap.json that commands need. */
interface Bootstrap {
  readonly apiKey: string;
  readonly workspaceId: string;
  readonly adminEmail?: string;
  readonly adminPassword?: string;
}

const bootstrapFile = (dataDir: string): string => path.resolve(dataDir, 'bootstrap.json');

/** Returns undefined if the file is missing or incomplete. */
export function readBootstrap(dataDir: string): Bootstrap | undefined {
  try {
    const credentials = JSON.parse(readFileSync(bootstrapFile(dataDir), 'utf8')) as Partial<Bootstrap>;
    return credentials.apiKey === undefined ? undefined : (credentials as Bootstrap);
  } catch {
    return undefined;
  }
}

/** Writes a key to bootstrap.json, which keeps its other fields. Returns the path of the file. */
export function writeBootstrap(dataDir: string, changes: Partial<Bootstrap>): string {
  const file = bootstrapFile(dataDir);
  const credentials = { ...readBootstrap(dataDir), ...changes };
  writeFileSync(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return file;
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
  return new CommandError(`No service responds at ${addressesOf(config).join(' or ')}. ${correction}`);
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
    return waitForService(config, error);
  }
}

/**
 * Waits for a service that is starting. It locks its data folder some seconds before it responds.
 * @throws {CommandError} if it does not respond in time, or has no API
 */
async function waitForService(config: Config, inUse: FolderInUseError): Promise<ServiceConnection> {
  const deadline = systemClock.now() + startTimeoutMs;
  while (systemClock.now() < deadline) {
    const running = await findRunningService(config);
    if (running !== undefined) return running;
    if (readServiceFile(config.dataDir)?.httpAddress === null)
      throw new CommandError('The running service has no API. Add api to its PARLEY_ROLES.', {
        cause: inUse,
      });
    await systemClock.sleep(startPollMs);
  }
  throw inUse;
}

async function findRunningService(config: Config): Promise<ServiceConnection | undefined> {
  const service = await findService(config);
  if (service === undefined) return undefined;
  const client = createClient(service.baseUrl, config);
  return { client, baseUrl: service.baseUrl, config, startedByThisProcess: false, close: async () => {} };
}

export interface RunningService {
  readonly baseUrl: string;
  readonly health: HealthResource;
}

/**
 * Returns the running service; undefined if none responds.
 * @throws {CommandError} if another program responds at the configured address, or the certificate of the address is rejected
 */
export async function findService(settings: ServiceSettings): Promise<RunningService | undefined> {
  const addresses = addressesOf(settings);
  for (const baseUrl of addresses) {
    const health = await readHealth(baseUrl);
    if (typeof health === 'object') return { baseUrl, health };
    if (health === 'unreachable' || baseUrl !== addresses.at(-1)) continue;
    const correction =
      settings.serviceUrl === undefined ? 'Choose another PARLEY_HTTP_PORT' : 'Correct PARLEY_URL';
    throw new CommandError(`Another program listens at ${baseUrl}. ${correction}.`);
  }
  return undefined;
}

async function readHealth(baseUrl: string): Promise<HealthResource | 'unreachable' | 'other program'> {
  try {
    const health = await new ParleyClient({ baseUrl, apiKey: '' }).checkHealth();
    const isParley = typeof health.status === 'string' && Array.isArray(health.checks);
    return isParley ? health : 'other program';
  } catch (error) {
    const fault = describeTlsFailure(error);
    if (fault !== undefined) throw new CommandError(`${baseUrl} cannot be used: ${fault}.`, { cause: error });
    return error instanceof ParleyError && error.code === 'unreachable' ? 'unreachable' : 'other program';
  }
}

/** @throws {CommandError} if there is no key */
function requireBootstrap(dataDir: string): Bootstrap {
  const credentials = readBootstrap(dataDir);
  if (credentials !== undefined) return credentials;
  throw new CommandError(
    `There is no API key in ${path.join(dataDir, 'bootstrap.json')}. Set PARLEY_DATA_DIR to the data folder of the service. If the file is lost, create a key with: npx parley-server recover`,
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
}: Pick<Config, 'apiKey' | 'dataDir' | 'serviceUrl'>): Credentials {
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
