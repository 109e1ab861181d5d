import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { clientConfig } from './connection.ts';
import { Gathered, sendEach, sendInOneTransaction, type Lend } from './gathered.ts';

let database: TestDatabase;
let pool: pg.Pool;
/** What was asked of connections, in which workspace. */
let lent: string[] = [];
let writes = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ ...clientConfig(database.connection, 'gathered'), pipeline: true, max: 2 });
  pool.on('connect', (client) => client.on('error', () => {}));
  await pool.query('create table notes (note text primary key, written_in bigint default txid_current())');
});
afterEach(async () => {
  lent = [];
  writes = 0;
  await pool.query('truncate notes');
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

const lend: Lend = async (workspace, work) => {
  lent.push(workspace);
  const client = await pool.connect();
  const { stream } = client.connection;
  const spies = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev' as '_write')];
  try {
    return await work(client);
  } finally {
    for (const spy of spies) {
      writes += spy.mock.calls.length;
      spy.mockRestore();
    }
    client.release();
  }
};

const insert = (note: string) => ({ text: 'insert into notes (note) values ($1)', values: [note] });
const notes = async () =>
  (await pool.query<{ note: string; written_in: string }>('select * from notes order by note')).rows;

describe('lookups of one turn', () => {
  const lookups = new Gathered(lend, sendEach);
  const echo = (value: string) => lookups.ask('ws_1', { text: 'select $1::text as value', values: [value] });

  it('go out in one write, and each gets its own answer', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map(echo));
    expect(answers.map(({ rows }) => (rows as { value: string }[])[0]!.value)).toEqual(['a', 'b', 'c']);
    expect(lent).toEqual(['ws_1']);
    expect(writes).toBe(1);
  });

  it('fail each for itself', async () => {
    const settled = await Promise.allSettled([
      echo('a'),
      lookups.ask('ws_1', { text: 'select 1 / 0' }),
      echo('b'),
    ]);
    expect(settled).toMatchObject([
      { status: 'fulfilled', value: { rows: [{ value: 'a' }] } },
      { status: 'rejected', reason: { code: '22012' } },
      { status: 'fulfilled', value: { rows: [{ value: 'b' }] } },
    ]);
  });

  it('of two workspaces go over two connections', async () => {
    await Promise.all([echo('a'), lookups.ask('ws_2', { text: 'select 1' })]);
    expect(lent.toSorted()).toEqual(['ws_1', 'ws_2']);
  });

  it('are sixteen at most on one connection', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_none, index) => echo(String(index))));
    expect(answers.map(({ rows }) => Number((rows as { value: string }[])[0]!.value))).toEqual(
      Array.from({ length: 40 }, (_none, index) => index),
    );
    expect(lent).toHaveLength(3);
  });

  it('all fail where their connection breaks, and the next ones have another', async () => {
    const killed = lookups.ask('ws_1', { text: 'select pg_terminate_backend(pg_backend_pid())' });
    const settled = await Promise.allSettled([killed, echo('a')]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await vi.waitFor(async () => expect((await echo('b')).rows).toEqual([{ value: 'b' }]));
  });

  it('that wait for a connection are counted', async () => {
    const held = await Promise.all([pool.connect(), pool.connect()]);
    const asked = [echo('a'), echo('b')];
    expect(lookups.waiting).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    expect(lookups.waiting).toBe(2);
    for (const client of held) client.release();
    await Promise.all(asked);
    expect(lookups.waiting).toBe(0);
  });
});

describe('additions of one turn', () => {
  const additions = new Gathered(lend, sendInOneTransaction);
  const add = (note: string) => additions.ask('ws_1', insert(note));

  it('are one transaction in one write', async () => {
    await Promise.all([add('a'), add('b'), add('c')]);
    expect(new Set((await notes()).map(({ written_in }) => written_in)).size).toBe(1);
    expect(await notes()).toHaveLength(3);
    expect(writes).toBe(1);
  });

  it('stand each for itself where one of them fails', async () => {
    await add('b');
    const settled = await Promise.allSettled([add('a'), add('b'), add('c')]);
    expect(settled).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: '23505' } },
      { status: 'fulfilled' },
    ]);
    expect((await notes()).map(({ note }) => note)).toEqual(['a', 'b', 'c']);
  });

  it('that contradict each other stand but for one', async () => {
    const settled = await Promise.allSettled([add('a'), add('a'), add('a')]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await notes()).toHaveLength(1);
  });

  it('leave nothing where the connection breaks before they are committed', async () => {
    const killed = additions.ask('ws_1', { text: 'select pg_terminate_backend(pg_backend_pid())' });
    const settled = await Promise.allSettled([add('a'), killed, add('b')]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await vi.waitFor(async () => expect(await notes()).toEqual([]));
  });
});
