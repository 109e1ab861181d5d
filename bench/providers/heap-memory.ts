import { getHeapStatistics } from 'node:v8';

/** Memory of one thread in bytes. `reserved` is the heap with its free space; `zones` is what the compiler and parser hold. */
export interface HeapMemory {
  readonly used: number;
  readonly reserved: number;
  readonly external: number;
  readonly arrayBuffers: number;
  readonly zones: number;
}

/** Returns the memory of the calling thread, after a garbage collection with `node --expose-gc`. */
export function collectHeap(): HeapMemory {
  // The second collection waits until the first one has freed its array buffers, which it does in another thread.
  for (let count = 0; count < 2; count += 1) globalThis.gc?.();
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  const zones = getHeapStatistics().malloced_memory;
  return { used: heapUsed, reserved: heapTotal, external, arrayBuffers, zones };
}
