import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Readable, Writable } from 'node:stream';
import type { Connection } from './connection.ts';
import { connectClient } from './connection.ts';

/** A table with its columns, except generated columns. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The next value of a sequence is `value + 1` if `isUsed`, else `value`. */
export interface SequenceState {
  readonly name: string;
  readonly value: number;
  readonly isUsed: boolean;
}

/** A session whose statements can take hours and whose text format does not depend on the settings of the server. */
async function connectForCopy(connection: Connection): Promise<pg.Client> {
  const client = await connectClient(connection, 'parley copy');
  await client.query(
    `set statement_timeout = 0; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = 0;
     set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
     set extra_float_digits = 3; set client_encoding = 'UTF8'; set parley.workspace = '*'`,
  );
  return client;
}

const listTablesSql = `select relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'parley_migrations'
  group by relname order by relname`;

const listReferencesSql = `select conrelid::regclass::text as table, confrelid::regclass::text as references
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`;

/** Lists the tables of Parley. A table follows the tables that it references. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(listTablesSql);
  const { rows: references } = await client.query<{ table: string; references: string }>(listReferencesSql);
  const ordered = new Set<Table>();
  const add = (table: Table): void => {
    for (const reference of references) {
      const referenced = tables.find(({ name }) => name === reference.references);
      if (reference.table === table.name && referenced !== undefined && !ordered.has(referenced))
        add(referenced);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table);
  return [...ordered];
}

const identifier = pg.escapeIdentifier;
const columnList = ({ name, columns }: Table): string =>
  `${identifier(name)} (${columns.map((column) => identifier(column)).join(', ')})`;

/** One state of the database, which does not change while the tables are read. */
export class DatabaseSnapshot {
  readonly #client: pg.Client;
  readonly tables: readonly Table[];

  private constructor(client: pg.Client, tables: readonly Table[]) {
    this.#client = client;
    this.tables = tables;
  }

  /** The caller closes it. */
  static async open(connection: Connection): Promise<DatabaseSnapshot> {
    const client = await connectForCopy(connection);
    try {
      await client.query('begin isolation level repeatable read read only');
      return new DatabaseSnapshot(client, await listTables(client));
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Returns the rows of a table in the text format of COPY. They are read to their end before the next call. */
  read(table: Table): Readable & { readonly rowCount: number } {
    return this.#client.query(copyTo(`copy ${columnList(table)} to stdout`));
  }

  /** Returns the paths of the recordings of all calls, in batches. */
  async *recordingPaths(): AsyncGenerator<readonly string[]> {
    await this.#client.query(
      'declare recordings cursor for select recording_path from calls where recording_path is not null',
    );
    for (;;) {
      const { rows } = await this.#client.query<{ recording_path: string }>('fetch 1000 from recordings');
      if (rows.length === 0) break;
      yield rows.map((row) => row.recording_path);
    }
    await this.#client.query('close recordings');
  }

  /** Sequences do not belong to a snapshot. Read after the tables, they are not behind the rows. */
  async sequences(): Promise<SequenceState[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
    );
    const states: SequenceState[] = [];
    for (const { name } of rows) {
      const found = await this.#client.query<SequenceState>(
        `select $1::text as name, last_value as value, is_called as "isUsed" from ${identifier(name)}`,
        [name],
      );
      states.push(found.rows[0]!);
    }
    return states;
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** Statements that remove a foreign key or an index, and that create it again. */
interface Removable {
  readonly drop: string;
  readonly create: string;
}

/** In the order of removal: a foreign key may need a unique index. Indexes of constraints, such as primary keys, are not listed. */
const listRemovablesSql = `
  select 1 as step, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
  order by step`;

/**
 * Replaces all rows of a database that has the schema of the rows, in one transaction. Foreign keys and indexes are removed before the rows are
 * inserted, and created again before the commit in one pass over each table (bench/RESULTS.md, "Backup of 1,000,000 calls").
 */
export class DatabaseImport {
  readonly #client: pg.Client;
  readonly #removed: readonly Removable[];
  readonly tables: readonly Table[];

  private constructor(client: pg.Client, tables: readonly Table[], removed: readonly Removable[]) {
    this.#client = client;
    this.tables = tables;
    this.#removed = removed;
  }

  /** Begins the transaction and empties the tables. The caller commits and closes it. */
  static async begin(connection: Connection): Promise<DatabaseImport> {
    const client = await connectForCopy(connection);
    try {
      await client.query('begin');
      const tables = await listTables(client);
      for (const { name } of tables)
        await client.query(`alter table ${identifier(name)} disable trigger user`);
      // COPY rejects tables whose policies apply to the login.
      await forceRowSecurity(client, 'no force');
      await client.query(`truncate ${tables.map(({ name }) => identifier(name)).join(', ')}`);
      const { rows: removed } = await client.query<Removable>(listRemovablesSql);
      for (const { drop } of removed) await client.query(drop);
      return new DatabaseImport(client, tables, removed);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Returns a stream that inserts rows in the text format of COPY. */
  write(table: Table): Writable & { readonly rowCount: number } {
    return this.#client.query(copyFrom(`copy ${columnList(table)} from stdin`));
  }

  /** @throws {Error} if a row violates a foreign key or a unique index */
  async commit(sequences: readonly SequenceState[]): Promise<void> {
    await this.#client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { create } of this.#removed.toReversed()) await this.#client.query(create);
    for (const { name, value, isUsed } of sequences)
      await this.#client.query('select setval($1::regclass, $2, $3)', [identifier(name), value, isUsed]);
    for (const { name } of this.tables)
      await this.#client.query(`alter table ${identifier(name)} enable trigger user`);
    await forceRowSecurity(this.#client, 'force');
    await this.#client.query('commit');
    // Without statistics, the first plans would read whole tables.
    await this.#client.query('analyze');
  }

  /** Rolls back unless the transaction was committed. */
  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** Row-level security is enabled on exactly the tables on which it is forced. */
async function forceRowSecurity(client: pg.Client, force: 'force' | 'no force'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`,
  );
  for (const { name } of rows)
    await client.query(`alter table ${identifier(name)} ${force} row level security`);
}

/** Returns whether the database has no workspace: it is empty, or has the schema only. */
export async function isEmptyDatabase(connection: Connection): Promise<boolean> {
  const client = await connectForCopy(connection);
  try {
    const { rows } = await client.query<{ tables: number; workspaces: boolean }>(
      `select count(*)::int as tables, to_regclass('public.workspaces') is not null as workspaces
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    const { tables, workspaces } = rows[0]!;
    if (!workspaces) return tables === 0 || tables === 1;
    return (await client.query('select from workspaces limit 1')).rowCount === 0;
  } finally {
    await client.end();
  }
}
