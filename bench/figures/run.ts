/*
 * node bench/figures/run.ts [--runs 5] [--only table]
 *
 * Measures the figures of the README that take minutes, stores them in bench/figures/figures.json with date and commit, and writes the table of
 * README.md from this file. `--only table` measures nothing. Commit all changes first, and run it on an idle machine.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { recordFigures } from './table.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string' } },
});
const root = new URL('../..', import.meta.url);

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8' });

/** Returns the first number (p50) after a label in the output of a benchmark. */
function p50Of(output: string, label: string): number {
  const value = Number(new RegExp(`^${label} +([\\d.]+)`, 'm').exec(output)?.[1]);
  if (Number.isFinite(value)) return value;
  throw new Error(`The benchmark printed no "${label}".`);
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

if (values.only === 'table') await recordFigures([]);
else {
  const date = new Date().toISOString().slice(0, 10);
  const commit = run('git', ['rev-parse', '--short=8', 'HEAD']).trim();
  const output = run(process.execPath, ['bench/start/run.ts', '--runs', values.runs]);
  console.log(output);
  const empty = seconds(p50Of(output, 'start until ready, empty data, ms'));
  const existing = seconds(p50Of(output, 'start until ready, existing data, ms'));
  const memory = Math.round(p50Of(output, 'resident memory when idle, MB'));
  await recordFigures([
    { id: 'start', result: `${empty} / ${existing}`, date, commit },
    { id: 'idle-memory', result: `${memory} MB, without PostgreSQL`, date, commit },
  ]);
}
