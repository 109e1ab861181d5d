import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { Closers } from '../../src/core/closers.ts';
import { readConfig, type Config } from '../../src/core/config.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { systemRandom } from '../../src/core/random.ts';
import { writeServiceFile } from '../../src/core/service-file.ts';
import { backUp, restore, startParley } from '../../src/main.ts';
import { connectClient, type Connection } from '../../src/store/connection.ts';
import { lockFolder } from '../../src/store/embedded-postgres/folder-lock.ts';
import { migrate } from '../../src/store/migrate.ts';
import { DatabaseSnapshot } from '../../src/store/table-copy.ts';
import { seedTenant, type Tenant } from '../isolation/tenant.ts';
import { connectionUrl } from '../support/connection-url.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

const dependencies = { clock: systemClock, random: systemRandom, logger: silentLogger };
const recording = 'recordings/2026-01/call_1.wav';
const audio = Buffer.alloc(70_000, 7);

let root: string;
let source: TestDatabase;
let tenant: Tenant;
let dataDir: string;
/** A complete backup of `source` and `dataDir`. */
let backup: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'parley-backup-'));
  dataDir = path.join(root, 'data');
  await mkdir(path.join(dataDir, path.dirname(recording)), { recursive: true });
  await writeFile(path.join(dataDir, recording), audio);
  await writeFile(path.join(dataDir, 'secret.key'), `${Buffer.alloc(32, 1).toString('base64')}\n`);
  await writeFile(path.join(dataDir, 'bootstrap.json'), '{"apiKey":"sk_live_1","workspaceId":"ws_1"}');
  source = await createTestDatabase();
  tenant = await seedTenant(source.db, '202', 'first');
  await seedTenant(source.db, '203', 'second');
  await source.db.asSystem().execute(
    {
      text: `update calls set recording_path = case when id = $1 then $2 else 'recordings/2026-01/gone.wav' end
      where recording_path is not null`,
    },
    [tenant.refs.endedCall, recording],
  );
  await source.db
    .asSystem()
    .execute({ text: `update workspaces set is_operator = true where id = $1` }, [tenant.refs.workspace]);
  backup = path.join(root, 'backup');
  await makeBackup(backup);
}, 120_000);
afterAll(async () => {
  await source.close();
  await rm(root, { recursive: true });
});

const configOf = (folder: string, connection: Connection, more: Record<string, string> = {}): Config =>
  readConfig({ PARLEY_DATA_DIR: folder, PARLEY_DATABASE_URL: connectionUrl(connection), ...more });

const makeBackup = (folder: string, connection = source.connection, includesKeys = true) =>
  backUp(configOf(dataDir, connection), dependencies, {
    folder,
    includesKeys,
    includesRecordings: true,
    onProgress: () => {},
  });

interface Target {
  readonly connection: Connection;
  readonly dataDir: string;
  readonly run: (
    folder?: string,
    keys?: string | null,
    more?: Record<string, string>,
  ) => ReturnType<typeof restore>;
}

/** Runs `work` with an empty database and a data folder that does not exist. */
async function withTarget(
  work: (target: Target) => Promise<void>,
  prepare = createEmptyDatabase,
): Promise<void> {
  const { connection, drop } = await prepare();
  const folder = path.join(root, `target-${Math.random()}`);
  try {
    await work({
      connection,
      dataDir: folder,
      run: (from = backup, keys, more = {}) =>
        restore(configOf(folder, connection, more), dependencies, {
          folder: from,
          keys,
          onProgress: () => {},
        }),
    });
  } finally {
    await drop();
  }
}

/** Indexes, constraints and triggers. The row of a trigger has whether it is enabled. */
const schemaSql = `
  select pg_get_indexdef(indexrelid) as part from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
  union all select concat(conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select concat(tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  order by 1`;

/** Returns the rows of each table as text, the sequences and the schema. */
async function readAll(connection: Connection): Promise<Record<string, unknown>> {
  const snapshot = await DatabaseSnapshot.open(connection);
  const content: Record<string, unknown> = {};
  for (const table of snapshot.tables)
    content[table.name] = (await text(snapshot.read(table))).split('\n').toSorted();
  content['sequences'] = await snapshot.sequences();
  await snapshot.close();
  const client = await connectClient(connection, 'parley tests');
  content['schema'] = (await client.query<{ part: string }>(schemaSql)).rows.map(({ part }) => part);
  await client.end();
  return content;
}

