import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Logger } from '../core/logger.ts';
import { connectClient, type Connection } from './connection.ts';
import { explainConnectionError } from './connection-error.ts';

const defaultFolder = path.resolve(import.meta.dirname, '../../migrations');
const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const minServerVersion = 150_000;

/** Advisory lock, so that processes that start together migrate one after the other. The number is arbitrary. */
const advisoryLock = 7_249_001;
const lockWaitMs = 60_000;

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text in hexadecimal. */
  readonly checksum: string;
}

/** A migration that a database has, or that the rows of a backup had. */
export interface AppliedMigration {
  readonly number: number;
  readonly name: string;
  readonly checksum: string;
}

export interface MigrateOptions {
  readonly logger: Logger;
  readonly migrationsFolder?: string;
  /** Number of the last migration to apply; defaults to the last one. */
  readonly lastMigration?: number;
}

/**
 * Applies the numbered SQL files that were not applied to this database, each in its own transaction. Throws, and changes
 * nothing, if the server is too old, a file changed after it was applied, a number is missing, or the database is newer
 * than the program.
 */
export async function migrate(connection: Connection, options: MigrateOptions): Promise<void> {
  const all = await readMigrations(options.migrationsFolder ?? defaultFolder);
  const migrations = all.slice(0, options.lastMigration);
  const client = await connectClient(connection, 'parley migrations').catch((cause: unknown) => {
    throw explainConnectionError(connection, cause);
  });
  try {
    await checkServer(client);
    await endWithConnection(client);
    let isNew: boolean | undefined;
    for (;;) {
      const { applied, migration } = await applyNext(client, migrations);
      isNew ??= applied === 0;
      if (migration === undefined) break;
      options.logger[isNew ? 'debug' : 'info']({ migration: migration.name }, 'The database was migrated.');
    }
    if (isNew) options.logger.info({ migrations: migrations.length }, 'The database schema was created.');
  } finally {
    await client.end();
  }
}

/**
 * Makes the server cancel a migration within a second after the process was killed. Otherwise the migration continues and holds its locks, and the
 * next start waits for it. Not every operating system supports the check.
 */
async function endWithConnection(client: pg.Client): Promise<void> {
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined);
}

/** Returns the migrations of a database; empty if it is not a database of Parley. */
export async function readMigrationHistory(connection: Connection): Promise<AppliedMigration[]> {
  const client = await connectClient(connection, 'parley migrations').catch((cause: unknown) => {
    throw explainConnectionError(connection, cause);
  });
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('public.parley_migrations') is not null as exists`,
    );
    return rows[0]!.exists ? await listApplied(client) : [];
  } finally {
    await client.end();
  }
}

/** Lists the migrations of this program. */
export function listMigrations(): Promise<readonly AppliedMigration[]> {
  return readMigrations(defaultFolder);
}

/** Applies the next migration, if any, in a transaction that excludes other processes. Returns the number of earlier ones. */
async function applyNext(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<{ readonly applied: number; readonly migration: Migration | undefined }> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockWaitMs}`);
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
    const applied = await readApplied(client);
    checkHistory(migrations, applied);
    const migration = migrations[applied.length];
    if (migration !== undefined) await apply(client, migration);
    await client.query('commit');
    return { applied: applied.length, migration };
  } catch (error) {
    await client.query('rollback').catch(() => {
      // The connection broke. `error` has the reason, and the server has rolled back.
    });
    throw error;
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => fileName.test(name)).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  const misnumbered = migrations.find((migration, index) => migration.number !== index + 1);
  if (misnumbered !== undefined)
    throw new Error(`Migrations are numbered from 0001 without gaps; ${misnumbered.name} is out of order.`);
  return migrations;
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const text = await readFile(path.join(folder, name), 'utf8');
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { number: Number(fileName.exec(name)![1]), name, text, checksum };
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
            current_setting('server_encoding') as encoding`,
  );
  const { version, name, encoding } = rows[0]!;
  if (version < minServerVersion)
    throw new Error(`Parley needs PostgreSQL 15 or later; this server is ${name}.`);
  if (encoding !== 'UTF8')
    throw new Error(
      `Parley needs a database with encoding UTF8; this one has ${encoding}. Create another one.`,
    );
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(
    `create table if not exists parley_migrations (
       number integer primary key, name text not null, checksum text not null,
       applied_at timestamptz not null default now())`,
  );
  return listApplied(client);
}

async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from parley_migrations order by number',
  );
  return rows;
}

function checkHistory(migrations: readonly Migration[], applied: readonly AppliedMigration[]): void {
  if (applied.length > migrations.length) {
    throw new Error(
      `The database was last used by a newer Parley (migration ${applied.at(-1)!.name}). Start that version or a later one.`,
    );
  }
  for (const [index, entry] of applied.entries()) {
    const migration = migrations[index]!;
    if (entry.number !== migration.number)
      throw new Error(`The database lacks ${migration.name} but has the later ${entry.name}.`);
    if (entry.checksum !== migration.checksum)
      throw new Error(
        `${migration.name} was changed after it was applied. Restore the original file, and put changes into a new migration.`,
      );
  }
}

async function apply(client: pg.Client, { number, name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query(text);
    await client.query('insert into parley_migrations (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ]);
  } catch (error) {
    throw new Error(`${name} could not be applied: ${(error as Error).message}`, { cause: error });
  }
}
