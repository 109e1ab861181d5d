import { createSocket } from 'node:dgram';
import { access, constants, mkdir } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { systemClock, type Clock } from '../core/clock.ts';
import { readConfig, type Config } from '../core/config.ts';
import { createLogger } from '../core/logger.ts';
import { probeTcpPort, probeUdpPort } from '../core/probe-port.ts';
import { systemRandom } from '../core/random.ts';
import { addressOf, findService, type RunningService } from './connect.ts';
import { checkKeyAndModels, type Finding } from './doctor-key.ts';
import { CommandError, type Output } from './output.ts';

const loopbackTimeoutMs = 1_000;

/**
 * Checks the requirements of calls, or with `providers` the providers that are configured here. Reports how to correct each failure.
 * @throws {CommandError} if a check fails
 */
export async function doctor(
  output: Output,
  { providers = false }: { readonly providers?: boolean } = {},
): Promise<void> {
  const config = readConfig(process.env);
  report(providers ? await checkProviders(config) : await checkInstallation(config), output);
}

async function checkInstallation(config: Config): Promise<readonly Finding[]> {
  const found = await findService(config).catch((error: unknown) => error as Error);
  const service = found instanceof Error ? undefined : found;
  const isLocal = config.serviceUrl === undefined;
  return [
    ...(isLocal ? await checkMachine(config, service !== undefined) : []),
    ...(service?.health.checks ?? (isLocal ? await checkExternalServices(config) : [])),
    serviceFinding(config, found),
    ...(await checkKeyAndModels(config, service?.baseUrl)),
  ];
}

/** Sends one request to each configured provider. */
async function checkProviders(config: Config): Promise<readonly Finding[]> {
  const main = await import('../main.ts');
  const findings = [
    ...(await main.checkProviders(config, systemClock)),
    ...(await main.checkSpeechVendors(config, systemClock, systemRandom)),
    ...(await main.checkSherpa(config, systemClock)),
  ];
  const unset = 'none is configured; docs/providers.md lists the settings';
  return findings.length === 0 ? [{ name: 'providers', ok: true, detail: unset }] : findings;
}

function report(findings: readonly Finding[], output: Output): void {
  for (const { name, ok, detail } of findings) {
    const mark = ok ? output.paint('green', 'ok  ') : output.paint('red', 'FAIL');
    output.line(`${mark}  ${name.padEnd(16)}  ${detail ?? ''}`);
  }
  const allOk = findings.every(({ ok }) => ok);
  output.result({ ok: allOk, findings });
  if (!allOk) throw new CommandError('Some checks failed.');
}

/** Checks the operator's database, the trunk and the carriers of messages, as a running service would, and the files of local speech models. */
export async function checkExternalServices(config: Config): Promise<Finding[]> {
  const { checkDatabase, checkMessageCarriers, checkSherpaFiles, checkTrunk } = await import('../main.ts');
  const dependencies = { clock: systemClock, random: systemRandom, logger: createLogger('silent') };
  const findings = await Promise.all([checkDatabase(config), checkTrunk(config, dependencies)]);
  return [
    ...findings.filter((finding) => finding !== undefined),
    ...(await checkMessageCarriers(config, dependencies)),
    ...(await checkSherpaFiles(config)),
  ];
}

/** Checks this machine. Ports, the disk of the recordings and the secret key are checked only if no service runs. */
export async function checkMachine(config: Config, isRunning: boolean): Promise<Finding[]> {
  const { httpHost, httpPort, sipHost, sipPort, rtpPorts } = config;
  const withoutService = isRunning
    ? []
    : [
        await recordingsFinding(config),
        await secretKeyFinding(config),
        await portFinding('HTTP port', () => probeTcp(httpHost, httpPort), 'PARLEY_HTTP_PORT'),
        await portFinding('SIP port', () => probeUdp(sipHost, sipPort), 'PARLEY_SIP_PORT'),
        await portFinding('SIP port, TCP', () => probeTcp(sipHost, sipPort), 'PARLEY_SIP_PORT'),
        await portFinding('RTP ports', () => probeUdp(sipHost, rtpPorts.first), 'PARLEY_RTP_PORTS'),
      ];
  return [
    await folderFinding(config.dataDir),
    ...withoutService,
    await loopbackFinding(sipHost),
    addressFinding(config),
  ];
}

