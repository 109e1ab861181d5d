import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from '../core/clock.ts';
import { readConfig, readSettingFiles, type Config, type Environment } from '../core/config.ts';
import { readVersion } from '../core/version.ts';
import { findService, type RunningService } from './connect.ts';
import { CommandError, type Output } from './output.ts';

/** What a bug report needs. It has no secrets, numbers, addresses, names and words of customers. */
interface BugReport {
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly machine: string;
  readonly roles: readonly string[];
  readonly database: 'embedded' | 'PARLEY_DATABASE_URL';
  readonly schema: { readonly program: string; readonly database: string };
  /** The names of the settings that are set. */
  readonly settings: readonly string[];
  /** The status of the service; `does not run` if none responds. */
  readonly health: string;
  /** The failed checks of the service. */
  readonly failedChecks: readonly string[];
  /** The counters of errors that are not 0, as in `/metrics`. */
  readonly errorCounters: readonly string[];
  /** The uncaught errors of the newest state dumps. */
  readonly uncaughtErrors: readonly string[];
}

const maxDumps = 3;
const maxFrames = 5;
const metricsTimeoutMs = 3_000;
const gib = 1024 ** 3;

/** Counters that increase with errors. Labels of these have fixed values. */
const errorCounter =
  /^parley_(?:internal_errors|recordings_failed|recounts_skipped|recognition_(?:threads_replaced|dropped_seconds))_total|^parley_(?:media_frames_skipped|sip_foreign_requests)/;

/**
 * Prints a report about the service of this machine, for an issue.
 * @throws {CommandError} if PARLEY_URL names a service of another machine
 */
export async function printReport(output: Output, clock: Clock): Promise<void> {
  const config = readConfig(process.env);
  if (config.serviceUrl !== undefined)
    throw new CommandError('The report describes the service of this machine. Unset PARLEY_URL.');
  const report = await createReport(config, readSettingFiles(process.env).env, clock);
  for (const [name, value] of Object.entries(report)) {
    const entries = Array.isArray(value) ? value : [typeof value === 'string' ? value : formatSchema(value)];
    output.line(`${name.padEnd(16)}${entries.length === 0 ? 'none' : entries.join(`\n${' '.repeat(16)}`)}`);
  }
  output.result(report);
}

const formatSchema = ({ program, database }: BugReport['schema']): string =>
  program === database ? program : `${program}; the database has ${database}`;

async function createReport(config: Config, env: Environment, clock: Clock): Promise<BugReport> {
  const { readSchemaVersion } = await import('../main.ts');
  const { program, database = 'unknown' } = await readSchemaVersion(config);
  const service = await findService(config).catch(() => undefined);
  const settings = Object.keys(env).filter((name) => name.startsWith('PARLEY_') && env[name]);
  const mask = (text: string) => maskPersonal(maskValues(text, settings, env));
  return {
    version: readVersion(),
    node: process.version,
    platform: `${process.platform} ${process.arch}, ${os.type()} ${os.release()}`,
    machine: `${os.availableParallelism()} processors, ${(os.totalmem() / gib).toFixed(1)} GiB`,
    roles: config.roles,
    database: config.databaseUrl === undefined ? 'embedded' : 'PARLEY_DATABASE_URL',
    schema: { program, database },
    settings: settings.toSorted(),
    health: service?.health.status ?? 'does not run',
    failedChecks: (service?.health.checks ?? [])
      .filter(({ ok }) => !ok)
      .map(({ name, detail = '' }) => `${mask(name)}: ${mask(detail)}`),
    errorCounters: await readErrorCounters(service, config, clock),
    uncaughtErrors: readUncaughtErrors(config.dataDir),
  };
}

/** Returns the lines of the counters that are not 0. */
async function readErrorCounters(
  service: RunningService | undefined,
  { metricsToken }: Config,
  clock: Clock,
): Promise<string[]> {
  if (service === undefined) return [];
  const headers = metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` };
  const timeout = new AbortController();
  const timer = clock.after(metricsTimeoutMs, () => timeout.abort());
  try {
    const response = await fetch(`${service.baseUrl}/metrics`, { headers, signal: timeout.signal });
    const lines = response.ok ? (await response.text()).split('\n') : [];
    return lines.filter((line) => errorCounter.test(line) && !line.endsWith(' 0'));
  } catch {
    return [];
  } finally {
    timer.cancel();
  }
}

/** Returns time, name and first stack frames of each error, from the state dumps, which have no messages of errors. */
function readUncaughtErrors(dataDir: string): string[] {
  const folder = path.resolve(dataDir, 'state-dumps');
  try {
    const newest = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .slice(-maxDumps);
    return newest.map((name) => readDump(path.join(folder, name)));
  } catch {
    return [];
  }
}

function readDump(file: string): string {
  try {
    const { at, error } = JSON.parse(readFileSync(file, 'utf8')) as {
      at: string;
      error: { name: string; stack: readonly string[] };
    };
    const frames = error.stack.slice(0, maxFrames).map((frame) => `  ${relativeFrame(frame)}`);
    return [`${at} ${error.name}`, ...frames].join('\n'.padEnd(17));
  } catch {
    return `${path.basename(file)} cannot be read`;
  }
}

/** Returns a stack frame without the folder of the installation. */
const relativeFrame = (frame: string): string =>
  frame.replaceAll(/(?:file:\/\/)?\/[^\s()]*?\/(?=(?:src|bin|packages|node_modules)\/)/g, '');

/** Shorter values, such as a port or a level, are no secrets and occur in other words. */
const minMaskedLength = 6;

/** Replaces the values of settings by their names. */
function maskValues(text: string, settings: readonly string[], env: Environment): string {
  const long = settings.filter((name) => env[name]!.length >= minMaskedLength);
  return long.reduce((masked, name) => masked.replaceAll(env[name]!, `[${name}]`), text);
}

/**
 * Replaces what the detail of a check can have of persons and of the operator's network: addresses, host names, paths, numbers and quoted
 * text of servers.
 */
export function maskPersonal(text: string): string {
  return text
    .replaceAll(/"[^"]*"|“[^”]*”/g, '[text]')
    .replaceAll(/\b(?:[a-z][a-z0-9+-]*:\/\/|sips?:|tel:|mailto:)[^\s,;]+/gi, '[address]')
    .replaceAll(/[^\s,;:"'<>]+@[^\s,;:"'<>]+/g, '[address]')
    .replaceAll(/(?<![\w.])\/[^\s,;]+/g, '[path]')
    .replaceAll(/\[?[0-9a-f]*:[0-9a-f]*:[0-9a-f:]+\]?(?::\d+)?/gi, '[address]')
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?/g, '[address]')
    .replaceAll(/\b(?=[\w.-]*[a-z])[\w-]+(?:\.[\w-]+)+(?::\d+)?/gi, '[address]')
    .replaceAll(/\b(?:sk|pk|AC|KEY)[_-]?\w{12,}/g, '[secret]')
    .replaceAll(/\+?\d(?:[\d ().-]*\d){4,}/g, '[number]');
}
