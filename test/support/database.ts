import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { connectClient, withDatabase, type Connection } from '../../src/store/connection.ts';
import { openDatabase, type DatabaseOptions, type OpenedDatabase } from '../../src/store/database.ts';
import { testServer } from './test-server.ts';

/** An empty database for one test, with the schema of the program. */
export interface TestDatabase {
  readonly db: OpenedDatabase;
  readonly connection: Connection;
  /** Closes and drops it. */
  readonly close: () => Promise<void>;
}

const templateLock = 7_249_003;

/** Creates a database from a template with the current schema in about 40 ms. */
export async function createTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
  const server = await testServer();
  const template = await ensureTemplate(server);
  const { connection, drop } = await createDatabase(server, template);
  const db = await openDatabase(connection, {
    clock: systemClock,
    logger: silentLogger,
    poolSize: 4,
    ...options,
  });
  return {
    db,
    connection,
    close: async () => {
      await db.close();
      await drop();
    },
  };
}

/** Creates a database without the schema of the program. */
export async function createEmptyDatabase(): Promise<{ connection: Connection; drop: () => Promise<void> }> {
  return createDatabase(await testServer(), 'template1');
}

async function createDatabase(
  server: Connection,
  template: string,
): Promise<{ connection: Connection; drop: () => Promise<void> }> {
  const name = `parley_test_${newId('request').slice(-20).toLowerCase()}`;
  await executeOnServer(server, `create database ${name} template ${template} encoding 'UTF8'`);
  return {
    connection: withDatabase(server, name),
    drop: () => executeOnServer(server, `drop database if exists ${name} with (force)`),
  };
}

async function executeOnServer(server: Connection, statement: string): Promise<void> {
  const client = await connectClient(server, 'parley tests');
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let template: Promise<string> | undefined;

function ensureTemplate(server: Connection): Promise<string> {
  template ??= createTemplate(server);
  return template;
}

/** Creates the template if the server does not have it. Its name contains a hash of the migrations, so that it never has an old schema. */
async function createTemplate(server: Connection): Promise<string> {
  const name = `parley_template_${migrationsHash()}`;
  const client = await connectClient(server, 'parley tests');
  try {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [
      name,
    ]);
    if (rowCount === 1) return name;
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    const db = await openDatabase(withDatabase(server, name), { clock: systemClock, logger: silentLogger });
    await db.close();
    await client.query(`alter database ${name} is_template true`);
    return name;
  } finally {
    await client.end();
  }
}

function migrationsHash(): string {
  const folder = path.resolve(import.meta.dirname, '../../migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(path.join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}