function serviceFinding(config: Config, service: RunningService | Error | undefined): Finding {
  const name = 'service';
  if (service instanceof Error) {
    // The check of the HTTP port reports another program on this machine.
    if (config.serviceUrl === undefined) return serviceFinding(config, undefined);
    return { name, ok: false, detail: service.message };
  }
  if (service === undefined && config.serviceUrl !== undefined)
    return { name, ok: false, detail: `does not respond at ${addressOf(config)}. Correct PARLEY_URL.` };
  if (service === undefined) {
    const detail = `does not run at ${addressOf(config)}; start it to check voices and media`;
    return { name, ok: true, detail };
  }
  const { health, baseUrl } = service;
  return { name, ok: health.status === 'ok', detail: `${health.status} at ${baseUrl}` };
}

async function folderFinding(dataDir: string): Promise<Finding> {
  const name = 'data folder';
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
    return { name, ok: true, detail: dataDir };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: `${dataDir} cannot be written (${codeOf(error)}). Correct PARLEY_DATA_DIR.`,
    };
  }
}

/** Checks the disk of the recordings. Used only if no service runs: a running service reports the disk in its health. */
async function recordingsFinding(config: Config): Promise<Finding> {
  const { checkRecordings } = await import('../main.ts');
  return checkRecordings(config);
}

/** Checks the file of the key that encrypts secrets. Used only if no service runs: a running service reports the key in its health. */
async function secretKeyFinding(config: Config): Promise<Finding> {
  const { checkSecretKey } = await import('../main.ts');
  return checkSecretKey(config);
}

async function portFinding(name: string, probe: () => Promise<string>, setting: string): Promise<Finding> {
  try {
    return { name, ok: true, detail: await probe() };
  } catch (error) {
    return { name, ok: false, detail: portFault(codeOf(error), setting) };
  }
}

function portFault(code: string, setting: string): string {
  if (code === 'EADDRINUSE') return `in use by another program. Stop it, or set ${setting} to another port.`;
  if (code === 'EACCES') return `requires more permissions. Set ${setting} to a port above 1023.`;
  return `cannot be opened (${code}). Correct ${setting} and its address.`;
}

const probeTcp = async (host: string, port: number): Promise<string> => {
  await probeTcpPort(host, port);
  return `${host}:${port} is free`;
};

const probeUdp = async (host: string, port: number): Promise<string> => {
  await probeUdpPort(host, port);
  return `${host}:${port} is free`;
};

/** Sends a UDP packet to the RTP address of this machine and waits for it. */
export async function loopbackFinding(host: string, clock: Clock = systemClock): Promise<Finding> {
  const name = 'RTP loopback';
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = clock.after(loopbackTimeoutMs, () =>
    reject(new Error('no packet was received. Check the firewall.')),
  );
  const startedMs = clock.monotonicMs();
  socket.once('error', reject);
  socket.once('message', () =>
    resolve(`a packet was received after ${(clock.monotonicMs() - startedMs).toFixed(1)} ms`),
  );
  socket.bind(0, address, () => socket.send('parley', socket.address().port, address));
  try {
    return { name, ok: true, detail: await promise };
  } catch (error) {
    return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    timer.cancel();
    socket.close();
  }
}

/** Checks whether trunks can reach the SIP address. Behind NAT, this requires PARLEY_PUBLIC_IP. */
function addressFinding({ sipHost, publicIp, trunkUrl }: Config): Finding {
  const name = 'public address';
  if (publicIp !== undefined) return { name, ok: true, detail: publicIp };
  if (trunkUrl === undefined) return { name, ok: true, detail: 'not needed without a trunk' };
  if (isLoopback(sipHost)) {
    if (isLoopback(trunkUrl.host))
      return { name, ok: true, detail: `not needed: the trunk is ${trunkUrl.host}` };
    return {
      name,
      ok: false,
      detail: `SIP listens on ${sipHost}, which trunks cannot reach. Set PARLEY_SIP_HOST.`,
    };
  }
  const addresses = sipHost === '0.0.0.0' || sipHost === '::' ? externalAddresses() : [sipHost];
  const isPrivate = addresses.every((address) =>
    /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address),
  );
  const text = addresses.join(', ');
  return isPrivate
    ? {
        name,
        ok: false,
        detail: `${text} is private. Set PARLEY_PUBLIC_IP to the public address.`,
      }
    : { name, ok: true, detail: text };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.startsWith('127.') || host === '::1';

const externalAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);
