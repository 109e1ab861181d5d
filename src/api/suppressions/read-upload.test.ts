import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUploadInPieces } from './read-upload.ts';

/** Longer than a read block, and not a multiple of the size of yielded blocks. */
const bytes = Buffer.from(Array.from({ length: 150_001 }, (_, index) => index % 251));

const readAll = async (pieces: AsyncIterable<Uint8Array>) => {
  const copies: Uint8Array[] = [];
  for await (const piece of pieces) copies.push(Uint8Array.from(piece));
  return { maxLength: Math.max(...copies.map(({ length }) => length)), bytes: Buffer.concat(copies) };
};

describe('an uploaded file', () => {
  it('is read from memory in small blocks, repeatedly', async () => {
    expect(await readAll(readUploadInPieces({ bytes }))).toEqual({ maxLength: 1024, bytes });
    expect((await readAll(readUploadInPieces({ bytes }))).bytes).toEqual(bytes);
  });

  it('is read from disk in the same way', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-read-upload-'));
    const file = await open(path.join(folder, 'file'), 'wx+');
    await file.writeFile(bytes);
    const content = { descriptor: file.fd };
    expect(await readAll(readUploadInPieces(content))).toEqual({ maxLength: 1024, bytes });
    expect((await readAll(readUploadInPieces(content))).bytes).toEqual(bytes);
    await file.close();
    await rm(folder, { recursive: true });
  });

  it('lets the event loop run', async () => {
    let turns = 0;
    let isDone = false;
    const take = () => {
      turns += 1;
      if (!isDone) setImmediate(take);
    };
    setImmediate(take);
    await readAll(readUploadInPieces({ bytes }));
    isDone = true;
    expect(turns).toBeGreaterThan(100);
  });
});
