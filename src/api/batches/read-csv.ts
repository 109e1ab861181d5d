import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { NumberZones } from '../../core/number-zones.ts';
import { Problem } from '../../core/problems.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';
import { transferList, type CsvChunk, type CsvTask, type CsvThreadMessage } from './csv-thread-messages.ts';
import { CsvChunkReader } from './csv-chunk-reader.ts';
import { Semaphore } from './semaphore.ts';

/** Limits the files that are read at the same time, so that calls have CPU and memory while files of a million rows are read. */
const readSlots = new Semaphore(2);

/** Heap limits of the thread. The set for duplicate detection is outside the heap and takes 24 MB for a million numbers. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** Waits for a read slot and runs `work`. Call it outside of transactions, so that no transaction waits for a slot. */
export async function withReadSlot<T>(work: () => Promise<T>): Promise<T> {
  const release = await readSlots.acquire();
  try {
    return await work();
  } finally {
    release();
  }
}

/** The zones of numbers for files that are read inline. A thread loads its own. */
let zones: Promise<NumberZones> | undefined;

type OnChunk = (chunk: CsvChunk) => Promise<void>;

export interface ReadCsvOptions {
  /** Maximum concurrent calls of `onChunk` (default 1). They start in order. */
  readonly maxConcurrentChunks?: number;
}

/** Up to this size, reading inline is faster than starting a thread. */
const maxInlineBytes = 64 * 1024;
/** The event loop runs after each block. Parsing a number with the phone number library takes 10 to 20 µs. */
const inlineBlockBytes = 4 * 1024;

/**
 * Reads a file: a small one inline, a larger one in a worker thread. Calls `onChunk` with the rows in order. If `onChunk` throws,
 * reading stops with that error.
 * @throws {Problem} `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`, `csv_too_large`
 */
export function readCsv(
  task: CsvTask,
  onChunk: OnChunk = async () => {},
  { maxConcurrentChunks = 1 }: ReadCsvOptions = {},
): Promise<CsvReport> {
  const { content } = task;
  const isSmall = 'bytes' in content && content.bytes.length <= maxInlineBytes;
  return isSmall ? readInline(task, onChunk) : readInThread(task, onChunk, maxConcurrentChunks);
}

async function readInline(task: CsvTask, onChunk: OnChunk): Promise<CsvReport> {
  const steps = new CsvChunkReader(task, inlineBlockBytes, await (zones ??= NumberZones.load())).read();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value === undefined) await setImmediate();
    else await onChunk(value);
  }
}

async function readInThread(
  task: CsvTask,
  onChunk: OnChunk,
  maxConcurrentChunks: number,
): Promise<CsvReport> {
  const thread = new Worker(new URL('./csv-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits,
  });
  try {
    return await receiveChunks(thread, onChunk, maxConcurrentChunks);
  } finally {
    await thread.terminate();
  }
}

function receiveChunks(thread: Worker, onChunk: OnChunk, maxConcurrentChunks: number): Promise<CsvReport> {
  return new Promise((resolve, reject) => {
    let isCompleted = false;
    /** The latest calls of `onChunk`. The next call starts when the first of them ends. */
    const running: Promise<unknown>[] = Array.from({ length: maxConcurrentChunks }, () => Promise.resolve());
    const enqueue = (work: () => Promise<unknown>): void => {
      const next = running.shift()!.then(work);
      next.catch(reject);
      running.push(next);
    };
    const returnChunk = (chunk: CsvChunk) => thread.postMessage(chunk, transferList(chunk));
    thread.on('error', reject);
    thread.on('exit', () => {
      if (!isCompleted) reject(new Error('The CSV thread exited before the end of the file.'));
    });
    thread.on('message', (message: CsvThreadMessage) => {
      switch (message.type) {
        case 'chunk':
          enqueue(() => onChunk(message.chunk).then(() => returnChunk(message.chunk)));
          return;
        case 'completed':
          isCompleted = true;
          Promise.all(running).then(() => resolve(message.report), reject);
          return;
        case 'rejected':
          reject(new Problem(message.code, message.options));
      }
    });
  });
}
