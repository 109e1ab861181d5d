import { Worker } from 'node:worker_threads';
import { Problem } from '../../core/problems.ts';
import type { CsvReport } from '../../domain/batches/csv-reading.ts';
import type { CsvChunk, CsvTask, FromCsvThread } from './csv-messages.ts';
import { Turns } from './turns.ts';

/** So that files of a million rows leave cores and memory to calls; the others wait. */
const turns = new Turns(2);

/** Of its heap; what it remembers of a million numbers lies outside, 24 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8 };

/** Waits until a file may be read. Taken before a transaction that reads one, so that none is kept waiting inside it. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const leave = await turns.enter();
  try {
    return await work();
  } finally {
    leave();
  }
}

/**
 * Reads a file in a thread of its own. `onChunk` is given its rows in order, one chunk at a time; what it throws ends the reading.
 * @throws {Problem} `csv_malformed`, `csv_empty`, `csv_missing_phone_column`, `csv_invalid_header`, `csv_too_large`
 */
export async function readCsv(
  task: CsvTask,
  onChunk: (chunk: CsvChunk) => Promise<void> = async () => {},
): Promise<CsvReport> {
  const thread = new Worker(new URL('./csv-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits,
  });
  try {
    return await listen(thread, onChunk);
  } finally {
    await thread.terminate();
  }
}

function listen(thread: Worker, onChunk: (chunk: CsvChunk) => Promise<void>): Promise<CsvReport> {
  return new Promise((resolve, reject) => {
    let isRead = false;
    let before: Promise<unknown> = Promise.resolve();
    const follow = (work: () => Promise<unknown>): void => {
      before = before.then(work);
      before.catch(reject);
    };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    const acknowledge = () => thread.postMessage('done');
    thread.on('error', reject);
    thread.on('exit', () => {
      if (!isRead) reject(new Error('The thread that reads a file ended before the file did.'));
    });
    thread.on('message', (message: FromCsvThread) => {
      switch (message.type) {
        case 'chunk':
          follow(() => onChunk(message.chunk).then(acknowledge));
          return;
        case 'read':
          isRead = true;
          follow(async () => resolve(message.report));
          return;
        case 'refused':
          reject(new Problem(message.code, message.options));
      }
    });
  });
}
