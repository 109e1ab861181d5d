import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../core/problems.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';
import { transferList, type CsvChunk, type CsvTask, type CsvThreadMessage } from './csv-thread-messages.ts';
import { CsvChunkReader } from './csv-chunk-reader.ts';
import { Semaphore } from './semaphore.ts';

/** So that files of a million rows leave cores and memory to calls; the others wait. */
const readSlots = new Semaphore(2);

/** Of its heap; what it remembers of a million numbers lies outside, 24 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** Waits until a file may be read. Taken before a transaction that reads one, so that none is kept waiting inside it. */
export async function withReadSlot<T>(work: () => Promise<T>): Promise<T> {
  const leave = await readSlots.acquire();
  try {
    return await work();
  } finally {
    leave();
  }
}

type OnChunk = (chunk: CsvChunk) => Promise<void>;

export interface CsvReaderOptions {
  /** How many chunks `onChunk` may have at once (1). They are begun in order. */
  readonly maxConcurrentChunks?: number;
}

/** Up to here a file is read sooner than a thread begins. */
const inlineBytesMax = 64 * 1024;
/** The main thread sees to calls between two of these: numbers that need the library cost 10 to 20 µs. */
const inlineBlockBytes = 4 * 1024;

/**
 * Reads a file: a small one at once, a larger one in a thread of its own. `onChunk` is given its rows in order; what it throws ends the
 * reading.
 * @throws {Problem} `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`, `csv_too_large`
 */
export function readCsv(
  task: CsvTask,
  onChunk: OnChunk = async () => {},
  { maxConcurrentChunks = 1 }: CsvReaderOptions = {},
): Promise<CsvReport> {
  const { content } = task;
  const isSmall = 'bytes' in content && content.bytes.length <= inlineBytesMax;
  return isSmall ? readInline(task, onChunk) : readInThread(task, onChunk, maxConcurrentChunks);
}

async function readInline(task: CsvTask, onChunk: OnChunk): Promise<CsvReport> {
  const steps = new CsvChunkReader(task, inlineBlockBytes).read();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value === undefined) await setImmediate();
    else await onChunk(value);
  }
}

async function readInThread(task: CsvTask, onChunk: OnChunk, atOnce: number): Promise<CsvReport> {
  const thread = new Worker(new URL('./csv-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits,
  });
  try {
    return await receiveChunks(thread, onChunk, atOnce);
  } finally {
    await thread.terminate();
  }
}

function receiveChunks(thread: Worker, onChunk: OnChunk, atOnce: number): Promise<CsvReport> {
  return new Promise((resolve, reject) => {
    let isRead = false;
    /** The newest chunks; one is begun when the first of these is done. */
    const begun: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
    const follow = (work: () => Promise<unknown>): void => {
      const one = begun.shift()!.then(work);
      one.catch(reject);
      begun.push(one);
    };
    const giveBack = (chunk: CsvChunk) => thread.postMessage(chunk, transferList(chunk));
    thread.on('error', reject);
    thread.on('exit', () => {
      if (!isRead) reject(new Error('The thread that reads a file ended before the file did.'));
    });
    thread.on('message', (message: CsvThreadMessage) => {
      switch (message.type) {
        case 'chunk':
          follow(() => onChunk(message.chunk).then(() => giveBack(message.chunk)));
          return;
        case 'read':
          isRead = true;
          Promise.all(begun).then(() => resolve(message.report), reject);
          return;
        case 'refused':
          reject(new Problem(message.code, message.options));
      }
    });
  });
}
