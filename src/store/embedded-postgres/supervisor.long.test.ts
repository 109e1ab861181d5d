import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { connectClient } from '../connection.ts';
import { openDatabase, type Database } from '../database.ts';
import { processState } from './process-state.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './supervisor.ts';

const isRoot = process.getuid?.() === 0;
const otherParleyScript = path.resolve(import.meta.dirname, '../../../test/support/run-embedded-postgres.ts');

let root: string;
let dataDir: string;
let database: string;
let server: EmbeddedPostgres | undefined;
const children: ChildProcess[] = [];

/** Creates one folder for all tests. Each test leaves a database that the next test can open. */
beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'parley-embedded-'));
  await chmod(root, 0o755);
  dataDir = path.join(root, 'data');
  database = path.join(dataDir, 'postgres', 'database');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await server?.stop();
  server = undefined;
});

afterAll(() => rm(root, { recursive: true }));

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir: folder, clock: systemClock, logger: silentLogger });
  return server;
}

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = await connectClient(server!.connection, 'parley tests');
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const openPool = (): Promise<Database> =>
  openDatabase(server!.connection, { clock: systemClock, logger: silentLogger });

/** Starts another Parley on this folder in a child process. Returns the child and the process id of its server. */
async function startOther(folder = dataDir): Promise<{ child: ChildProcess; postmaster: number }> {
  const child = spawn(process.execPath, [otherParleyScript, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, postmaster: Number(line.toString()) };
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function waitForEnd(pid: number): Promise<void> {
  await expect.poll(async () => (await processState(pid))?.isZombie ?? true, { timeout: 10_000 }).toBe(true);
}

describe('the embedded server', () => {
  it('is created at the first start: socket only, durable, with checksums, independent of the machine', async () => {
    await start();
    expect(server!.adopted).toBe(false);
    const names = ['fsync', 'full_page_writes', 'data_checksums', 'listen_addresses', 'server_encoding'];
    const rows = await query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`).join(', ')})`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
    });
    const locales = await query(
      `select datlocprovider as provider, datlocale as locale from pg_database where datname = 'parley'`,
    );
    expect(locales).toEqual([{ provider: 'b', locale: 'C.UTF-8' }]);
  });

  it('protects its files and its socket from other users', async () => {
    await start();
    const folders = [database, path.join(dataDir, 'postgres', 'run')];
    for (const folder of folders) {
      const { mode, uid } = await stat(folder);
      expect(mode & 0o777).toBe(0o700);
      expect(uid === 0).toBe(false);
    }
  });

  it('has its data after a restart', async () => {
    await start();
    await query('create table stored as select 42 as value');
    await server!.stop();
    await server!.stop();
    await start();
    expect(await query('select value from stored')).toEqual([{ value: 42 }]);
  });

  it('rejects a second Parley and reports the first', async () => {
    const { child } = await startOther();
    await expect(start()).rejects.toThrow(`Another Parley, process ${child.pid}, is using ${dataDir}`);
    await kill(child);
  });

  it('is adopted instead of started again after Parley was killed', async () => {
    const { child, postmaster } = await startOther();
    await kill(child);
    await start();
    expect(server).toMatchObject({ adopted: true, pid: postmaster });
    await server!.stop();
    await waitForEnd(postmaster);
  });

  it('is restarted when it is killed, and the pool continues with every committed row', async () => {
    await start();
    const db = await openPool();
    const before = server!.pid;
    await db.asSystem().execute({ text: `insert into nodes values ('n1', '{}', now(), now(), '{}')` });
    process.kill(before, 'SIGKILL');
    await waitForEnd(before);
    const readNodes = () => db.asSystem().rows<{ id: string }>({ text: 'select id from nodes' });
    // A query in progress is lost with its connection. The next query waits for the server.
    await expect.poll(() => readNodes().catch(() => []), { timeout: 10_000 }).toEqual([{ id: 'n1' }]);
    await expect.poll(() => server!.pid).not.toBe(before);
    await db.close();
  });

  it('survives the death of a backend, and so does the pool', async () => {
    await start();
    const db = await openPool();
    const before = server!.pid;
    const [backend] = await db.asSystem().rows<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
    process.kill(backend!.pid, 'SIGKILL');
    await waitForEnd(backend!.pid);
    await expect
      .poll(
        () =>
          db
            .asSystem()
            .rows({ text: 'select 1 as one' })
            .catch(() => []),
        { timeout: 10_000 },
      )
      .toEqual([{ one: 1 }]);
    expect(server!.pid).toBe(before);
    await db.close();
  });

  it('is restarted when it dies after an adoption', async () => {
    const { child } = await startOther();
    await kill(child);
    await start();
    const before = server!.pid;
    process.kill(before, 'SIGKILL');
    await expect.poll(() => server!.pid, { timeout: 10_000 }).not.toBe(before);
    await expect.poll(() => query('select 1 as one').catch(() => []), { timeout: 10_000 }).toHaveLength(1);
  });
});

