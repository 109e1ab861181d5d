import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../core/problems.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';
import {
  maxChunksInFlight,
  transferList,
  type CsvChunk,
  type CsvTask,
  type CsvThreadMessage,
} from './csv-thread-messages.ts';
import { CsvChunkReader } from './csv-chunk-reader.ts';

/** Entry point of the worker thread that reads one file, so that calls on the main thread are not delayed. */

const blockBytes = 64 * 1024;
const port = parentPort!;

const post = (message: CsvThreadMessage, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

async function readFile(): Promise<CsvReport> {
  const file = new CsvChunkReader(workerData as CsvTask, blockBytes);
  const steps = file.read();
  let ahead = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value === undefined) continue;
    if (ahead === maxChunksInFlight) {
      const [back] = (await once(port, 'message')) as [CsvChunk];
      file.recycle(back);
      ahead -= 1;
    }
    ahead += 1;
    post({ type: 'chunk', chunk: value }, transferList(value));
  }
}

try {
  post({ type: 'read', report: await readFile() });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  const { code, message, fields } = error;
  post({ type: 'refused', code, options: { details: message, fields } });
}
