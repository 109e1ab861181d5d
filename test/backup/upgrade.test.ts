import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { findCall } from '../../src/store/calls/calls.ts';
import { connectClient, type Connection } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import type { References } from '../isolation/references.ts';
import { tenantRows } from '../isolation/tenant-rows.ts';
import { newReferences } from '../isolation/tenant.ts';
import { connectionUrl } from '../support/connection-url.ts';
import { createEmptyDatabase } from '../support/database.ts';

const migrations = path.resolve(import.meta.dirname, '../../migrations');

/** Tables that a migration replaces, because their rows can be computed or have expired. */
const replacedTables: ReadonlySet<string> = new Set(['rate_limits', 'disposition_counts']);

/** Values that an early schema accepts, in place of those of the current schema. */
const earlyValues: Readonly<Record<string, { readonly before: number; readonly values: object }>> = {
  users: { before: 9, values: { role: 'administrator' } },
  messages: { before: 44, values: { status: 'sent' } },
};

let connection: Connection;
let drop: () => Promise<void>;
let client: pg.Client;
beforeEach(async () => {
  ({ connection, drop } = await createEmptyDatabase());
  client = await connectClient(connection, 'parley tests');
  await client.query(`set parley.workspace = '*'`);
});
afterEach(async () => {
  await client.end();
  await drop();
});

/** Inserts the rows of a workspace, with the tables and columns that the schema with this number has. Returns the tables of the rows. */
async function insertRows(refs: References, number: number): Promise<string[]> {
  const { rows: found } = await client.query<{ table: string; names: string[] }>(
    `select table_name as "table", array_agg(column_name::text) as names from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  );
  const columnsOf = new Map(found.map(({ table, names }) => [table, new Set(names)]));
  const inserted: string[] = [];
  for (const [table, current] of tenantRows(refs, `version${number}`)) {
    const early = earlyValues[table];
    const row: Record<string, unknown> = {
      ...current,
      ...(early !== undefined && number < early.before ? early.values : {}),
    };
    const columns = columnsOf.get(table);
    if (columns === undefined || replacedTables.has(table)) continue;
    const list = Object.keys(row)
      .filter((name) => columns.has(name))
      .join(', ');
    await client.query(
      `insert into ${table} (${list}) select ${list} from jsonb_populate_record(null::${table}, $1::jsonb)`,
      [JSON.stringify(row)],
    );
    inserted.push(table);
  }
  return inserted;
}

describe('an upgrade', { timeout: 120_000 }, () => {
  it('from every earlier schema keeps the rows of every table', async () => {
    // The order of the rows does not follow their references, and counters have rows of their own.
    await client.query(`set session_replication_role = 'replica'`);
    const last = (await readdir(migrations)).length;
    const expected = new Map<string, number>();
    const ofVersions: References[] = [];
    for (let number = 1; number <= last; number += 1) {
      await migrate(connection, { logger: silentLogger, lastMigration: number });
      const refs = newReferences('202');
      for (const table of await insertRows(refs, number)) expected.set(table, (expected.get(table) ?? 0) + 1);
      ofVersions.push(refs);
    }
    expect(expected.get('workspaces')).toBe(last);
    const lost: string[] = [];
    for (const [table, count] of expected) {
      const { rows } = await client.query<{ count: number }>(`select count(*) from ${table}`);
      // Migrations add rows to counters.
      if (rows[0]!.count < count) lost.push(`${table}: ${rows[0]!.count} of ${count} rows`);
    }
    expect(lost).toEqual([]);
    const db = await openDatabase(connection, { clock: systemClock, logger: silentLogger });
    for (const { workspace: workspaceId, endedCall: callId } of ofVersions.slice(2))
      expect(await findCall(db.inWorkspace(workspaceId), { workspaceId, callId })).toMatchObject({
        state: 'ended',
      });
    await db.close();
  });

  it('that is killed in the middle of a migration changes nothing, and the next start continues', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-upgrade-'));
    try {
      await cp(migrations, folder, { recursive: true });
      const number = String((await readdir(migrations)).length + 1).padStart(4, '0');
      const file = path.join(folder, `${number}_slow.sql`);
      await writeFile(file, 'create table half (id int); select pg_sleep(600);');
      const module = path.resolve(import.meta.dirname, '../../src/store/migrate.ts');
      const script = `import { migrate } from ${JSON.stringify(module)};
        await migrate({ url: process.argv[1] }, { logger: { info() {}, debug() {} }, migrationsFolder: process.argv[2] });`;
      const upgrade = spawn(
        process.execPath,
        ['--input-type=module', '-e', script, connectionUrl(connection), folder],
        { stdio: 'inherit' },
      );
      const sleeping = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
      await expect.poll(async () => (await client.query(sleeping)).rowCount, { timeout: 60_000 }).toBe(1);
      upgrade.kill('SIGKILL');
      await once(upgrade, 'exit');
      await writeFile(file, 'create table whole (id int);');
      await migrate(connection, { logger: silentLogger, migrationsFolder: folder });
      const { rows } = await client.query(
        `select tablename from pg_tables where tablename in ('half', 'whole')`,
      );
      expect(rows).toEqual([{ tablename: 'whole' }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
