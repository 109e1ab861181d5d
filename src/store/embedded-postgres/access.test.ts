import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { connectClient } from '../connection.ts';
import { findLivePostmaster } from './postmaster-file.ts';
import { findBinaries } from './binaries.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './supervisor.ts';

/** The user `nobody`, as which other services on the machine may run. */
const nobody = { uid: 65_534, gid: 65_534 };

const isRoot = process.getuid?.() === 0;
/** Whether `nobody` can execute this Node, which is not possible below /root, for example. Otherwise the tests are skipped. */
const canRunAsNobody =
  isRoot && spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0;

let root: string;
let dataDir: string;
let database: string;
let socketFolder: string;
let server: EmbeddedPostgres | undefined;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'parley-access-'));
  await chmod(root, 0o755);
  dataDir = path.join(root, 'data');
  database = path.join(dataDir, 'postgres', 'database');
  socketFolder = path.join(dataDir, 'postgres', 'run');
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

afterAll(() => rm(root, { recursive: true }));

async function start(): Promise<void> {
  server = await startEmbeddedPostgres({ dataDir, clock: systemClock, logger: silentLogger });
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = await connectClient(server!.connection, 'parley tests');
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Script that sends a StartupMessage (PostgreSQL protocol 3.0) and prints the response: R is an authentication message, E an error. Prints the error code if the connection fails. */
const loginScript = `
const net = require('node:net');
const parameters = Buffer.from('user\\0parley\\0database\\0postgres\\0\\0');
const header = Buffer.alloc(8);
header.writeUInt32BE(8 + parameters.length);
header.writeUInt32BE(196608, 4);
const socket = net.connect(process.argv[1], () => socket.write(Buffer.concat([header, parameters])));
socket.once('data', (data) => { console.log(data.toString('latin1')); socket.destroy(); });
socket.once('error', (error) => console.log(error.code));`;

function loginAsNobody(): string {
  const socket = path.join(socketFolder, '.s.PGSQL.5432');
  const { stdout } = spawnSync(process.execPath, ['-e', loginScript, socket], { ...nobody, cwd: '/' });
  return stdout.toString();
}

/** Returns the data folder and what is in it, as far as `nobody` may read, write or list it. */
function reachableAsNobody(): string {
  const args = [dataDir, '(', '-readable', '-o', '-writable', ')'];
  return spawnSync('find', args, { ...nobody, cwd: '/' }).stdout.toString();
}

describe.runIf(canRunAsNobody)('another user of the machine', () => {
  it('can neither read the files of the database nor log in', async () => {
    await start();
    expect(reachableAsNobody()).toBe('');
    expect(loginAsNobody()).toBe('EACCES\n');
  });

  it('is rejected by the server even if the folders are accessible', async () => {
    await start();
    const openedPaths = [
      dataDir,
      path.join(dataDir, 'postgres'),
      socketFolder,
      path.join(socketFolder, '.s.PGSQL.5432'),
    ];
    for (const file of openedPaths) await chmod(file, 0o777);
    expect(loginAsNobody()).toContain('Peer authentication failed for user "parley"');
  });

  it('owns no process and no shared memory of the server', async () => {
    await start();
    const { uid } = await lstat(database);
    expect(uid).not.toBe(nobody.uid);
    const segments = await readdir('/dev/shm').catch(() => []);
    const owners = await Promise.all(
      segments.map(async (name) => (await lstat(`/dev/shm/${name}`).catch(() => undefined))?.uid),
    );
    expect(owners).toContain(uid);
  });
});

describe.runIf(canRunAsNobody)(
  'a data folder of an old version, whose server ran as nobody with trust authentication',
  () => {
    /** Creates the data folder of the old version. Its server continues to run. Returns its process id. */
    async function createOldFolder(): Promise<number> {
      await start();
      await query('create table stored as select 42 as value');
      await server!.stop();
      const folder = path.join(dataDir, 'postgres');
      execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, folder]);
      for (const opened of [dataDir, folder]) await chmod(opened, 0o755);
      await writeFile(path.join(database, 'pg_hba.conf'), 'local all all trust\n');
      await writeFile(path.join(database, 'pg_ident.conf'), '');
      const { postgres } = await findBinaries();
      const args = ['-D', database, '-k', socketFolder, '-c', 'listen_addresses='];
      spawn(postgres, args, { ...nobody, cwd: '/', stdio: 'ignore', detached: true }).unref();
      await expect.poll(loginAsNobody).toMatch(/^R/);
      return (await findLivePostmaster(database))!;
    }

    it('is opened with its data after its server is stopped', async () => {
      const before = await createOldFolder();
      await start();
      expect(server).toMatchObject({ adopted: false });
      expect(server!.pid).not.toBe(before);
      expect(await query('select value from stored')).toEqual([{ value: 42 }]);
      expect(reachableAsNobody()).toBe('');
      expect(loginAsNobody()).toBe('EACCES\n');
    });
  },
);
