import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/core/clock.ts';
import type { Connection } from '../../src/store/connection.ts';
import { prepareServer } from '../../src/store/embedded-postgres/server-folders.ts';
import {
  serverConnection,
  startServer,
  stopServer,
} from '../../src/store/embedded-postgres/server-process.ts';

/** The environment variable with the folder of the server that all test files of a run use. */
const folderVariable = 'PARLEY_TEST_SERVER_FOLDER';
const folderPrefix = 'parley-test-server-';
const waitMs = 60_000;

/** A test server does not need durability. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];

interface RunningServer {
  readonly socketFolder: string;
  readonly databaseFolder: string;
  readonly pid: number;
}

/** Chooses the folder of this run's server and cleans up after killed runs. Does not start the server. */
export async function chooseServerFolder(): Promise<string> {
  await removeServersOfEndedRuns();
  const folder = path.join(os.tmpdir(), `${folderPrefix}${process.pid}`);
  process.env[folderVariable] = folder;
  return folder;
}

async function removeServersOfEndedRuns(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    const pid = Number(name.slice(folderPrefix.length));
    if (name.startsWith(folderPrefix) && !existsSync(`/proc/${pid}`))
      await removeServer(path.join(os.tmpdir(), name));
  }
}

/** Stops the server of a run if one was started, and removes its folder. */
export async function removeServer(folder: string): Promise<void> {
  const server = await readServer(folder);
  if (server !== undefined) await stopServer(server, server.pid, systemClock);
  await rm(folder, { recursive: true, force: true });
}

/**
 * Returns the server for tests: that of PARLEY_TEST_DATABASE_URL or, if it is not set, an embedded one, which the first test starts and
 * all tests use.
 */
export async function testServer(): Promise<Connection> {
  const url = process.env['PARLEY_TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return { url };
  const folder = process.env[folderVariable] ?? (await chooseServerFolder());
  return serverConnection(await startOrAwait(folder), 'postgres');
}

/** The process that creates the folder starts the server; the others wait for its connection file. */
async function startOrAwait(folder: string): Promise<RunningServer> {
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  );
  if (first) return start(folder);
  const deadlineMs = systemClock.monotonicMs() + waitMs;
  for (;;) {
    const server = await readServer(folder);
    if (server !== undefined) return server;
    if (systemClock.monotonicMs() >= deadlineMs)
      throw new Error(`The test server in ${folder} did not start.`);
    await systemClock.sleep(20);
  }
}

async function start(folder: string): Promise<RunningServer> {
  await chmod(folder, 0o755);
  const setup = await prepareServer(folder);
  const pid = await startServer(setup, systemClock, settings);
  const server = { socketFolder: setup.socketFolder, databaseFolder: setup.databaseFolder, pid };
  const draft = path.join(folder, 'server.json.draft');
  await writeFile(draft, JSON.stringify(server));
  await rename(draft, path.join(folder, 'server.json'));
  return server;
}

async function readServer(folder: string): Promise<RunningServer | undefined> {
  const text = await readFile(path.join(folder, 'server.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as RunningServer);
}
