import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { DatabaseProxy } from '../../test/support/database-proxy.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { seedWorkspace } from '../../test/support/fixtures.ts';
import { connectClient, type Connection } from './connection.ts';
import { openDatabase, type Queryable } from './database.ts';
import { json } from './queryable.ts';

let database: TestDatabase;
let first: string;
let second: string;

beforeAll(async () => {
  database = await createTestDatabase({ poolSize: 2 });
  first = (await seedWorkspace(database.db)).workspaceId;
  second = (await seedWorkspace(database.db)).workspaceId;
});

afterAll(() => database.close());

/** Returns the workspace ids of the visible agents. */
const visibleWorkspaces = async (db: Queryable) =>
  (await db.rows<{ workspace_id: string }>({ text: 'select workspace_id from agents order by 1' })).map(
    (row) => row.workspace_id,
  );

describe('workspaces', () => {
  it('are isolated even if a query has no workspace condition', async () => {
    expect(await visibleWorkspaces(database.db.inWorkspace(first))).toEqual([first]);
    expect(await visibleWorkspaces(database.db.inWorkspace(second))).toEqual([second]);
    expect(await visibleWorkspaces(database.db.inWorkspace('ws_unknown'))).toEqual([]);
  });

  it('are isolated on connections that switch between them under load', async () => {
    const workspaces = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second));
    const results = await Promise.all(
      workspaces.map(async (workspace) => visibleWorkspaces(database.db.inWorkspace(workspace))),
    );
    expect(results).toEqual(workspaces.map((workspace) => [workspace]));
  });

  it('are all visible in the system scope', async () => {
    expect(await visibleWorkspaces(database.db.asSystem())).toEqual([first, second].toSorted());
  });

  it('cannot receive rows from another workspace', async () => {
    const scope = database.db.inWorkspace(first);
    const foreignInsert = scope.execute({
      text: `insert into suppressions values ('${second}', 'voice', '+1', '', null, now())`,
    });
    await expect(foreignInsert).rejects.toThrow('row-level security');
    await expect(scope.execute({ text: `update agents set workspace_id = '${second}'` })).rejects.toThrow(
      'row-level security',
    );
    expect(await scope.execute({ text: `delete from agents where workspace_id = '${second}'` })).toBe(0);
  });

  it('are isolated in every table with a workspace id', async () => {
    const tables = await database.db.asSystem().rows({
      text: `select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'workspace_id'
          and not (c.relrowsecurity and c.relforcerowsecurity
            and exists (select from pg_policy where polrelid = c.oid))`,
    });
    expect(tables).toEqual([]);
  });

  it('are accessed by a role that does not own the tables', async () => {
    const rows = await database.db.asSystem().rows<{ user: string; owner: boolean }>({
      text: `select current_user as user, pg_has_role(current_user, relowner, 'usage') as owner from pg_class
        where relname = 'agents' and relkind = 'r'`,
    });
    expect(rows).toEqual([{ user: 'parley_app', owner: false }]);
  });
});

