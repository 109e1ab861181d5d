/*
 * node bench/start/run.ts --runs 5
 * node bench/start/run.ts --check
 *
 * Measures the time from `parley serve` to ready, on empty and on existing data, and the memory of the idle program. In the same minute it
 * measures a bare Node HTTP server (the minimum on this machine) and the lateness of the machine's timers. Loopback only.
 *
 * `--check` measures two starts and exits with 1 above a budget, as `npm test` does. It compares the better of the starts with the better of the bare
 * servers, so that other programs on the machine change both.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatPercentiles, percentilesOf } from '../media/percentiles.ts';
import { untilReady } from '../until-ready.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, check: { type: 'boolean', default: false } },
});
const runs = values.check ? 2 : Math.min(Math.max(Number(values.runs), 1), 20);
const program = path.resolve(import.meta.dirname, '../../bin/parley.js');
const startTimeoutMs = 120_000;
const idleMs = 4_000;
/**
 * Budgets of `--check`: CPU time and time as multiples of those of a bare server, and PSS in MB. Measured at loads of 15 to 30 on 2 cores: 60 to 69,
 * 40 to 48, and 200 to 257.
 */
const budgets = { cpu: 100, time: 80, memory: 320 };
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
  /** CPU time of the process until it was ready; `NaN` on systems other than Linux. */
  readonly cpuMs: number;
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
  return { child, tookMs: performance.now() - startedMs, cpuMs: await cpuMsOf(child) };
}

/** Returns the CPU time of all threads (proc(5), schedstat, in ns). */
async function cpuMsOf(child: ChildProcess): Promise<number> {
  const folder = `/proc/${child.pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const times = threads.map(async (thread) =>
    Number((await readFile(path.join(folder, thread, 'schedstat'), 'utf8')).split(' ', 1)[0]),
  );
  return threads.length === 0
    ? Number.NaN
    : (await Promise.all(times)).reduce((sum, ns) => sum + ns, 0) / 1e6;
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
  existingCpu: [] as number[],
  bareCpu: [] as number[],
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
  results.existingCpu.push(second.cpuMs);
  results.bareCpu.push(bare.cpuMs);
  results.rss.push(memory.rss);
  results.pss.push(memory.pss);
}

console.log(`${runs} runs; p50 / p99 / p99.9 / max`);
console.log(`start until ready, empty data, ms      ${formatPercentiles(percentilesOf(results.empty))}`);
console.log(`start until ready, existing data, ms   ${formatPercentiles(percentilesOf(results.existing))}`);
console.log(`bare Node HTTP server, ms              ${formatPercentiles(percentilesOf(results.bare))}`);
console.log(`resident memory when idle, MB          ${formatPercentiles(percentilesOf(results.rss))}`);
console.log(
  `CPU time until ready, existing data, ms  ${formatPercentiles(percentilesOf(results.existingCpu))}`,
);
console.log(`CPU time of the bare server, ms         ${formatPercentiles(percentilesOf(results.bareCpu))}`);
console.log(`proportional memory when idle, MB      ${formatPercentiles(percentilesOf(results.pss))}`);
console.log(
  `lateness of 5 ms timers, ms            ${formatPercentiles(percentilesOf(await timerLatenessMs()))}`,
);
const ratio = percentilesOf(results.existing).p50 / percentilesOf(results.bare).p50;
console.log(
  `existing data takes ${ratio.toFixed(1)} times the bare server; load ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} cores`,
);

if (values.check) {
  const measured = {
    cpu: Math.min(...results.existingCpu) / Math.min(...results.bareCpu),
    time: Math.min(...results.existing) / Math.min(...results.bare),
    memory: Math.min(...results.pss),
  };
  for (const [name, budget] of Object.entries(budgets)) {
    const value = measured[name as keyof typeof budgets];
    // Memory and CPU time are read on Linux only.
    const isWithin = Number.isNaN(value) || value <= budget;
    console.log(`${isWithin ? 'ok  ' : 'FAIL'} ${name}: ${value.toFixed(1)}, budget ${budget}`);
    if (!isWithin) process.exitCode = 1;
  }
}
