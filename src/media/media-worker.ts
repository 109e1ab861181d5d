import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { loadVoiceActivityDetector } from '../audio/voice-activity.ts';
import { ring } from './doorbell.ts';
import { LoadGauge } from './load-gauge.ts';
import { TickSchedule, type TickHandler } from './tick-schedule.ts';
import { plainError, WorkerCalls } from './worker-calls.ts';
import { emptyCounters } from './worker-counters.ts';
import type { WorkerCommand, WorkerReport, WorkerStart } from './worker-messages.ts';

const loadIntervalMs = 1000;

/*
 * A media worker: sleeps until the next sub-tick, runs it, and lets the event loop turn once, in which all sockets and
 * commands are served together. Sleeping outside the event loop spares an epoll wake-up for every packet, and ends
 * to a fraction of a millisecond where timers end to one.
 */
const { doorbell } = workerData as WorkerStart;
const port = parentPort as MessagePort;
const report = (message: WorkerReport): void => port.postMessage(message);
const now = (): number => performance.now();

const counters = emptyCounters();
const gauge = new LoadGauge();
const sleepCell = new Int32Array(new SharedArrayBuffer(4));
const createDetector = await loadVoiceActivityDetector();
const calls = new WorkerCalls({ doorbell, counters, createDetector, report, nowMs: now });

const handler: TickHandler = {
  tick(subTick, manner, latenessMs) {
    calls.tick(subTick, manner);
    gauge.tick(latenessMs);
  },
  jump: (frames) => calls.jump(frames),
};

let schedule: TickSchedule | undefined;
let secondStartedMs = now();

/** Sleeps on until the next sub-tick; how long it overslept is the machine's doing. */
function sleepUntil(dueMs: number): void {
  const beganMs = now();
  const durationMs = dueMs - beganMs;
  if (durationMs <= 0) return;
  Atomics.wait(sleepCell, 0, 0, durationMs);
  const wokeMs = now();
  gauge.slept(wokeMs - beganMs, wokeMs - dueMs);
}

function turn(): void {
  if (schedule === undefined || calls.size === 0) {
    schedule = undefined;
    gauge.rest();
    reportLoad();
    return;
  }
  sleepUntil(schedule.dueMs);
  schedule.run(now, handler);
  if (calls.takeMarked()) ring(doorbell);
  publishLoad();
  setImmediate(turn);
}

function publishLoad(): void {
  const durationMs = now() - secondStartedMs;
  if (durationMs < loadIntervalMs) return;
  secondStartedMs += durationMs;
  gauge.endSecond(durationMs);
  reportLoad();
}

function reportLoad(): void {
  const { busy, latenessP99Ms, noiseFloorMs, overloaded } = gauge;
  report({ type: 'load', load: { ...counters, busy, latenessP99Ms, noiseFloorMs, overloaded } });
}

/** Without calls the worker only waits for commands. */
function startTicking(): void {
  if (schedule !== undefined || calls.size === 0) return;
  schedule = new TickSchedule(now());
  secondStartedMs = now();
  setImmediate(turn);
}

async function shutDown(): Promise<void> {
  await calls.closeAll();
  port.close();
}

port.on('message', (command: WorkerCommand) => {
  const done = command.type === 'shut-down' ? shutDown() : calls.handle(command).then(startTicking);
  done.catch((error: unknown) => report({ type: 'internal-error', error: plainError(error) }));
});
report({ type: 'ready' });