describe('a transaction', () => {
  it('is rolled back when its work throws, and its connection is reusable', async () => {
    const scope = database.db.inWorkspace(first);
    const rolledBack = scope.transaction(async (tx) => {
      await tx.execute({ text: 'delete from agents' });
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await visibleWorkspaces(scope)).toEqual([first]);
  });

  it('is retried after a deadlock', async () => {
    const system = database.db.asSystem();
    let lockedFirst = 0;
    let bothLocked = () => {};
    const bothAreLocked = new Promise<void>((resolve) => (bothLocked = resolve));
    const lock = (tx: Queryable, id: string) =>
      tx.execute({ text: 'update workspaces set updated_at = now() where id = $1' }, [id]);
    const lockBoth = async (one: string, other: string) => {
      let attempt = 0;
      await system.transaction(async (tx) => {
        attempt += 1;
        await lock(tx, one);
        lockedFirst += 1;
        // Both lock their first row before either locks its second.
        if (lockedFirst === 2) bothLocked();
        if (attempt === 1) await bothAreLocked;
        await lock(tx, other);
      });
    };
    await Promise.all([lockBoth(first, second), lockBoth(second, first)]);
    // PostgreSQL aborts at least one of them.
    expect(lockedFirst).toBeGreaterThanOrEqual(3);
  });

  it('is retried after a deadlock if it is a single statement', async () => {
    const touch = (id: string) => `update workspaces set updated_at = now() where id = '${id}'`;
    const gate = 'pg_advisory_xact_lock(1)';
    const text = `with one as (${touch(first)} returning ${gate}) ${touch(second)} and exists (select from one)`;
    await withClient(database.connection, (gateHolder) =>
      withClient(database.connection, async (other) => {
        const waiting = () =>
          gateHolder.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
        await gateHolder.query(`begin; select ${gate}`);
        // PostgreSQL aborts the transaction that detects the deadlock. The long timeout excludes this one.
        await other.query(`begin; set local deadlock_timeout = '10min'; ${touch(second)}`);
        const singleStatement = database.db.asSystem().execute({ text });
        await expect.poll(waiting).toMatchObject({ rowCount: 1 });
        const blocked = other.query(touch(first));
        await expect.poll(waiting).toMatchObject({ rowCount: 2 });
        await gateHolder.query('commit');
        await blocked;
        await other.query('commit');
        expect(await singleStatement).toBe(1);
      }),
    );
  });
});

describe('the pool', () => {
  it('continues after all connections were killed', async () => {
    const scope = database.db.inWorkspace(first);
    await visibleWorkspaces(scope);
    await withClient(database.connection, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parley' and datname = current_database()`),
    );
    await systemClock.sleep(50);
    expect(await visibleWorkspaces(scope)).toEqual([first]);
  });

  it('survives a connection that breaks between two statements of a transaction', async () => {
    const broken = database.db.asSystem().transaction(async (tx) => {
      const { pid } = (await tx.row<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }))!;
      await withClient(database.connection, (client) =>
        client.query('select pg_terminate_backend($1)', [pid]),
      );
      await systemClock.sleep(50);
      await tx.row({ text: 'select 1 as one' });
    });
    await expect(broken).rejects.toThrow(/connection/i);
    expect(await visibleWorkspaces(database.db.inWorkspace(first))).toEqual([first]);
  });

  it('cancels a statement after the timeout', async () => {
    const slow = await openDatabase(database.connection, {
      clock: systemClock,
      logger: silentLogger,
      statementTimeoutMs: 500,
    });
    await expect(slow.asSystem().rows({ text: 'select pg_sleep(10)' })).rejects.toThrow('statement timeout');
    await slow.close();
  });

  it('reports healthy and unhealthy states', async () => {
    expect(await database.db.checkHealth()).toMatchObject({ ok: true });
    const closed = await openDatabase(database.connection, { clock: systemClock, logger: silentLogger });
    await Promise.all([closed.close(), closed.close()]);
    expect(await closed.checkHealth()).toMatchObject({ ok: false });
  });

  it('returns counts as numbers and times to the millisecond', async () => {
    const row = await database.db.asSystem().row<{ big: number; at: Date }>({
      text: `select 9007199254740991::int8 as big, '2026-01-05T12:00:00.123Z'::timestamptz as at`,
    });
    expect(row).toEqual({ big: Number.MAX_SAFE_INTEGER, at: new Date('2026-01-05T12:00:00.123Z') });
  });
});

