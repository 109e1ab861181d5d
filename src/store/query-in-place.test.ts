import fc from 'fast-check';
import { PassThrough } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { connectClient } from './connection.ts';
import { areLarge, askInPlace, bindMessage, type BindConfig } from './query-in-place.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** As `pg` maps what a query is given. */
const valueMapper = (value: unknown): string | Buffer | null =>
  typeof value === 'number' ? value.toString() : (value as string | Buffer | null);

/** What a connection of `pg` writes to its socket. */
function bindByPg(config: BindConfig): Buffer {
  const stream = new PassThrough();
  const connection = new pg.Connection({ stream } as unknown as pg.ConnectionConfig) as unknown as {
    bind(config: BindConfig): void;
  };
  connection.bind(config);
  return stream.read() as Buffer;
}

const large = (bytes: number, fill = 1): Buffer => Buffer.alloc(bytes, fill);

describe('the message that binds values', () => {
  const value = fc.oneof(
    fc.string(),
    fc.constant(null),
    fc.integer(),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    fc.integer({ min: 16_000, max: 40_000 }).map((bytes) => large(bytes, bytes % 251)),
  );
  it("is pg's own, byte for byte", () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 8 }),
        fc.constantFrom('', 'insert_rows'),
        (values, statement) => {
          const config = { statement, values, valueMapper };
          expect(Buffer.concat(bindMessage(config)).equals(bindByPg(config))).toBe(true);
        },
      ),
    );
  });

  it('holds large values as they are, and joins what is small', () => {
    const bytes = large(50_000);
    const pieces = bindMessage({ values: ['a', bytes, 'b', 'c'], valueMapper });
    expect(pieces).toHaveLength(3);
    expect(pieces[1]!.buffer).toBe(bytes.buffer);
  });

  it('is worth it for large values alone', () => {
    expect(areLarge(['a', 1, null, large(100)])).toBe(false);
    expect(areLarge(undefined)).toBe(false);
    expect(areLarge(['a'.repeat(100_000)])).toBe(false);
    expect(areLarge([null, new Uint8Array(20_000)])).toBe(true);
  });
});

describe('a query with large values', () => {
  it('is answered like any other, again by its name, and among others in a transaction', async () => {
    const sum = { name: 'sum_large', text: 'select length($1::bytea) as bytes, $2::text as word' };
    const answers = await database.db.asSystem().transaction(async (tx) => {
      const first = await tx.row(sum, [large(1_000_000), 'first']);
      await tx.write({ text: 'create temporary table seen (word text)' });
      return [first, await tx.row(sum, [new Uint8Array(large(70_000).buffer, 5, 60_000), null])];
    });
    expect(answers).toEqual([
      { bytes: 1_000_000, word: 'first' },
      { bytes: 60_000, word: null },
    ]);
  });

  it('that fails tells why, and the connection serves on', async () => {
    const client = await connectClient(database.connection, 'parley tests');
    try {
      const failing = askInPlace(client, {
        text: 'select $1::bytea::text::integer as n',
        values: [large(40_000)],
      });
      await expect(failing).rejects.toBeInstanceOf(pg.DatabaseError);
      const answer = await askInPlace(client, {
        text: 'select length($1::bytea) as n',
        values: [large(40_000)],
      });
      expect(answer.rows).toEqual([{ n: 40_000 }]);
      expect((await client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    } finally {
      await client.end();
    }
  });

  it('fails where the server is gone', async () => {
    const client = await connectClient(database.connection, 'parley tests');
    client.on('error', () => undefined);
    await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await expect(askInPlace(client, { text: 'select $1::bytea', values: [large(40_000)] })).rejects.toThrow(
      /connection/iu,
    );
  });
});
