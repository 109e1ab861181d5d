import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { UploadQuota } from './upload-quota.ts';
import { storeUpload, uploadFromBytes } from './upload.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-uploads-'));
});
afterAll(() => rm(folder, { recursive: true }));

const limits = () => ({
  folder,
  reservation: new UploadQuota(folder, { clock: new ManualClock(), logger: silentLogger }).open('ws_one'),
  maxMemoryBytes: 8,
  maxSizeBytes: 20,
});

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('an upload', () => {
  it('stays in memory if it is small', async () => {
    const upload = await storeUpload(chunksOf('ab', 'cd'), limits());
    expect(upload).toMatchObject({ sizeBytes: 4, sha256: sha256('abcd') });
    expect(upload.content).toEqual({ bytes: Buffer.from('abcd') });
    expect(uploadFromBytes(Buffer.from('abcd')).sha256).toBe(upload.sha256);
  });

  it('goes to an unlinked file if it is large', async () => {
    const upload = await storeUpload(chunksOf('abcde', 'fghij', 'k'), limits());
    expect(await readdir(folder)).toEqual([]);
    const { descriptor } = upload.content as { descriptor: number };
    const bytes = Buffer.alloc(20);
    expect(bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, 20, 0))).toBe('abcdefghijk');
    await upload.close();
    await upload.close();
    expect(() => readSync(descriptor, bytes, 0, 1, 0)).toThrow('EBADF');
  });

  it('reports the chunks that are written directly to disk', async () => {
    const written: string[] = [];
    const onWritten = (chunk: Uint8Array) => written.push(Buffer.from(chunk).toString());
    const upload = await storeUpload(chunksOf('abcde', 'fghij', 'k', 'l'), { ...limits(), onWritten });
    expect(written).toEqual(['k', 'l']);
    await upload.close();
  });

  it('is rejected as soon as it is too large', async () => {
    let chunkCount = 0;
    async function* endless() {
      for (;;) {
        chunkCount += 1;
        yield Buffer.from('abcdefghij');
      }
    }
    await expect(storeUpload(endless(), limits())).rejects.toMatchObject({ code: 'csv_too_large' });
    expect(chunkCount).toBe(3);
  });
});
