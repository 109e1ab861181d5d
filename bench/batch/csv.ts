import { openSync, closeSync, readSync, writeSync, mkdtempSync, rmSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { parse as csvParse } from 'csv-parse';
import { readCsv } from '../../src/api/batches/read-csv.ts';
import { newId } from '../../src/core/ids.ts';
import { CsvParser, csvLimits } from '../../src/domain/batches/csv-parser.ts';
import { CsvReading } from '../../src/domain/batches/csv-reading.ts';
import { createTestApi, giveNumber } from '../../test/support/api.ts';
import { chooseServerFolder } from '../../test/support/test-server.ts';

/**
 * Batch files of any size: how fast they are read, checked and stored, with how much memory, and what the main thread notices.
 * `node bench/batch/csv.ts --rows 1000000`
 */

const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);
const pieceBytes = 64 * 1024;
const areaCodes = [202, 212, 303, 415, 512, 617, 702, 808, 917, 206];

/** Five columns, one of them in quotes; every number can exist and none stands twice. */
function writeFile(file: string): void {
  const descriptor = openSync(file, 'w');
  let text = 'phone_number,name,email,appointment,doctor\r\n';
  for (let index = 0; index < rows; index += 1) {
    const count = Math.floor(index / 10);
    const exchange = 600 + Math.floor(count / 10_000);
    const number = `+1${areaCodes[index % 10]}${exchange}${String(count % 10_000).padStart(4, '0')}`;
    text += `${number},"Patient ${index}, Jr.",p${index}@example.com,2026-02-0${1 + (index % 9)} 10:30,Dr. Grey\r\n`;
    if (text.length < 1e6 && index < rows - 1) continue;
    writeSync(descriptor, text);
    text = '';
  }
  closeSync(descriptor);
}

function eachPiece(file: string, take: (piece: Uint8Array) => void): void {
  const descriptor = openSync(file, 'r');
  const piece = new Uint8Array(pieceBytes);
  for (let count = readSync(descriptor, piece); count > 0; count = readSync(descriptor, piece))
    take(piece.subarray(0, count));
  closeSync(descriptor);
}

interface Run {
  readonly name: string;
  /** How many records were found. */
  readonly work: (file: string) => Promise<number>;
}

/** It brings no types. */
const papaName: string = 'papaparse';

const readers: readonly Run[] = [
  {
    name: 'our parser alone',
    work: async (file) => {
      let count = -1;
      const decoder = new TextDecoder();
      const parser = new CsvParser(',', csvLimits, () => (count += 1));
      eachPiece(file, (piece) => parser.push(decoder.decode(piece, { stream: true })));
      parser.end();
      return count;
    },
  },
  {
    name: 'our parser and checks',
    work: async (file) => {
      const options = { ownNumbers: new Set<string>(), allowDuplicates: false, countsHeader: true };
      const reading = new CsvReading({ ...options, previewRows: 5, checksRows: true });
      eachPiece(file, (piece) => reading.push(piece));
      return reading.end().totalRows;
    },
  },
  {
    name: 'csv-parse',
    work: async (file) => {
      const parser = createReadStream(file).pipe(csvParse());
      parser.resume();
      await once(parser, 'end');
      return parser.info.records - 1;
    },
  },
  {
    name: 'papaparse',
    work: async (file) => {
      const papa = (await import(papaName)) as { default: PapaParse };
      return new Promise((resolve) => {
        let count = -1;
        const chunk = ({ data }: { data: unknown[] }) => void (count += data.length);
        papa.default.parse(createReadStream(file), { chunk, complete: () => resolve(count) });
      });
    },
  },
  {
    name: 'udsv',
    work: async (file) => {
      const { inferSchema, initParser } = await import('udsv');
      const decoder = new TextDecoder();
      let parser: ReturnType<typeof initParser> | undefined;
      // It gives what it has found so far again with each piece, so that the records are not counted here.
      const take = () => {};
      eachPiece(file, (piece) => {
        const text = decoder.decode(piece, { stream: true });
        parser ??= initParser(inferSchema(text));
        parser.chunk(text, parser.stringArrs as never, take);
      });
      parser!.end();
      return rows;
    },
  },
];

