import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger, silentLogger } from '../core/logger.ts';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { connectClient, type Connection } from './connection.ts';
import { migrate } from './migrate.ts';

const ownFolder = path.resolve(import.meta.dirname, '../../migrations');

let connection: Connection;
let drop: () => Promise<void>;
let folder: string;

beforeEach(async () => {
  ({ connection, drop } = await createEmptyDatabase());
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-migrations-'));
});

afterEach(async () => {
  await drop();
  await rm(folder, { recursive: true });
});

const writeMigration = (name: string, text: string) => writeFile(path.join(folder, name), text);
const run = (migrationsFolder = folder) => migrate(connection, { logger: silentLogger, migrationsFolder });

async function query<Row extends object>(text: string): Promise<Row[]> {
  const client = await connectClient(connection, 'parley tests');
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const listApplied = async () =>
  (await query<{ name: string }>('select name from parley_migrations order by number')).map(
    (row) => row.name,
  );

describe('migrate', () => {
  it('applies missing migrations once, in order', async () => {
    await writeMigration('0001_one.sql', 'create table one (id int);');
    await run();
    await writeMigration('0002_two.sql', 'insert into one values (2); create table two (id int);');
    await run();
    await run();
    expect(await listApplied()).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await query('select id from one')).toEqual([{ id: 2 }]);
  });

  it('logs one line for a new schema, and later one per migration', async () => {
    const log = new PassThrough();
    const logger = createLogger('info', log);
    await writeMigration('0001_one.sql', 'create table one (id int);');
    await writeMigration('0002_two.sql', 'create table two (id int);');
    await migrate(connection, { logger, migrationsFolder: folder });
    await writeMigration('0003_three.sql', 'create table three (id int);');
    await migrate(connection, { logger, migrationsFolder: folder });
    const lines = String(log.read()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { migrations: 2, msg: 'The database schema was created.' },
      { migration: '0003_three.sql', msg: 'The database was migrated.' },
    ]);
  });

  it('serializes concurrent starts', async () => {
    await Promise.all(Array.from({ length: 4 }, () => run(ownFolder)));
    expect(await listApplied()).toEqual((await readdir(ownFolder)).toSorted());
  });

  it('rolls back a file that fails, and reports its name', async () => {
    await writeMigration('0001_one.sql', 'create table one (id int); select nonsense;');
    await expect(run()).rejects.toThrow(/^0001_one\.sql could not be applied: column "nonsense"/);
    expect(await query(`select from pg_tables where tablename = 'one'`)).toEqual([]);
    expect(await listApplied()).toEqual([]);
  });

  it('rejects a file that was changed after it was applied', async () => {
    await writeMigration('0001_one.sql', 'create table one (id int);');
    await run();
    await writeMigration('0001_one.sql', 'create table one (id bigint);');
    await expect(run()).rejects.toThrow('0001_one.sql was changed after it was applied');
  });

  it('ignores differences of line endings', async () => {
    await writeMigration('0001_one.sql', 'create table one\n(id int);\n');
    await run();
    await writeMigration('0001_one.sql', 'create table one\r\n(id int);\r\n');
    await run();
    expect(await listApplied()).toEqual(['0001_one.sql']);
  });

  it('rejects numbers with gaps', async () => {
    await writeMigration('0001_one.sql', 'select 1;');
    await writeMigration('0003_three.sql', 'select 3;');
    await expect(run()).rejects.toThrow('0003_three.sql is out of order');
  });

  it('rejects a database that a newer program has used', async () => {
    await writeMigration('0001_one.sql', 'select 1;');
    await writeMigration('0002_two.sql', 'select 2;');
    await run();
    await rm(path.join(folder, '0002_two.sql'));
    await expect(run()).rejects.toThrow('used by a newer Parley (migration 0002_two.sql)');
  });
});

describe('the migrations of Parley', () => {
  it('state in their first line whether they break running workers', async () => {
    for (const name of await readdir(ownFolder)) {
      const text = await readFile(path.join(ownFolder, name), 'utf8');
      expect(text.split('\n')[0]).toMatch(/^-- Breaks running workers: (yes|no)\b/);
    }
  });
});
