import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createJournalFiles } from './journal-files.ts';

let folder: string | undefined;
afterEach(async () => {
  if (folder !== undefined) await rm(folder, { recursive: true });
});

it.skipIf(process.platform !== 'linux')('closes a file whose reader stops before its end', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-journal-'));
  const files = createJournalFiles(folder);
  await files.append('a.jsonl', 'line\n'.repeat(50_000));
  const openFiles = async () => (await readdir('/proc/self/fd')).length;
  const before = await openFiles();
  for (let run = 0; run < 20; run += 1) {
    const read = async (): Promise<void> => {
      for await (const line of files.lines('a.jsonl')) throw new Error(line);
    };
    await expect(read()).rejects.toThrow('line');
  }
  expect(await openFiles()).toBeLessThan(before + 5);
  let lines = 0;
  for await (const _ of files.lines('a.jsonl')) lines += 1;
  expect(lines).toBe(50_000);
});
