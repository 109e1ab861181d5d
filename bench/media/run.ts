/*
 * node bench/media/run.ts --calls 300 --seconds 10
 *
 * Holds calls on one media thread, each with audio in both directions, voice activity detection, 100 ms chunks to a
 * listener and a stereo recording, against a generator in a separate process. Then sends the same packets with a plain
 * loop of one socket per call. Measures the machine's timer jitter during both. Loopback only.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { silentLogger } from '../../src/core/logger.ts';
import { createMediaEngine } from '../../src/media/media-engine.ts';
import type { MediaEngine, MediaPort } from '../../src/media/media-port.ts';
import { formatPercentiles, type GeneratorResult, type Percentiles } from './percentiles.ts';
import type { GeneratorTask } from './generator.ts';
import type { PlainLoopTask } from './plain-loop-worker.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '10' },
    'first-port': { type: 'string', default: '24000' },
  },
});
const callCount = parseBounded('calls', values.calls, 1, 2000);
const seconds = parseBounded('seconds', values.seconds, 1, 300);
/** The default is below the ephemeral ports of Linux, some of which the generator uses. */
const firstPort = parseBounded('first-port', values['first-port'], 1024, 57_000);
const warmUpMs = 2000;
const dialsPerSecond = 200;

function parseBounded(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new RangeError(`--${name} must be a whole number from ${min} to ${max}`);
  return value;
}

interface Run {
  readonly name: string;
  readonly result: GeneratorResult;
  /** CPU time of this process, all threads, in µs per second of a call. */
  readonly cpuMicroseconds: number;
  readonly timerJitterMs: Percentiles;
}

interface Generator {
  readonly process: ChildProcess;
  readonly ports: readonly number[];
}

async function startGenerator(): Promise<Generator> {
  const child = fork(new URL('./generator.ts', import.meta.url), { execArgv: [] });
  const [message] = (await once(child, 'message')) as [{ ports: number[] }];
  return { process: child, ports: message.ports };
}

/** Starts the generator, and measures this process until the generator has finished. */
async function measure(name: string, generator: Generator, ports: readonly number[]): Promise<Run> {
  const task: GeneratorTask = { ports, seconds };
  generator.process.send(task);
  await new Promise((resolve) => setTimeout(resolve, warmUpMs));
  const jitterWorker = new Worker(new URL('./timer-jitter-worker.ts', import.meta.url), {
    workerData: { seconds },
  });
  const timerJitterMs = once(jitterWorker, 'message') as Promise<[Percentiles]>;
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  const [{ result }] = (await once(generator.process, 'message')) as [{ result: GeneratorResult }];
  const cpuUsage = process.cpuUsage(cpuBefore);
  const elapsedSeconds = (performance.now() - startedMs) / 1000;
  const cpuMicroseconds = (cpuUsage.user + cpuUsage.system) / elapsedSeconds / callCount;
  return { name, result, cpuMicroseconds, timerJitterMs: (await timerJitterMs)[0] };
}

/** Plays audio continuously: queues two seconds whenever the queue has drained. */
function keepPlaying(port: MediaPort, sound: Int16Array): void {
  port.on((event) => {
    if (event.type === 'playout-drained') port.audio.play(sound);
  });
  port.audio.play(sound);
}

async function openCalls(engine: MediaEngine, remotePorts: readonly number[], folder: string) {
  const sound = Int16Array.from(
    { length: 16_000 },
    (_, i) => 8000 * Math.sin((2 * Math.PI * 440 * i) / 8000),
  );
  const ports: MediaPort[] = [];
  for (let index = 0; index < callCount; index++) {
    const port = await engine.openPort();
    port.configure({
      remoteAddress: '127.0.0.1',
      remotePort: remotePorts[index % remotePorts.length]!,
      codec: 'PCMU',
      payloadType: 0,
      telephoneEventPayloadType: 101,
      direction: 'sendrecv',
    });
    port.audio.listen(100);
    port.audio.record(path.join(folder, `${index}.wav`));
    keepPlaying(port, sound);
    ports.push(port);
    if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 10_000 / dialsPerSecond));
  }
  return ports;
}

async function runEngine() {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-media-'));
  const engine = await createMediaEngine({
    threads: 1,
    rtpPorts: [firstPort, firstPort + 4 * callCount],
    localAddress: '127.0.0.1',
    logger: silentLogger,
    recordingRoot: folder,
  });
  const generator = await startGenerator();
  const residentBefore = process.memoryUsage().rss;
  const ports = await openCalls(engine, generator.ports, folder);
  const run = await measure(
    'media engine',
    generator,
    ports.map((port) => port.localPort),
  );
  const residentBytes = process.memoryUsage().rss - residentBefore;
  let unrecordedMs = 0;
  for (const port of ports)
    port.on((event) => {
      if (event.type === 'recording-ended') unrecordedMs += event.lostMs;
    });
  const inboundDroppedMs = ports.reduce((sum, port) => sum + port.audio.stats().inboundDroppedMs, 0);
  const inboundPacketsLost = ports.reduce((sum, port) => sum + port.audio.stats().packetsLost, 0);
  const load = engine.load();
  await Promise.all(ports.map((port) => port.close()));
  await engine.close();
  await rm(folder, { recursive: true });
  return { run, residentBytes, load, inboundPacketsLost, unrecordedMs, inboundDroppedMs };
}

async function runPlainLoop(): Promise<Run> {
  const generator = await startGenerator();
  const task: PlainLoopTask = { firstPort, calls: callCount, remotePorts: generator.ports };
  const worker = new Worker(new URL('./plain-loop-worker.ts', import.meta.url), { workerData: task });
  const [ports] = (await once(worker, 'message')) as [number[]];
  const run = await measure('plain loop', generator, ports);
  await worker.terminate();
  return run;
}

function row(run: Run): string {
  const { result, cpuMicroseconds, timerJitterMs } = run;
  const cells = [
    run.name,
    formatPercentiles(result.deviationMs),
    formatPercentiles(timerJitterMs),
    formatPercentiles(result.loopLatenessMs),
    `${result.missing} of ${result.received}`,
    cpuMicroseconds.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

const loadBefore = loadavg()[0]!;
const engine = await runEngine();
const plainLoop = await runPlainLoop();
const ratio = (pick: (run: Run) => number) => (pick(engine.run) / pick(plainLoop)).toFixed(2);
const excessMs = engine.run.result.deviationMs.p99 - engine.run.timerJitterMs.p99;
console.log(
  [
    `${callCount} calls, ${seconds} s, one media thread; ${availableParallelism()} cores, load average ${loadBefore.toFixed(2)} before; Node ${process.version}`,
    '',
    '| | deviation of sent packets from the 20 ms interval, ms p50 / p99 / p99.9 / max | timer jitter of the machine, ms | generator lateness, ms | packets missing | CPU µs per call and second |',
    '|---|---|---|---|---|---|',
    row(engine.run),
    row(plainLoop),
    '',
    `Ratio to the plain loop: p99 ${ratio((run) => run.result.deviationMs.p99)}, CPU ${ratio((run) => run.cpuMicroseconds)}. p99 above the timer jitter: ${excessMs.toFixed(2)} ms.`,
    `Media engine: ${engine.inboundPacketsLost} packets lost inbound, ${engine.load.framesSkipped} frames skipped, ${engine.inboundDroppedMs} ms of audio not read, ${engine.unrecordedMs} ms not recorded, busy ${engine.load.utilisation.toFixed(2)}, ${(engine.residentBytes / callCount / 1024).toFixed(0)} KB of memory per call.`,
  ].join('\n'),
);
