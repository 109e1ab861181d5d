import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { TextArray } from './text-array.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

async function read(bytes: Uint8Array | null): Promise<(string | null)[] | null> {
  const text = 'select $1::text[] as texts';
  return (await database.db.asSystem().row<{ texts: (string | null)[] | null }>({ text }, [bytes]))!.texts;
}

/** Text that PostgreSQL can store: without U+0000 and unpaired surrogates. */
const someText = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((text) => !text.includes('\0'));
const someTexts = fc.array(fc.option(someText), { maxLength: 60 });

describe('an array of texts', () => {
  it('is parsed by PostgreSQL unchanged, also after a buffer is recycled', async () => {
    const array = new TextArray();
    const roundTrips = async (texts: readonly (string | null)[]) => {
      for (const text of texts) array.add(text);
      expect(array.size).toBe(texts.length);
      const bytes = array.take();
      expect(await read(bytes)).toEqual(texts.every((text) => text === null) ? null : texts);
      expect(array.size).toBe(0);
      if (bytes !== null && texts.length % 2 === 0) array.recycle(bytes);
    };
    await fc.assert(fc.asyncProperty(someTexts, roundTrips), { numRuns: 60 });
  });

  it('grows with its content', async () => {
    const array = new TextArray();
    const texts = ['', 'é'.repeat(100_000), null, null, '"{,}\\', null];
    for (const text of texts) array.add(text);
    expect(await read(array.take())).toEqual(texts);
  });
});
