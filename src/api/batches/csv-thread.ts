import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../core/problems.ts';
import type { CsvReport } from '../../domain/batches/csv-reader.ts';
import { aheadMax, buffersOf, type CsvChunk, type CsvTask, type FromCsvThread } from './csv-messages.ts';
import { CsvPieces } from './csv-pieces.ts';

/** Reads one file in a thread of its own, so that calls on the main thread do not notice. */

const pieceBytes = 64 * 1024;
const port = parentPort!;

const tell = (message: FromCsvThread, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(message, transfer);

async function readWhole(): Promise<CsvReport> {
  const file = new CsvPieces(workerData as CsvTask, pieceBytes);
  const steps = file.read();
  let ahead = 0;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (value === undefined) continue;
    if (ahead === aheadMax) {
      const [back] = (await once(port, 'message')) as [CsvChunk];
      file.giveBack(back);
      ahead -= 1;
    }
    ahead += 1;
    tell({ type: 'chunk', chunk: value }, buffersOf(value));
  }
}

try {
  tell({ type: 'read', report: await readWhole() });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  const { code, message, fields } = error;
  tell({ type: 'refused', code, options: { details: message, fields } });
}
