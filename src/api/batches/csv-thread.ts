import { once } from 'node:events';
import { readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../core/problems.ts';
import { CsvReading, type CsvReport, type ReadRow } from '../../domain/batches/csv-reading.ts';
import { jobIds } from '../../domain/batches/job-ids.ts';
import type { JobJson } from '../../store/batches/insert-batch-jobs.ts';
import { aheadMax, type CsvChunk, type CsvTask, type FromCsvThread } from './csv-messages.ts';

/** Reads one file in a thread of its own, so that calls on the main thread do not notice. */

const chunkRows = 2000;
const pieceBytes = 64 * 1024;
const port = parentPort!;
const task = workerData as CsvTask;

const tell = (message: FromCsvThread, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

function* pieces(): Generator<Uint8Array> {
  if ('bytes' in task.content) {
    const { bytes } = task.content;
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
    return;
  }
  const piece = new Uint8Array(pieceBytes);
  for (let at = 0; ;) {
    const count = readSync(task.content.descriptor, piece, 0, pieceBytes, at);
    if (count === 0) return;
    yield piece.subarray(0, count);
    at += count;
  }
}

/** Rows become JSON where they are read, so that the main thread only passes bytes on. */
class ChunkMaker {
  readonly #idOf: (index: number) => string;
  #jobs: JobJson[] = [];
  #count = 0;

  constructor(firstJobId: string) {
    this.#idOf = jobIds(firstJobId);
  }

  get isFull(): boolean {
    return this.#jobs.length >= chunkRows;
  }

  get isEmpty(): boolean {
    return this.#jobs.length === 0;
  }

  add({ row, callee, skipReason, detail, faultCode }: ReadRow): void {
    const isOfNumber = faultCode === 'invalid_number' || faultCode === 'missing_number';
    this.#jobs.push({
      i: this.#idOf(this.#count),
      n: row,
      p: callee.phoneNumber,
      s: skipReason ?? undefined,
      o: isOfNumber ? 'invalid_number' : undefined,
      d: detail ?? undefined,
      f: callee.fromNumber,
      c: callee.customer,
      v: callee.dynamic,
      x: Object.keys(callee.overrides).length === 0 ? undefined : callee.overrides,
      t: callee.scheduledAt,
    });
    this.#count += 1;
  }

  take(): CsvChunk {
    const jobs = this.#jobs;
    this.#jobs = [];
    const callable = jobs.filter(({ s }) => s === undefined);
    return {
      jobsJson: new TextEncoder().encode(JSON.stringify(jobs)),
      numbers: `{${callable.map(({ p }) => p).join(',')}}`,
      invalidRows: jobs.filter(({ s }) => s === 'invalid_row').length,
    };
  }
}

async function readWhole(): Promise<CsvReport> {
  const maker = task.firstJobId === undefined ? undefined : new ChunkMaker(task.firstJobId);
  const reading = new CsvReading(task.options, (row) => maker?.add(row));
  let ahead = 0;
  const give = async () => {
    const chunk = maker!.take();
    if (ahead === aheadMax) {
      await once(port, 'message');
      ahead -= 1;
    }
    ahead += 1;
    tell({ type: 'chunk', chunk }, [chunk.jobsJson.buffer as ArrayBuffer]);
  };
  for (const piece of pieces()) {
    reading.push(piece);
    if (maker?.isFull) await give();
  }
  const report = reading.end();
  if (maker !== undefined && !maker.isEmpty) await give();
  return report;
}

try {
  tell({ type: 'read', report: await readWhole() });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  const { code, message, fields } = error;
  tell({ type: 'refused', code, options: { details: message, fields } });
}
