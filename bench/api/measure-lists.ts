import { readFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { connectClient, type Connection } from '../../src/store/connection.ts';
import { openDatabase, type Scope } from '../../src/store/database.ts';
import { percentilesOf } from '../media/percentiles.ts';
import { dataset } from './fill-dispositions.ts';
import { startDatabase } from './servers.ts';

/** Settings of a server that is filled once and then only read. */
const fillSettings = ['fsync=off', 'max_wal_size=4GB'];

/** Maximum number of warm-up queries per list: before the first measurement of any list, and again before its database. */
const warmUpRuns = 50;

export interface ListCase<Query> {
  readonly name: string;
  readonly createQuery: () => Query;
}

export interface ListBench<Query> {
  readonly cases: readonly ListCase<Query>[];
  readonly list: (scope: Scope, query: Query) => Promise<{ readonly total: number }>;
  /** The query of a first page, measured with `pg` in the same second as each list. $1 is the workspace. */
  readonly bareSelect: string;
  readonly rows: number;
  /** Runs per case. */
  readonly runs: number;
}

/** Prints a table with one row per list. On a shared machine the server's CPU time is more reliable than wall-clock time. */
export async function measureLists<Query>(
  connection: Connection,
  { cases, list, bareSelect, rows, runs }: ListBench<Query>,
): Promise<void> {
  const db = await openDatabase(connection, { clock: systemClock, logger: silentLogger });
  const bare = await connectClient(connection, 'parley bench');
  const scope = db.inWorkspace(dataset.workspaceId);
  const version = await bare.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  );
  console.log(`PostgreSQL ${version.rows[0]!.version}, ${rows} rows, ${runs} runs of each`);
  console.log(
    '\n| list | p50 ms | p99 ms | max ms | server CPU p50 ms | p99 ms | bare select p99 ms | select 1 p99 ms | load |\n|---|---|---|---|---|---|---|---|---|',
  );
  const { total } = await list(scope, cases[0]!.createQuery());
  if (total < rows * 0.9)
    throw new Error(`The first list reports ${total} rows instead of ${rows}. Run the recount first.`);
  const cpuTimeMs = await cpuTimeOf(scope);
  const warmUp = async (createQuery: () => Query) => {
    for (let run = 0; run < Math.min(warmUpRuns, runs); run += 1) await list(scope, createQuery());
  };
  for (const { createQuery } of cases) await warmUp(createQuery);
  for (const { name, createQuery } of cases) {
    await warmUp(createQuery);
    const times = {
      list: [] as number[],
      serverCpu: [] as number[],
      bareSelect: [] as number[],
      selectOne: [] as number[],
    };
    for (let run = 0; run < runs; run += 1) {
      const cpuBeforeMs = cpuTimeMs();
      times.list.push(await timed(() => list(scope, createQuery())));
      times.serverCpu.push(cpuTimeMs() - cpuBeforeMs);
      times.bareSelect.push(
        await timed(() => bare.query({ name: 'bare', text: bareSelect, values: [dataset.workspaceId] })),
      );
      times.selectOne.push(await timed(() => bare.query('select 1')));
    }
    const { p50, p99, max } = percentilesOf(times.list);
    const serverCpu = percentilesOf(times.serverCpu);
    const comparison = [
      percentilesOf(times.bareSelect).p99,
      percentilesOf(times.selectOne).p99,
      os.loadavg()[0]!,
    ];
    const figures = [p50, p99, max, serverCpu.p50, serverCpu.p99, ...comparison];
    console.log(`| ${name} | ${figures.map((value) => value.toFixed(1)).join(' | ')} |`);
  }
  await bare.end();
  await db.close();
}

/** Returns the CPU time of the scope's server process in ms (Linux only). Lists run one after the other, so the pool has one connection. */
async function cpuTimeOf(scope: Scope): Promise<() => number> {
  const row = await scope.row<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
  return () => Number(readFileSync(`/proc/${row!.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Arguments: `--rows N`, `--runs N` per list, `--url postgres://…` of an existing database, `--fill` to only fill it. */
export interface ListArguments {
  readonly rows: number;
  readonly runs: number;
  readonly url: string | undefined;
  readonly fill: boolean;
}

export function listArguments(defaultRuns: string): ListArguments {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: defaultRuns },
      url: { type: 'string' },
      fill: { type: 'boolean', default: false },
    },
  });
  const runs = Math.min(Math.max(Number(values.runs), 5), 5000);
  return { rows: Number(values.rows), runs, url: values.url, fill: values.fill };
}

/** Fills and measures a database on a separate server, or does one of the two on the database of the arguments. */
export async function fillAndMeasure(
  { url, fill: onlyFill }: ListArguments,
  fill: (connection: Connection) => Promise<void>,
  measure: (connection: Connection) => Promise<void>,
): Promise<void> {
  const fillTimed = async (connection: Connection) => {
    const startedMs = performance.now();
    await fill(connection);
    console.log(`filled in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
  };
  if (url !== undefined) return onlyFill ? fillTimed({ url }) : measure({ url });
  const database = await startDatabase(fillSettings);
  try {
    await fillTimed(database.connection);
    await measure(database.connection);
  } finally {
    await database.stop();
  }
}