/** Copies the backup, so that a test can damage it. */
async function copyOfBackup(): Promise<string> {
  const copy = path.join(root, `copy-${Math.random()}`);
  await cp(backup, copy, { recursive: true });
  await cp(`${backup}.keys`, `${copy}.keys`, { recursive: true });
  return copy;
}

async function changeManifest(
  folder: string,
  change: (manifest: Record<string, never>) => object,
): Promise<void> {
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, never>;
  await writeFile(file, JSON.stringify({ ...manifest, ...change(manifest) }));
}

/** Returns the message of a rejected restore, which has changed neither the data folder nor the database. */
async function rejectionOf(target: Target, folder: string): Promise<string> {
  const message = await target.run(folder).then(
    () => 'no rejection',
    (error: Error) => error.message,
  );
  await expect(stat(target.dataDir)).rejects.toThrow('ENOENT');
  const client = await connectClient(target.connection, 'parley tests');
  const { rowCount } = await client.query(`select from pg_tables where schemaname = 'public'`);
  await client.end();
  expect(rowCount).toBe(0);
  return message;
}

/** A database that belongs to a login without further rights, to which row-level security applies. */
async function createPlainDatabase(): Promise<{ connection: Connection; drop: () => Promise<void> }> {
  const { connection, drop } = await createEmptyDatabase();
  const role = `plain_${Math.floor(Math.random() * 1e9)}`;
  const execute = async (statement: string, on: Connection) => {
    const client = await connectClient(on, 'parley tests');
    await client.query(statement);
    await client.end();
  };
  const url = new URL(connectionUrl(connection));
  const name = url.pathname.slice(1);
  await execute(
    `create role ${role} login password 'plain'; alter database ${name} owner to ${role}`,
    connection,
  );
  url.username = role;
  url.password = 'plain';
  return {
    connection: { url: url.href },
    drop: async () => {
      await drop();
      await execute(`drop role ${role}`, source.connection);
    },
  };
}

