/*
 * node bench/start/run.ts --runs 5
 *
 * Measures the time from `parley serve` to ready, on empty and on existing data, and the memory of the idle program. In the same minute it
 * measures a bare Node HTTP server (the minimum on this machine) and the lateness of the machine's timers. Loopback only.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { untilReady } from '../until-ready.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Math.min(Math.max(Number(values.runs), 1), 20);
const program = path.resolve(import.meta.dirname, '../../bin/parley.js');
const startTimeoutMs = 30_000;
const idleMs = 4_000;
const bareServer = `require('node:http').createServer((_, response) => response.end('ok')).listen(Number(process.argv[1]), '127.0.0.1')`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface StartedProcess {
  readonly child: ChildProcess;
  readonly tookMs: number;
}

async function start(
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv,
  health: string,
): Promise<StartedProcess> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  await untilReady(`http://127.0.0.1:${port}${health}`, startTimeoutMs);
  return { child, tookMs: performance.now() - startedMs };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Returns resident and proportional memory in MB (proc(5), smaps_rollup); `NaN` on systems other than Linux. */
async function memoryOf(child: ChildProcess): Promise<{ rss: number; pss: number }> {
  const text = await readFile(`/proc/${child.pid}/smaps_rollup`, 'utf8').catch(() => '');
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) / 1024;
  return { rss: megabytes('Rss'), pss: megabytes('Pss') };
}

async function timerLatenessMs(): Promise<number[]> {
  const lateness: number[] = [];
  for (let index = 0; index < 200; index++) {
    const dueMs = performance.now() + 5;
    await new Promise((resolve) => setTimeout(resolve, 5));
    lateness.push(performance.now() - dueMs);
  }
  return lateness;
}

const results = {
  empty: [] as number[],
  existing: [] as number[],
  bare: [] as number[],
  rss: [] as number[],
  pss: [] as number[],
};
for (let run = 0; run < runs; run++) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-start-'));
  const port = await freePort();
  const env = {
    PARLEY_DATA_DIR: dataDir,
    PARLEY_HTTP_PORT: String(port),
    PARLEY_SIP_PORT: '0',
    PARLEY_LOG_LEVEL: 'error',
  };
  const first = await start([program, 'serve'], port, env, '/health/ready');
  await stop(first.child);
  const second = await start([program, 'serve'], port, env, '/health/ready');
  await new Promise((resolve) => setTimeout(resolve, idleMs));
  const memory = await memoryOf(second.child);
  await stop(second.child);
  const bare = await start(['-e', bareServer, String(port)], port, {}, '/');
  await stop(bare.child);
  await rm(dataDir, { recursive: true, force: true });
  results.empty.push(first.tookMs);
  results.existing.push(second.tookMs);
  results.bare.push(bare.tookMs);
  results.rss.push(memory.rss);
  results.pss.push(memory.pss);
}

console.log(`${runs} runs; p50 / p99 / p99.9 / max`);
console.log(`start until ready, empty data, ms      ${formatPercentiles(percentilesOf(results.empty))}`);
console.log(`start until ready, existing data, ms   ${formatPercentiles(percentilesOf(results.existing))}`);
console.log(`bare Node HTTP server, ms              ${formatPercentiles(percentilesOf(results.bare))}`);
console.log(`resident memory when idle, MB          ${formatPercentiles(percentilesOf(results.rss))}`);
console.log(`proportional memory when idle, MB      ${formatPercentiles(percentilesOf(results.pss))}`);
console.log(
  `lateness of 5 ms timers, ms            ${formatPercentiles(percentilesOf(await timerLatenessMs()))}`,
);
const ratio = percentilesOf(results.existing).p50 / percentilesOf(results.bare).p50;
console.log(
  `existing data takes ${ratio.toFixed(1)} times the bare server; load ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} cores`,
);
