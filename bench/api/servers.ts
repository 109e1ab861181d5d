import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../../src/core/clock.ts';
import { connectClient, withDatabase, type Connection } from '../../src/store/connection.ts';
import { prepareServer } from '../../src/store/embedded-postgres/server-folders.ts';
import {
  serverConnection,
  startServer,
  stopServer,
} from '../../src/store/embedded-postgres/server-process.ts';
import { untilReady } from '../until-ready.ts';
import type { BareServerSettings } from './bare-server.ts';

const program = path.resolve(import.meta.dirname, '../../bin/parley.js');
const bareProgram = path.resolve(import.meta.dirname, 'bare-server.ts');
const startTimeoutMs = 60_000;

/** A process that the benchmark has started. */
export interface RunningProcess {
  readonly pid: number;
  stop(): Promise<void>;
}

export interface BenchDatabase extends RunningProcess {
  readonly connection: Connection;
  /** The connection as a `postgresql://` URL. */
  readonly url: string;
}

/** Starts a separate embedded server with an empty database and the program's settings, overridden by `settings`. */
export async function startDatabase(settings: readonly string[] = []): Promise<BenchDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'));
  await chmod(folder, 0o755);
  const setup = await prepareServer(folder);
  const pid = await startServer(setup, systemClock, settings);
  const server = serverConnection(setup, 'postgres') as Extract<Connection, { host: string }>;
  const client = await connectClient(server, 'parley bench');
  await client.query('create database bench');
  await client.end();
  const query = new URLSearchParams({ host: server.host, port: String(server.port) });
  return {
    pid,
    connection: withDatabase(server, 'bench'),
    url: `postgresql://${server.user}@localhost/bench?${query.toString()}`,
    async stop() {
      await stopServer(setup, pid, systemClock);
      await rm(folder, { recursive: true });
    },
  };
}

export interface Program extends RunningProcess {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly workspaceId: string;
}

/** Starts the whole program in a separate process, which writes a CPU profile to `profileFolder` when it exits. */
export async function startProgram(
  database: BenchDatabase,
  httpPort: number,
  profileFolder: string | undefined,
): Promise<Program> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-data-'));
  const profiled = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const child = spawn(process.execPath, [...profiled, program, 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PARLEY_DATA_DIR: dataDir,
      PARLEY_DATABASE_URL: database.url,
      PARLEY_HTTP_PORT: String(httpPort),
      PARLEY_SIP_PORT: '0',
      PARLEY_RTP_PORTS: '42000-42999',
      PARLEY_LOG_LEVEL: 'error',
    },
  });
  const address = `http://127.0.0.1:${httpPort}`;
  await untilReady(`${address}/health/ready`, startTimeoutMs);
  const first = JSON.parse(await readFile(path.join(dataDir, 'bootstrap.json'), 'utf8')) as {
    apiKey: string;
    workspaceId: string;
  };
  return {
    pid: child.pid!,
    address,
    headers: { 'x-api-key': first.apiKey, 'x-workspace-id': first.workspaceId },
    workspaceId: first.workspaceId,
    async stop() {
      await stopProcess(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function startBareServer(
  settings: BareServerSettings,
): Promise<RunningProcess & { readonly address: string }> {
  const child = spawn(process.execPath, [bareProgram, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { pid: child.pid!, address: `http://127.0.0.1:${port}`, stop: () => stopProcess(child) };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
