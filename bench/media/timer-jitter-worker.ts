import { parentPort, workerData } from 'node:worker_threads';
import { percentilesOf } from './percentiles.ts';

/*
 * Measures the machine's timer jitter: an idle thread repeatedly sleeps for 5 ms and records the overrun. No program
 * can be more punctual.
 */
const { seconds } = workerData as { seconds: number };
const cell = new Int32Array(new SharedArrayBuffer(4));
const overruns: number[] = [];
const endMs = performance.now() + seconds * 1000;
for (let nowMs = performance.now(); nowMs < endMs; nowMs = performance.now()) {
  Atomics.wait(cell, 0, 0, 5);
  overruns.push(performance.now() - nowMs - 5);
}
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(percentilesOf(overruns));
