import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { encryptFile, EncryptedFileError, isEncryptedFile, openFileReader } from './encrypted-file.ts';
import { seededRandom } from './random.ts';

const random = seededRandom(7);
const key = { id: '0123abcd', bytes: random.bytes(32) };
const chunkBytes = 65_536;
const headerBytes = 32;
const sealedChunkBytes = chunkBytes + 16;
let folder: string;
let plain: string;
let encrypted: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-encrypted-'));
  plain = path.join(folder, 'plain');
  encrypted = path.join(folder, 'encrypted');
});
afterAll(() => rm(folder, { recursive: true }));

async function encryptContent(content: Uint8Array): Promise<void> {
  await rm(encrypted, { force: true });
  await writeFile(plain, content);
  await encryptFile(plain, encrypted, { key, random });
}

async function readAll(keys = [key]): Promise<Buffer> {
  const file = await openFileReader(encrypted, keys);
  return buffer(file.stream(0, file.size - 1));
}

it('returns any part of the content, at any size', async () => {
  const sizes = fc.oneof(
    fc.integer({ min: 1, max: 3 * chunkBytes }),
    fc.constantFrom(1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes),
  );
  const cases = fc.tuple(sizes, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(2 * chunkBytes));
  await fc.assert(
    fc.asyncProperty(cases, async ([size, share, length]) => {
      const content = Buffer.from(random.bytes(size));
      await encryptContent(content);
      const first = Math.floor(share * (size - 1));
      const last = Math.min(size - 1, first + length);
      const file = await openFileReader(encrypted, [key]);
      expect(file.size).toBe(size);
      const target = new Uint8Array(length + 1);
      const bytesRead = await file.read(target, first);
      const expected = content.subarray(first, last + 1);
      expect(expected.equals(target.subarray(0, bytesRead))).toBe(true);
      expect(expected.equals(await buffer(file.stream(first, last)))).toBe(true);
    }),
    { numRuns: 40 },
  );
});

it('contains nothing of the content, and is another file each time', async () => {
  const content = Buffer.alloc(1000, 'a sentence of a person ');
  await encryptContent(content);
  const once = await readFile(encrypted);
  expect(once.includes('person')).toBe(false);
  await encryptContent(content);
  expect((await readFile(encrypted)).equals(once)).toBe(false);
  expect(await isEncryptedFile(encrypted)).toBe(true);
  expect(await isEncryptedFile(plain)).toBe(false);
  expect(await isEncryptedFile(path.join(folder, 'missing'))).toBe(false);
});

it('reads a file that is not encrypted', async () => {
  const content = random.bytes(1000);
  await writeFile(plain, content);
  const file = await openFileReader(plain, []);
  expect(file.size).toBe(1000);
  expect(await buffer(file.stream(100, 199))).toEqual(Buffer.from(content.subarray(100, 200)));
});

it('is refused with a key of another id, or another key of the same id', async () => {
  await encryptContent(random.bytes(1000));
  await expect(readAll([{ ...key, id: 'ffffffff' }])).rejects.toThrow('is encrypted with key "0123abcd"');
  await expect(readAll([{ ...key, bytes: random.bytes(32) }])).rejects.toThrow(EncryptedFileError);
});

const middle = headerBytes + sealedChunkBytes;
it.each([
  ['a changed byte', (file: Buffer) => file.fill(file[500]! ^ 1, 500, 501)],
  ['a changed salt', (file: Buffer) => file.fill(file[20]! ^ 1, 20, 21)],
  ['a removed last chunk', (file: Buffer) => file.subarray(0, middle + sealedChunkBytes)],
  ['a removed end', (file: Buffer) => file.subarray(0, -5)],
  [
    'exchanged chunks',
    (file: Buffer) =>
      Buffer.concat([
        file.subarray(0, headerBytes),
        file.subarray(middle, middle + sealedChunkBytes),
        file.subarray(headerBytes, middle),
        file.subarray(middle + sealedChunkBytes),
      ]),
  ],
])('is refused with %s', async (_change, change) => {
  await encryptContent(random.bytes(2.5 * chunkBytes));
  await writeFile(encrypted, change(await readFile(encrypted)));
  await expect(readAll()).rejects.toThrow(EncryptedFileError);
});
