import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { clientConfig } from './connection.ts';
import type { Queryable } from './queryable.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ ...clientConfig(database.connection, 'transactions'), pipeline: true });
  // A connection that is being closed may still receive the error that its database was dropped.
  pool.on('connect', (client) => client.on('error', () => undefined));
  await pool.query('create table notes (position serial, note text primary key)');
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

/** Runs `work` in a transaction. Returns its outcome and the number of writes to the socket. */
async function runTransaction<T>(work: (tx: Queryable) => Promise<T>) {
  const client = await pool.connect();
  const connections = {
    begin: { text: 'begin' },
    acquire: async () => client,
    release: () => {},
  };
  const { stream } = client.connection;
  const one = vi.spyOn(stream, '_write');
  const many = vi.spyOn(stream, '_writev' as '_write');
  try {
    const [outcome] = await Promise.allSettled([inTransaction(connections, work, () => {})]);
    const writes = one.mock.calls.length + many.mock.calls.length;
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    return { outcome, writes };
  } finally {
    one.mockRestore();
    many.mockRestore();
    client.release();
  }
}

const insert = (note: string) => [{ text: 'insert into notes (note) values ($1)' }, [note]] as const;
const notes = async (): Promise<string[]> =>
  (await pool.query<{ note: string }>('select note from notes order by position')).rows.map(
    ({ note }) => note,
  );

describe('a transaction', () => {
  it('in which no result is awaited is sent in one write to the socket', async () => {
    await pool.query('truncate notes');
    const { outcome, writes } = await runTransaction(async (tx) => {
      await tx.write(...insert('one'));
      await tx.write(...insert('two'));
      return 'done';
    });
    expect(outcome).toEqual({ status: 'fulfilled', value: 'done' });
    expect(writes).toBe(1);
    expect(await notes()).toEqual(['one', 'two']);
  });

  it('sends queued writes before a query', async () => {
    await pool.query('truncate notes');
    const { outcome, writes } = await runTransaction(async (tx) => {
      await tx.write(...insert('one'));
      const found = await tx.rows({ text: 'select note from notes' });
      const changed = await tx.execute({ text: `update notes set note = 'first'` });
      await tx.write(...insert('two'));
      return {
        found,
        changed,
        last: await tx.row({ text: 'select max(position) - min(position) as gap from notes' }),
      };
    });
    expect(outcome).toEqual({
      status: 'fulfilled',
      value: { found: [{ note: 'one' }], changed: 1, last: { gap: 1 } },
    });
    expect(writes).toBe(4);
    expect(await notes()).toEqual(['first', 'two']);
  });

  it('is rolled back and throws the error if a write fails', async () => {
    await pool.query('truncate notes');
    const { outcome } = await runTransaction(async (tx) => {
      await tx.write(...insert('one'));
      await tx.write(...insert('one'));
      await tx.write(...insert('two'));
    });
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
    expect(await notes()).toEqual([]);
  });

  it('throws the error of a write at the next awaited result', async () => {
    await pool.query('truncate notes');
    const { outcome } = await runTransaction(async (tx) => {
      await tx.write({ text: 'insert into notes (note) values (null)' });
      await tx.row({ text: 'select 1' });
    });
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '23502' } });
  });

  it('is rolled back when its work throws', async () => {
    await pool.query('truncate notes');
    const { outcome, writes } = await runTransaction(async (tx) => {
      await tx.execute(...insert('one'));
      await tx.write(...insert('two'));
      throw new Error('rolled back');
    });
    expect(outcome).toMatchObject({ status: 'rejected', reason: new Error('rolled back') });
    expect(writes).toBe(2);
    expect(await notes()).toEqual([]);
  });

  it('cannot be committed after a failed statement, even if its work continues', async () => {
    await pool.query('truncate notes');
    const { outcome } = await runTransaction(async (tx) => {
      await tx.execute(...insert('one'));
      await tx.execute(...insert('one')).catch(() => 0);
    });
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: /cannot be committed/ } });
    expect(await notes()).toEqual([]);
  });

  it('sends nothing without statements', async () => {
    const { outcome, writes } = await runTransaction(async () => 'nothing');
    expect(outcome).toEqual({ status: 'fulfilled', value: 'nothing' });
    expect(writes).toBe(0);
  });
});
