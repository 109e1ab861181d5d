import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { NumberZones } from '../../core/number-zones.ts';
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

/** Entry point of the worker thread that reads one file. The main thread stays free for phone calls. */

const blockBytes = 64 * 1024;
const port = parentPort!;

const post = (message: CsvThreadMessage, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

async function readFile(): Promise<CsvReport> {
  const reader = new CsvChunkReader(workerData as CsvTask, blockBytes, await NumberZones.load());
  const chunks = reader.read();
  let chunksInFlight = 0;
  for (;;) {
    const { done, value } = chunks.next();
    if (done) return value;
    if (value === undefined) continue;
    if (chunksInFlight === maxChunksInFlight) {
      const [returned] = (await once(port, 'message')) as [CsvChunk];
      reader.recycle(returned);
      chunksInFlight -= 1;
    }
    chunksInFlight += 1;
    post({ type: 'chunk', chunk: value }, transferList(value));
  }
}

try {
  post({ type: 'completed', report: await readFile() });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  const { code, message, fields } = error;
  post({ type: 'rejected', code, options: { details: message, fields } });
}