describe('a restored backup', { timeout: 60_000 }, () => {
  it('has all rows, sequences, recordings and keys; its batches are paused and the restore is audited', async () => {
    await withTarget(async (target) => {
      const { pausedBatches, warnings } = await target.run();
      const [before, after] = [await readAll(source.connection), await readAll(target.connection)];
      expect(pausedBatches).toBeGreaterThan(0);
      const changed = Object.keys(before).filter(
        (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
      );
      expect(changed.toSorted()).toEqual(['audit_log', 'batches', 'message_batches']);
      expect(JSON.stringify(after['audit_log'])).toContain('database.restored');
      expect(JSON.stringify(after['batches'])).not.toMatch(/\\t(running|scheduled)\\t/);
      expect(await readFile(path.join(target.dataDir, recording))).toEqual(audio);
      for (const name of ['secret.key', 'bootstrap.json']) {
        expect(await readFile(path.join(target.dataDir, name))).toEqual(
          await readFile(path.join(dataDir, name)),
        );
        expect((await stat(path.join(target.dataDir, name))).mode & 0o777).toBe(0o600);
      }
      expect(warnings.join('\n')).toContain('1 recordings were missing');
      const parts = await readdir(target.dataDir);
      expect(parts).not.toContain('restore.pending');
    });
  });

  it('is restored by the owner of a database without further rights, with its triggers and policies', async () => {
    await withTarget(async (target) => {
      await target.run();
      const client = await connectClient(target.connection, 'parley tests');
      const visible = await client.query('select from calls');
      expect(visible.rowCount).toBe(0);
      const disabled = await client.query(
        `select from pg_trigger where not tgisinternal and tgenabled <> 'O'`,
      );
      expect(disabled.rowCount).toBe(0);
      await client.query(`set parley.workspace = '*'`);
      expect((await client.query('select from calls')).rowCount).toBe(6);
      await client.end();
    }, createPlainDatabase);
  });

  it('is upgraded if its schema is older', async () => {
    const old = await createEmptyDatabase();
    await migrate(old.connection, { logger: silentLogger, lastMigration: 60 });
    const client = await connectClient(old.connection, 'parley tests');
    await client.query(
      `insert into workspaces (id, name, plan, timezone, created_at, updated_at) values ('ws_old', 'Old', 'unlimited', 'UTC', now(), now())`,
    );
    await client.end();
    const folder = path.join(root, 'old-schema');
    await makeBackup(folder, old.connection);
    await old.drop();
    await withTarget(async (target) => {
      await target.run(folder);
      expect((await readAll(target.connection))['workspaces']).toHaveLength(2);
    });
  });

  it('has no keys if they are kept elsewhere, and states what does not work', async () => {
    const folder = path.join(root, 'without-keys');
    await makeBackup(folder, source.connection, false);
    await expect(stat(`${folder}.keys`)).rejects.toThrow('ENOENT');
    expect(await readdir(folder, { recursive: true })).not.toContain('secret.key');
    await withTarget(async (target) => {
      expect(await rejectionOf(target, folder)).toContain(
        'Name their folder with --keys. Without the keys, use --without-keys: No webhook can be sent',
      );
      const { warnings } = await target.run(folder, null);
      expect(warnings.join('\n')).toMatch(/secret\.key is missing.*\n.*npx parley recover/);
    });
    await withTarget(async (target) => {
      const { warnings } = await target.run(folder, `${backup}.keys`);
      expect(warnings.join('\n')).not.toContain('recover');
    });
  });
});

describe('a restore', { timeout: 60_000 }, () => {
  it('rejects a damaged or incomplete backup before it writes anything', async () => {
    await withTarget(async (target) => {
      const damaged = await copyOfBackup();
      await appendFile(path.join(damaged, recording), 'x');
      expect(await rejectionOf(target, damaged)).toContain(`${recording} is missing or has another checksum`);
      await rm(path.join(damaged, recording));
      expect(await rejectionOf(target, damaged)).toContain(`${recording} is missing or has another checksum`);
      const changed = await copyOfBackup();
      await writeFile(path.join(changed, 'database/calls.gz'), '');
      expect(await rejectionOf(target, changed)).toContain(
        'database/calls.gz is missing or has another checksum',
      );
      await appendFile(path.join(changed, 'checksums.sha256'), `${'0'.repeat(64)}  ../../escape.wav\n`);
      expect(await rejectionOf(target, changed)).toContain(
        'checksums.sha256 is missing or has another checksum',
      );
      await rm(path.join(changed, 'manifest.json'));
      expect(await rejectionOf(target, changed)).toContain(
        'is not a complete backup: manifest.json is missing',
      );
      await writeFile(path.join(changed, 'manifest.json'), '{"format":1}');
      expect(await rejectionOf(target, changed)).toContain('is not a manifest of a backup');
    });
  });

  it('rejects a backup of a newer Parley or of another schema', async () => {
    await withTarget(async (target) => {
      const newer = await copyOfBackup();
      await changeManifest(newer, ({ migrations }: Record<string, unknown[]>) => ({
        parleyVersion: '9.0.0',
        migrations: [
          ...migrations!,
          { number: migrations!.length + 1, name: '9999_future.sql', checksum: 'x' },
        ],
      }));
      expect(await rejectionOf(target, newer)).toContain(
        'is of a newer Parley (9.0.0, migration 9999_future.sql)',
      );
      const other = await copyOfBackup();
      await changeManifest(other, ({ migrations }: Record<string, object[]>) => ({
        migrations: migrations!.map((migration) => ({ ...migration, checksum: 'x' })),
      }));
      expect(await rejectionOf(target, other)).toContain('differs from that of this version');
    });
  });

  it('rejects a running service, a folder with files and a database with rows', async () => {
    await withTarget(async (target) => {
      await mkdir(target.dataDir);
      await writeFile(path.join(target.dataDir, 'notes.txt'), '');
      await expect(target.run()).rejects.toThrow('is not empty: it has notes.txt');
      const removeFile = await writeServiceFile(target.dataDir, { pid: process.pid, httpAddress: null });
      await expect(target.run()).rejects.toThrow(`A service runs on ${target.dataDir}`);
      await removeFile();
      const onSource = configOf(path.join(root, 'unused'), source.connection);
      const options = { folder: backup, keys: undefined, onProgress: () => {} };
      await expect(restore(onSource, dependencies, options)).rejects.toThrow(
        'PARLEY_DATABASE_URL is not empty',
      );
    });
  });

  it('can be repeated after an interruption, before which the service does not start', async () => {
    await withTarget(async (target) => {
      // The rows of one table are damaged, but not the checksums: the restore fails after it has begun.
      const damaged = await copyOfBackup();
      await changeManifest(damaged, ({ tables }: Record<string, { rows: number }[]>) => ({
        tables: tables!.map((table, index) => (index === 9 ? { ...table, rows: table.rows + 1 } : table)),
      }));
      await expect(target.run(damaged)).rejects.toThrow('rows instead of');
      const config = configOf(target.dataDir, target.connection, {
        PARLEY_HTTP_PORT: '0',
        PARLEY_SIP_PORT: '0',
      });
      await expect(startParley(config, dependencies)).rejects.toThrow(
        `has an incomplete restore. Run it again: npx parley restore ${damaged}`,
      );
      await target.run();
      expect(await readFile(path.join(target.dataDir, recording))).toEqual(audio);
      expect((await readAll(target.connection))['calls']).toHaveLength(7);
    });
  });
});

describe('a backup', { timeout: 60_000 }, () => {
  it('is readable by its user only, and can be checked with sha256sum', async () => {
    for (const name of await readdir(backup, { recursive: true }))
      expect((await stat(path.join(backup, name))).mode & 0o077).toBe(0);
    const lines = (await readFile(path.join(backup, 'checksums.sha256'), 'utf8')).split('\n');
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^[0-9a-f]{64}  ${recording}$`)));
  });

  it('does not replace another backup or other files', async () => {
    await expect(makeBackup(backup)).rejects.toThrow('exists already. Choose another name');
    const folder = path.join(root, 'foreign');
    await mkdir(`${folder}.partial`);
    await writeFile(path.join(`${folder}.partial`, 'thesis.txt'), '');
    await expect(makeBackup(folder)).rejects.toThrow('has other files, such as thesis.txt');
    expect(await readdir(`${folder}.partial`)).toEqual(['thesis.txt']);
  });

  it('has its name only when it is complete, and replaces an interrupted one', async () => {
    const folder = path.join(root, 'interrupted');
    await cp(backup, path.join(`${folder}.partial`, 'content'), { recursive: true });
    const lock = await lockFolder(`${folder}.partial`);
    await expect(makeBackup(folder)).rejects.toThrow('is using');
    await lock.release();
    await makeBackup(folder);
    await expect(stat(`${folder}.partial`)).rejects.toThrow('ENOENT');
    const failing = path.join(root, 'failing');
    await rename(path.join(dataDir, recording), `${path.join(dataDir, recording)}.away`);
    await mkdir(path.join(dataDir, recording));
    await expect(makeBackup(failing)).rejects.toThrow('EISDIR');
    await rm(path.join(dataDir, recording), { recursive: true });
    await rename(`${path.join(dataDir, recording)}.away`, path.join(dataDir, recording));
    expect((await readdir(root)).filter((name) => name.startsWith('failing'))).toEqual([]);
  });

  it('has one state of the database while rows are added', async () => {
    const snapshot = await DatabaseSnapshot.open(source.connection);
    const closers = new Closers(silentLogger);
    closers.add('snapshot', () => snapshot.close());
    const calls = snapshot.tables.find(({ name }) => name === 'calls')!;
    const before = await text(snapshot.read(calls));
    await source.db
      .asSystem()
      .execute({ text: `update calls set updated_at = now() where id = $1` }, [tenant.refs.call]);
    expect(await text(snapshot.read(calls))).toBe(before);
    await closers.close();
  });
});
