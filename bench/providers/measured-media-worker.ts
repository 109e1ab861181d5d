/** The media worker of the service, which also reports its memory when the main thread asks for it. */
import { workerData, type MessagePort } from 'node:worker_threads';
import { collectHeap } from './heap-memory.ts';

const { memoryPort } = workerData as { memoryPort: MessagePort };
memoryPort.on('message', () => memoryPort.postMessage(collectHeap(), []));
memoryPort.unref();
await import('../../src/media/media-worker.ts');
