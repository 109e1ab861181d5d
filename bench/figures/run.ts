/*
 * node bench/figures/run.ts [--rows start,agents] [--only table]
 *
 * Runs the benchmarks of the table of measurements in README.md, stores each result in bench/figures/figures.json with date and commit, and writes
 * the table from this file. Without `--rows`, all rows are measured but `crash`, which takes hours. `--only table` measures nothing. Commit all
 * changes first, and run it on an idle machine: the load is printed.
 */
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { readFigures, recordFigures } from './table.ts';

const { values } = parseArgs({ options: { rows: { type: 'string' }, only: { type: 'string' } } });

/** Returns the groups of the first match. */
function find(output: string, pattern: RegExp): string[] {
  const match = pattern.exec(output);
  if (match === null) throw new Error(`The benchmark printed nothing that matches ${pattern}.`);
  return match.slice(1);
}

/** Returns p50 and p99 after a label. */
function percentiles(output: string, label: string): { p50: number; p99: number } {
  const [p50, p99] = find(output, new RegExp(`^${label} +([\\d.]+) / ([\\d.]+)`, 'm'));
  return { p50: Number(p50), p99: Number(p99) };
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const lost = (count: number, thing: string): string =>
  `${count === 0 ? 'no' : count} ${thing}${count > 1 ? 's' : ''} lost`;

/** The result of each row, from the output of its command. */
const readers: Readonly<Record<string, (output: string) => string>> = {
  start: (output) => {
    const p50 = (data: string) => seconds(percentiles(output, `start until ready, ${data} data, ms`).p50);
    const bare = Math.round(percentiles(output, 'bare Node HTTP server, ms').p50);
    return `${p50('empty')} / ${p50('existing')}, where a bare Node server takes ${bare} ms`;
  },
  'idle-memory': (output) =>
    `${Math.round(percentiles(output, 'resident memory when idle, MB').p50)} MB, without PostgreSQL`,
  'own-silence': (output) => {
    const { p50, p99 } = percentiles(output, 'decision to first packet received');
    return `${Math.round(p50)} ms (p50), ${Math.round(p99)} ms (p99)`;
  },
  'media-thread': (output) => {
    const [calls] = find(output, /^(\d+) calls/m);
    const [missing] = find(output, /^\| media engine .*\| (\d+) of \d+ \|/m);
    const [inbound] = find(output, /(\d+) packets lost inbound/);
    const [excess] = find(output, /p99 above the timer jitter: (-?[\d.]+) ms/);
    return `${calls}, ${lost(Number(missing) + Number(inbound), 'packet')}; the p99 send delay exceeds the timer jitter of the machine by ${excess} ms`;
  },
  batch: (output) => {
    const [progress] = find(output, /^the batch: (.*)$/m);
    const { failed } = JSON.parse(progress!) as { failed: number };
    const [cpu, talked] = find(output, /CPU time of the program: ([\d.]+) s for ([\d.]+) s of calls/);
    const [concurrent] = find(output, /maximum of concurrent answered calls: (\d+)/);
    const cpuMs = (1000 * Number(cpu)) / Number(talked);
    return `${lost(failed, 'call')}, ${concurrent} at once; ${cpuMs.toFixed(1)} ms of CPU per second of a call`;
  },
  agents: (output) => {
    const [cpu, memory] = find(
      output,
      /the peer without VAD takes ([\d.]+) times the CPU and ([\d.]+) times/,
    );
    return `the peer takes ${cpu} times the CPU and ${memory} times the memory`;
  },
  crash: (output) => {
    const [runs, violated] = find(output, /^(\d+) runs from seed .*; (\d+) runs with violated invariants/m);
    return `${violated} of ${Number(runs).toLocaleString('en-US')} runs called a person twice or lost a row`;
  },
};

/** Runs a command of figures.json, and returns what it prints. */
function run(command: string): string {
  console.log(`${command} (load ${os.loadavg()[0]!.toFixed(1)})`);
  const [program, ...args] = command.split(' ') as [string, ...string[]];
  const { status, stdout } = spawnSync(program, args, {
    cwd: new URL('../..', import.meta.url),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  console.log(stdout);
  if (status !== 0) throw new Error(`${command} ended with ${status}.`);
  return stdout;
}

if (values.only === 'table') await recordFigures([]);
else {
  const figures = await readFigures();
  const ids = values.rows?.split(',') ?? figures.map(({ id }) => id).filter((id) => id !== 'crash');
  const date = new Date().toISOString().slice(0, 10);
  const commit = run('git rev-parse --short=8 HEAD').trim();
  const outputs = new Map<string, string>();
  for (const id of ids) {
    const figure = figures.find((candidate) => candidate.id === id);
    if (figure === undefined)
      throw new Error(`No row ${id}. Rows: ${figures.map((row) => row.id).join(', ')}`);
    const output = outputs.get(figure.command) ?? run(figure.command);
    outputs.set(figure.command, output);
    await recordFigures([{ id, result: readers[id]!(output), date, commit }]);
  }
}
