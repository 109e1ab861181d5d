import { spawn, spawnSync } from 'node:child_process';
import { closeSync, createReadStream, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parse as csvParse } from 'csv-parse';
import { readCsv } from '../../src/api/batches/read-csv.ts';
import { newId } from '../../src/core/ids.ts';
import { CsvParser, csvLimits } from '../../src/domain/batches/csv-parser.ts';
import { CsvReader } from '../../src/domain/batches/csv-reader.ts';
import { createTestApi, assignNumber } from '../../test/support/api.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';

/**
 * Measures how fast batch files are read, checked and stored, with how much memory, and the lateness of the main thread.
 * `node --expose-gc bench/batch/csv.ts --rows 1000000`; `--only started` measures only the insert into the table.
 */

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, only: { type: 'string', default: '' } },
});
const rows = Number(values.rows);
const chunkBytes = 64 * 1024;

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function readChunks(file: string, onChunk: (chunk: Uint8Array) => void): void {
  const descriptor = openSync(file, 'r');
  const chunk = new Uint8Array(chunkBytes);
  for (let count = readSync(descriptor, chunk); count > 0; count = readSync(descriptor, chunk))
    onChunk(chunk.subarray(0, count));
  closeSync(descriptor);
}

interface Run {
  readonly name: string;
  /** Resolves with the number of records. */
  readonly work: (file: string) => Promise<number>;
}

/** The package has no types. */
const papaName: string = 'papaparse';

const readers: readonly Run[] = [
  {
    name: 'Parley parser alone',
    work: async (file) => {
      let count = -1;
      const decoder = new TextDecoder();
      const parser = new CsvParser(',', csvLimits, () => (count += 1));
      readChunks(file, (chunk) => parser.push(decoder.decode(chunk, { stream: true })));
      parser.end();
      return count;
    },
  },
  {
    name: 'Parley parser and checks',
    work: async (file) => {
      const options = { ownNumbers: new Set<string>(), allowDuplicates: false, headerIsRow1: true };
      const reading = new CsvReader({ ...options, previewRows: 5, checksRows: true });
      readChunks(file, (chunk) => reading.push(chunk));
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
      // The callback receives all records so far for each chunk, so they are not counted here.
      const ignoreRecords = () => {};
      readChunks(file, (chunk) => {
        const text = decoder.decode(chunk, { stream: true });
        parser ??= initParser(inferSchema(text));
        parser.chunk(text, parser.stringArrs as never, ignoreRecords);
      });
      parser!.end();
      return rows;
    },
  },
];

interface PapaParse {
  parse(stream: unknown, options: { chunk(result: { data: unknown[] }): void; complete(): void }): void;
}

/** Prints the rates by wall-clock time and by CPU time; the latter is comparable on a shared machine. */
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

/** Prints the memory of the process above idle and the lateness of its main thread during `work`. */
async function watch(name: string, work: () => Promise<number>): Promise<number> {
  globalThis.gc?.();
  const idleBytes = process.memoryUsage.rss();
  let peakBytes = idleBytes;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 10);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const count = await work();
  delay.disable();
  clearInterval(timer);
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(1);
  const megabytes = ((peakBytes - idleBytes) / 2 ** 20).toFixed(0);
  console.log(
    `${name}: ${megabytes} MiB above idle; event loop late p99 ${ms(delay.percentile(99))} ms, max ${ms(delay.max)} ms`,
  );
  return count;
}

/** Fills Node's compile cache, which worker threads use as in the program; `bin/run.js` explains why. */
function fillCompileCache(folder: string): void {
  process.env['NODE_COMPILE_CACHE'] = folder;
  spawnSync(process.execPath, [fileOf('../../bin/fill-compile-cache.js')], { stdio: 'ignore' });
}

type Api = Awaited<ReturnType<typeof createTestApi>>;

async function upload(api: Api, address: string, request: { file: string; target: string }): Promise<number> {
  const url = `${address}/v1/api/batch-calls${request.target}`;
  const options = ['--file', request.file, '--url', url, '--key', api.key];
  const child = spawn(process.execPath, [fileOf('send-file.ts'), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const response = JSON.parse(await text(child.stdout)) as { totalRows?: number };
  if (response.totalRows === undefined) throw new Error(JSON.stringify(response));
  return response.totalRows;
}

/** Measures complete requests from another process. The first request includes the start of the reader thread. */
async function measureRequests(api: Api, address: string, file: string): Promise<void> {
  const send = (target: string) => upload(api, address, { file, target });
  const targets = {
    started: `?agentId=${api.agent.id}&allowRepeat=true`,
    validated: '/validate',
    previewed: '/preview',
  };
  for (const [name, target] of Object.entries(targets))
    if (name.startsWith(values.only))
      await measure(`${name} over HTTP`, () => watch(name, () => send(target)));
}

async function measureSmallFile(api: Api): Promise<void> {
  const body = 'phone_number,name\n+12024561111,Ada\n';
  for (let run = 0; run < 3; run += 1) {
    const startMs = performance.now();
    const headers = { 'content-type': 'text/csv' };
    await api.send('POST', '/v1/api/batch-calls/preview', { body, headers });
    console.log(`a small file previewed in ${(performance.now() - startMs).toFixed(0)} ms`);
  }
}

async function measureCancelling(api: Api): Promise<void> {
  const batches = await api.send('GET', '/v1/api/batch-calls');
  const { batchId, pending } = batches.body.data.batches[0];
  const startMs = performance.now();
  await api.send('DELETE', `/v1/api/batch-calls/${batchId}`);
  console.log(
    `${pending.toLocaleString('en')} jobs cancelled in ${(performance.now() - startMs).toFixed(0)} ms`,
  );
}

async function measureThread(file: string): Promise<void> {
  const descriptor = openSync(file, 'r');
  const options = { ownNumbers: new Set<string>(), allowDuplicates: false, headerIsRow1: true };
  const task = { content: { descriptor }, options: { ...options, previewRows: 5, checksRows: true } };
  const read = async () => (await readCsv({ ...task, baseJobId: newId('job') })).totalRows;
  await measure('in a thread, as arrays for the insert', () => watch('in a thread', read));
  closeSync(descriptor);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-bench-batch-'));
const file = path.join(folder, 'callees.csv');
try {
  fillCompileCache(path.join(folder, 'cache'));
  spawnSync(process.execPath, [fileOf('callees-file.ts'), '--rows', String(rows), '--out', file]);
  const serverFolder = await chooseServerFolder();
  const api = await createTestApi({ dataDir: folder });
  await assignNumber(api);
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  await measureSmallFile(api);
  console.log(`| reader | rows | rows/s | rows per CPU second |\n|---|---|---|---|`);
  await measureRequests(api, address, file);
  await measureCancelling(api);
  await api.close();
  await removeServer(serverFolder);
  if (values.only === '') {
    await measureThread(file);
    for (const { name, work } of readers) await measure(name, () => work(file));
  }
} finally {
  rmSync(folder, { recursive: true });
}
