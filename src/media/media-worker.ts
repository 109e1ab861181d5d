import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { loadVoiceActivityDetector } from '../audio/voice-activity.ts';
import { createCollector } from '../core/garbage-collector.ts';
import { wake } from './wake-signal.ts';
import { LoadGauge } from './load-gauge.ts';
import { TickSchedule, type TickHandler } from './tick-schedule.ts';
import { cloneableError, WorkerCalls } from './worker-calls.ts';
import { emptyCounters } from './worker-counters.ts';
import type { WorkerCommand, WorkerReport, MediaWorkerData } from './worker-messages.ts';

const loadIntervalMs = 1000;
/** A worker without calls collects its garbage after this time, because V8 collects only during allocation. */
const collectAfterMs = 40_000;

/*
 * A media worker processes its calls in four groups, one per sub-tick of 5 ms. It sleeps until the next sub-tick, runs
 * it, and then runs one event loop turn that serves all sockets and commands. Sleeping outside the event loop avoids an
 * epoll wake-up per packet. The sleep is accurate to a fraction of a millisecond; timers are accurate to a millisecond.
 */
const { wakeSignal } = workerData as MediaWorkerData;
const port = parentPort as MessagePort;
const report = (message: WorkerReport): void => port.postMessage(message);
const now = (): number => performance.now();

const counters = emptyCounters();
const gauge = new LoadGauge();
const sleepCell = new Int32Array(new SharedArrayBuffer(4));
const createDetector = await loadVoiceActivityDetector();
const calls = new WorkerCalls({ wakeSignal, counters, createDetector, report, nowMs: now });

const handler: TickHandler = {
  tick(subTick, mode, latenessMs) {
    calls.tick(subTick, mode);
    gauge.recordTick(latenessMs);
  },
  skipFrames: (frames) => calls.skipFrames(frames),
};

let schedule: TickSchedule | undefined;
let collection: NodeJS.Timeout | undefined;
const collect = createCollector();
let secondStartedMs = now();

/** Sleeps until the next sub-tick. The overrun of the sleep is the timer jitter of the machine. */
function sleepUntil(dueMs: number): void {
  const startedMs = now();
  const durationMs = dueMs - startedMs;
  if (durationMs <= 0) return;
  Atomics.wait(sleepCell, 0, 0, durationMs);
  const wokeMs = now();
  gauge.recordSleep(wokeMs - startedMs, wokeMs - dueMs);
}

function runTick(): void {
  if (schedule === undefined || calls.size === 0) {
    schedule = undefined;
    gauge.reset();
    reportLoad();
    collection = setTimeout(collect, collectAfterMs).unref();
    return;
  }
  sleepUntil(schedule.dueMs);
  schedule.run(now, handler);
  if (calls.consumeReady()) wake(wakeSignal);
  reportLoadIfDue();
  setImmediate(runTick);
}

function reportLoadIfDue(): void {
  const durationMs = now() - secondStartedMs;
  if (durationMs < loadIntervalMs) return;
  secondStartedMs += durationMs;
  gauge.endSecond(durationMs);
  reportLoad();
}

function reportLoad(): void {
  const { utilisation, latenessP99Ms, timerJitterMs, overloaded } = gauge;
  report({ type: 'load', load: { ...counters, utilisation, latenessP99Ms, timerJitterMs, overloaded } });
}

/** Starts ticking with the first call. Without calls the worker only waits for commands. */
function startTicking(): void {
  if (schedule !== undefined || calls.size === 0) return;
  clearTimeout(collection);
  schedule = new TickSchedule(now());
  secondStartedMs = now();
  setImmediate(runTick);
}

async function shutDown(): Promise<void> {
  await calls.closeAll();
  port.close();
}

port.on('message', (command: WorkerCommand) => {
  const completion = command.type === 'shut-down' ? shutDown() : calls.handle(command).then(startTicking);
  completion.catch((error: unknown) => report({ type: 'internal-error', error: cloneableError(error) }));
});
report({ type: 'ready' });