describe('remains of a killed server', () => {
  const pidFile = () => path.join(database, 'postmaster.pid');

  /** Simulates a power failure: kills Parley and all processes of the server at once. Returns the text of the PID file. */
  async function crash(): Promise<string> {
    const { child, postmaster } = await startOther();
    const text = await readFile(pidFile(), 'utf8');
    await kill(child);
    process.kill(postmaster, 'SIGKILL');
    await waitForEnd(postmaster);
    return text;
  }

  it('do not prevent the next start', async () => {
    await crash();
    await start();
    expect(server!.adopted).toBe(false);
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.runIf(process.platform === 'linux')(
    'do not count as a running server if another process has the process id',
    async () => {
      const text = await crash();
      await writeFile(pidFile(), text.replace(/^\d+/, String(process.pid)));
      await start();
      expect(server!.adopted).toBe(false);
    },
  );

  it.runIf(process.platform === 'linux')(
    'do not count as a running server if the process is a zombie',
    async () => {
      const text = await crash();
      // The shell replaces itself by a program that does not wait for its child.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(parent);
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const zombie = Number(line.toString());
      const timeout = { timeout: 10_000 };
      await expect.poll(async () => (await processState(parent.pid!))?.name, timeout).toBe('sleep');
      process.kill(zombie, 'SIGKILL');
      await expect.poll(async () => (await processState(zombie))?.isZombie, timeout).toBe(true);
      await writeFile(pidFile(), text.replace(/^\d+/, String(zombie)));
      await start();
      expect(server!.adopted).toBe(false);
    },
  );
});

describe('a data folder that is incomplete, damaged or restored', () => {
  /** Lists the files of a folder without the PID file, which is not data. */
  const filesIn = (folder: string) =>
    execFileSync('find', [folder, '!', '-name', 'postmaster.pid'], { encoding: 'utf8' })
      .split('\n')
      .toSorted();

  /** Starts Parley on a damaged copy of the data folder. Returns the message of the error. */
  async function startDamagedCopy(damage: (folder: string) => Promise<void>): Promise<string> {
    const copy = path.join(root, 'damaged');
    await cp(dataDir, copy, { recursive: true });
    const folder = path.join(copy, 'postgres', 'database');
    await damage(folder);
    const before = filesIn(folder);
    const message = await start(copy).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(filesIn(folder)).toEqual(before);
    await rm(copy, { recursive: true });
    return message;
  }

  it('is rejected with the name of a missing file, and unchanged', async () => {
    const message = await startDamagedCopy((folder) => unlink(path.join(folder, 'global', 'pg_control')));
    expect(message).toContain(
      'is not a complete database: global/pg_control is missing. Nothing was changed.',
    );
    expect(await startDamagedCopy((folder) => unlink(path.join(folder, 'PG_VERSION')))).toContain(
      'PG_VERSION is missing',
    );
  });

  it('is rejected if another version wrote it', async () => {
    const message = await startDamagedCopy((folder) => writeFile(path.join(folder, 'PG_VERSION'), '16\n'));
    expect(message).toContain('is a database of PostgreSQL 16, but this Parley includes version 18');
  });

  it.runIf(isRoot)('gets the user of the server as its owner after root restored it', async () => {
    const copy = path.join(root, 'restored');
    await cp(dataDir, copy, { recursive: true });
    await start(copy);
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
    await server!.stop();
    await rm(copy, { recursive: true });
  });

  it('is rejected with the error of the server if a file is truncated', async () => {
    const message = await startDamagedCopy((folder) =>
      writeFile(path.join(folder, 'global', 'pg_control'), 'short'),
    );
    expect(message).toMatch(/PostgreSQL did not start: .*pg_control/s);
  });

  it('releases the lock, so that it can be opened after a repair', async () => {
    const movedDatabase = `${database}.moved`;
    await rename(database, movedDatabase);
    await mkdir(database);
    await writeFile(path.join(database, 'base'), '');
    await expect(start()).rejects.toThrow('PG_VERSION is missing');
    await rm(database, { recursive: true });
    await rename(movedDatabase, database);
    await start();
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a data folder', () => {
  it('may have a path too long for a socket', async () => {
    const folder = path.join(root, 'a'.repeat(60), 'b'.repeat(60));
    await start(folder);
    const { host } = server!.connection as { host: string };
    expect(host.startsWith(os.tmpdir())).toBe(true);
    expect((await stat(host)).mode & 0o777).toBe(0o700);
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
    await server!.stop();
    await rm(host, { recursive: true });
  });

  it.runIf(isRoot)('may be below a folder that only root can access', async () => {
    const closed = path.join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    await start(path.join(closed, 'data'));
    const { uid } = await stat(path.join(closed, 'data', 'postgres', 'database'));
    expect(uid).not.toBe(0);
    expect(await query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});
