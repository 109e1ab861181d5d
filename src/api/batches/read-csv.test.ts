import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callees } from '../../../test/support/batches.ts';
import { newId } from '../../core/ids.ts';
import type { CsvReaderOptions, CsvReport } from '../../domain/batches/csv-reader.ts';
import type { UploadedBytes } from '../uploads/upload.ts';
import type { CsvChunk } from './csv-thread-messages.ts';
import { readCsv } from './read-csv.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-read-csv-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const options: CsvReaderOptions = {
  ownNumbers: new Set(),
  allowDuplicates: false,
  headerIsRow1: true,
  previewRows: 3,
  checksRows: true,
};
const baseJobId = newId('job');

interface Outcome {
  readonly report: CsvReport | undefined;
  readonly error: unknown;
  readonly chunks: readonly CsvChunk[];
}

async function outcomeOf(content: UploadedBytes): Promise<Outcome> {
  const chunks: CsvChunk[] = [];
  try {
    const report = await readCsv({ content, options, baseJobId }, async (chunk) => {
      // The buffers of the chunk are reused afterwards.
      chunks.push(structuredClone(chunk));
    });
    return { report, error: undefined, chunks };
  } catch (error) {
    const { code, message, fields } = error as { code?: string; message: string; fields?: unknown };
    return { report: undefined, error: { code, message, fields }, chunks: [] };
  }
}

/** A file on disk is always read in a thread. */
async function outcomeInThread(file: string): Promise<Outcome> {
  const name = path.join(folder, 'file.csv');
  writeFileSync(name, file);
  const descriptor = openSync(name, 'r');
  try {
    return await outcomeOf({ descriptor });
  } finally {
    closeSync(descriptor);
  }
}

const files = {
  valid: `phone_number,name\n${callees(20).join(',"Ada ""A."" Grey"\n')},`,
  'with invalid rows': `phone_number,name\n${callees(3).join(',a\n')},b\n12,c\n+12025550100,d\n+12025550100\n`,
  'with a duplicate column': 'name,Name\na,b\n',
};

describe('a file that is read inline', () => {
  it.each(Object.entries(files))('gives the same result as in a thread: %s', async (_what, file) => {
    expect(await outcomeOf({ bytes: Buffer.from(file) })).toEqual(await outcomeInThread(file));
  });
});

describe('a file that is read in a thread', () => {
  const rows = 6000;
  const large = `phone_number\n${Array.from({ length: rows }, (_, index) => `+1202456${1000 + index}`).join('\n')}`;

  it('passes up to two chunks concurrently, starts them in order, and resolves when all are done', async () => {
    const numbers = Array.from({ length: 30_000 }, (_, index) => `+1202${6000000 + index}`);
    const task = { content: { bytes: Buffer.from(`phone\n${numbers.join('\n')}`) }, options, baseJobId };
    const steps: string[] = [];
    const secondBegun = Promise.withResolvers<void>();
    let chunks = 0;
    const onChunk = async () => {
      const chunkIndex = chunks++;
      steps.push(`start ${chunkIndex}`);
      if (chunkIndex === 1) secondBegun.resolve();
      if (chunkIndex === 0) await secondBegun.promise;
      else await setImmediate();
      steps.push(`end ${chunkIndex}`);
    };
    await readCsv(task, onChunk, { maxConcurrentChunks: 2 });
    expect(chunks).toBeGreaterThan(3);
    const indexOfStep = (step: string) => steps.indexOf(step);
    const started = steps.filter((step) => step.startsWith('start'));
    expect(started).toEqual(Array.from({ length: chunks }, (_, chunkIndex) => `start ${chunkIndex}`));
    for (let chunkIndex = 2; chunkIndex < chunks; chunkIndex += 1)
      expect(indexOfStep(`end ${chunkIndex - 2}`)).toBeLessThan(indexOfStep(`start ${chunkIndex}`));
    expect(steps).toHaveLength(2 * chunks);
  });

  it('is passed in several chunks, which together have all rows', async () => {
    const { report, chunks } = await outcomeOf({ bytes: Buffer.from(large) });
    expect(report).toMatchObject({ totalRows: rows, invalidRows: 0, duplicateRows: 0 });
    expect(chunks.length).toBeGreaterThan(1);
    const sizes = chunks.map(({ jobs }) => Buffer.from(jobs!.id!).readInt32BE(12));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(rows);
  });

  it('is passed in chunks of fewer rows if rows are long', async () => {
    const variables = Array.from({ length: 50 }, (_, index) => `v${index}`);
    const line = `,${variables.map(() => 'x'.repeat(2000)).join(',')}\n`;
    const long = `phone_number,${variables.join(',')}\n${callees(40).join(line)}${line}`;
    const { report, chunks } = await outcomeOf({ bytes: Buffer.from(long) });
    expect(report).toMatchObject({ totalRows: 40, invalidRows: 0 });
    expect(chunks.length).toBeGreaterThan(2);
  });

  it('rejects with the error of onChunk', async () => {
    const rejected = readCsv({ content: { bytes: Buffer.from(large) }, options }, () =>
      Promise.reject(new Error('The table is full.')),
    );
    await expect(rejected).rejects.toThrow('The table is full.');
  });
});