interface PapaParse {
  parse(stream: unknown, options: { chunk(result: { data: unknown[] }): void; complete(): void }): void;
}

/** Wall and processor time: the latter tells the work where the machine is shared. */
async function measure(name: string, work: () => Promise<number>): Promise<void> {
  const wallMs = performance.now();
  const cpu = process.cpuUsage();
  const count = await work();
  const tookMs = performance.now() - wallMs;
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = (ms: number) => Math.round((count / ms) * 1000).toLocaleString('en');
  console.log(
    `| ${name} | ${count.toLocaleString('en')} | ${perSecond(tookMs)} | ${perSecond((user + system) / 1000)} |`,
  );
}

/** What the process needs above idle, and how long its main thread is held up at most, while `work` goes on. */
async function watch(name: string, work: () => Promise<unknown>): Promise<void> {
  globalThis.gc?.();
  const idleBytes = process.memoryUsage.rss();
  let peakBytes = idleBytes;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 10);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  clearInterval(timer);
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
  const megabytes = ((peakBytes - idleBytes) / 2 ** 20).toFixed(0);
  console.log(
    `${name}: ${megabytes} MiB above idle; event loop late p99 ${ms(delay.percentile(99))} ms, max ${ms(delay.max)} ms`,
  );
}

async function upload(
  api: { readonly address: string; readonly key: string },
  file: string,
  target: string,
): Promise<number> {
  const response = await fetch(`${api.address}/v1/api/batch-calls${target}`, {
    method: 'POST',
    headers: { 'x-api-key': api.key, 'content-type': 'text/csv' },
    body: createReadStream(file),
    duplex: 'half',
  } as unknown as RequestInit);
  const answer = (await response.json()) as { totalRows?: number };
  if (answer.totalRows === undefined) throw new Error(JSON.stringify(answer));
  return answer.totalRows;
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-bench-batch-'));
const file = path.join(folder, 'callees.csv');
const small = path.join(folder, 'small.csv');
try {
  writeFile(file);
  console.log(`| reader | rows | rows/s | rows per second of processor |\n|---|---|---|---|`);
  for (const { name, work } of readers) await measure(name, () => work(file));
  const descriptor = openSync(file, 'r');
  const options = { ownNumbers: new Set<string>(), allowDuplicates: false, countsHeader: true };
  const task = { content: { descriptor }, options: { ...options, previewRows: 5, checksRows: true } };
  await measure('in a thread, as JSON for the table', async () => {
    let report: { readonly totalRows: number } | undefined;
    await watch('in a thread', async () => {
      report = await readCsv({ ...task, firstJobId: newId('job') });
    });
    return report!.totalRows;
  });
  closeSync(descriptor);
  await chooseServerFolder();
  const api = await createTestApi({ dataDir: folder });
  await giveNumber(api);
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const client = { address, key: api.key };
  await measure('validated over HTTP', () => upload(client, file, '/validate'));
  await measure('previewed over HTTP', () => upload(client, file, '/preview'));
  const start = `?agentId=${api.agent.id}&allowRepeat=true`;
  await measure('started over HTTP, into the table', async () => {
    let count = 0;
    await watch('started', async () => {
      count = await upload(client, file, start);
    });
    return count;
  });
  const { createWriteStream } = await import('node:fs');
  createWriteStream(small).end('phone_number,name\n+12024561111,Ada\n');
  for (let run = 0; run < 3; run += 1) {
    const beganMs = performance.now();
    await upload(client, small, '/preview');
    console.log(`a small file previewed in ${(performance.now() - beganMs).toFixed(0)} ms`);
  }
  const batches = await api.send('GET', '/v1/api/batch-calls');
  const { batchId } = batches.body.data.batches[0];
  const beganMs = performance.now();
  await api.send('DELETE', `/v1/api/batch-calls/${batchId}`);
  console.log(
    `${rows.toLocaleString('en')} jobs cancelled in ${(performance.now() - beganMs).toFixed(0)} ms`,
  );
  await api.close();
} finally {
  rmSync(folder, { recursive: true });
}