describe('listen', () => {
  it('receives committed notifications, and reports a gap after a reconnect', async () => {
    const payloads: string[] = [];
    let gaps = 0;
    let onGap = () => {};
    const nextGap = () => new Promise<void>((resolve) => (onGap = resolve));
    const connected = nextGap();
    const stop = database.db.listen(
      'news',
      (payload) => payloads.push(payload),
      () => {
        gaps += 1;
        onGap();
      },
    );
    await connected;
    const notify = (text: string) =>
      database.db.asSystem().execute({ text: `select pg_notify('news', $1)` }, [text]);
    await notify('one');
    await expect.poll(() => payloads).toEqual(['one']);
    const secondGap = nextGap();
    await withClient(database.connection, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parley listener' and datname = current_database()`),
    );
    await secondGap;
    await notify('two');
    await expect.poll(() => payloads).toEqual(['one', 'two']);
    expect(gaps).toBe(2);
    stop();
  });

  it('reports a gap when it starts listening, also on an existing connection', async () => {
    const gaps: string[] = [];
    const listen = (channel: string) =>
      database.db.listen(
        channel,
        () => {},
        () => gaps.push(channel),
      );
    const stops = [listen('early')];
    await expect.poll(() => gaps).toEqual(['early']);
    stops.push(listen('late'));
    await expect.poll(() => gaps).toEqual(['early', 'late']);
    for (const stop of stops) stop();
  });
});

describe('a server on which Parley may not create roles', () => {
  it('is used as the owner of the tables, to which row-level security applies', async () => {
    const { connection, drop } = await createEmptyDatabase();
    const role = `plain_${Math.floor(Math.random() * 1e9)}`;
    await withClient(connection, async (client) => {
      await client.query(`create role ${role} login password 'plain'`);
      await client.query(`grant create on database "${await databaseName(client)}" to ${role}`);
      await client.query(`grant create, usage on schema public to ${role}`);
    });
    const db = await openDatabase(asLogin(connection, role), { clock: systemClock, logger: silentLogger });
    const fixture = await seedWorkspace(db);
    expect(await visibleWorkspaces(db.inWorkspace(fixture.workspaceId))).toEqual([fixture.workspaceId]);
    expect(await visibleWorkspaces(db.inWorkspace('ws_other'))).toEqual([]);
    const rows = await db.asSystem().rows<{ user: string }>({ text: 'select current_user as user' });
    expect(rows).toEqual([{ user: role }]);
    await db.close();
    await drop();
    await withClient(database.connection, (client) => client.query(`drop role ${role}`));
  });
});

describe('an unresponsive server', () => {
  it('causes a timeout, and is queried again on a new connection', async () => {
    const proxy = await DatabaseProxy.start(database.connection);
    const db = await openDatabase(proxy.connection, {
      clock: systemClock,
      logger: silentLogger,
      statementTimeoutMs: 150,
    });
    expect(await visibleWorkspaces(db.inWorkspace(first))).toEqual([first]);
    proxy.mute(true);
    await expect(visibleWorkspaces(db.inWorkspace(first))).rejects.toThrow(
      'The database server does not respond.',
    );
    proxy.mute(false);
    expect(await visibleWorkspaces(db.inWorkspace(first))).toEqual([first]);
    await db.close();
    await proxy.close();
  });
});

describe('json', () => {
  it('removes U+0000, which PostgreSQL cannot store', () => {
    expect(json({ a: 'x\0y', b: ['\0'] })).toBe('{"a":"xy","b":[""]}');
    expect(json({ a: String.raw`\u0000` })).toBe(String.raw`{"a":"\\u0000"}`);
    expect(json(undefined)).toBeNull();
  });

  it('replaces halves of surrogate pairs, also in member names', async () => {
    const stored = json({ 'a\ud83d': ['\ude00', '\u{1f600}'], b: String.raw`\ud83d` });
    expect(stored).toBe(JSON.stringify({ 'a\ufffd': ['\ufffd', '\u{1f600}'], b: String.raw`\ud83d` }));
  });
});

async function withClient<T>(
  connection: Connection,
  work: (client: Awaited<ReturnType<typeof connectClient>>) => Promise<T>,
): Promise<T> {
  const client = await connectClient(connection, 'parley tests');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function databaseName(client: Awaited<ReturnType<typeof connectClient>>): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  return rows[0]!.name;
}

function asLogin(connection: Connection, user: string): Connection {
  if (!('url' in connection)) {
    const { host, port, database: name } = connection;
    return { url: `postgresql://${user}:plain@localhost:${port}/${name}?host=${encodeURIComponent(host)}` };
  }
  const url = new URL(connection.url);
  url.username = user;
  url.password = 'plain';
  return { url: url.href };
}
