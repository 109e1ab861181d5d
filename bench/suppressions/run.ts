/*
 * node bench/suppressions/run.ts --rows 1000000
 *
 * Measures suppression look-ups on a separate embedded server with the program's settings: the execution time in the server
 * and the round trip of the program. In the same second it measures `select 1`. Then it measures lists and the inserts of an
 * import. Loopback only.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { connectClient, withDatabase, type Connection } from '../../src/store/connection.ts';
import { openDatabase, type Scope } from '../../src/store/database.ts';
import { prepareServer } from '../../src/store/embedded-postgres/server-folders.ts';
import {
  serverConnection,
  startServer,
  stopServer,
} from '../../src/store/embedded-postgres/server-process.ts';
import { addSuppressions, isSuppressed, listSuppressions } from '../../src/store/suppressions.ts';
import { insertWorkspace } from '../../src/store/workspaces.ts';
import { queryPlanOf } from '../../test/support/query-plan.ts';
import { percentilesOf } from '../media/percentiles.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '2000' } },
});
const rows = Number(values.rows);
const runs = Math.min(Math.max(Number(values.runs), 20), 20_000);
const random = seededRandom(7);
const workspaceId = newId('workspace');
const importedRows = 100_000;
const writeRows = 2_000;

const numberOf = (index: number): string => `+1${String(2_000_000_000 + index * 7)}`;
/** Returns a random address; half of them are in the list. */
const randomAddress = () =>
  ({ workspaceId, channel: 'voice', address: numberOf(random.below(2 * rows)) }) as const;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

async function fill(connection: Connection, scope: Scope): Promise<void> {
  await insertWorkspace(scope, {
    id: workspaceId,
    name: 'Bench',
    plan: 'unlimited',
    timezone: 'UTC',
    at: new Date(),
  });
  const client = await connectClient(connection, 'parley bench');
  await client.query(`select set_config('parley.workspace', '*', false)`);
  await client.query(
    `insert into suppressions (workspace_id, channel, address, reason, created_at)
      select $1, 'voice', '+1' || (2000000000 + index * 7), 'imported', now() - index * interval '1 second'
      from generate_series(0, $2 - 1) as index`,
    [workspaceId, rows],
  );
  await client.query('vacuum (analyze) suppressions');
  await client.end();
}

function print(name: string, times: readonly number[]): void {
  const { p50, p99, max } = percentilesOf([...times]);
  console.log(`| ${name} | ${[p50, p99, max].map((value) => value.toFixed(3)).join(' | ')} |`);
}

async function measureLookUps(scope: Scope): Promise<void> {
  const times = { server: [] as number[], roundTrip: [] as number[], selectOne: [] as number[] };
  for (let run = 0; run < runs; run += 1) {
    const plan = await queryPlanOf(scope, (db) => isSuppressed(db, randomAddress()));
    if (!plan.nodes.every((node) => ['Result', 'Index Only Scan'].includes(node)))
      throw new Error(`not an index-only scan: ${plan.nodes.join(', ')}`);
    times.server.push(plan.executionMs);
    times.roundTrip.push(await timed(() => isSuppressed(scope, randomAddress())));
    times.selectOne.push(await timed(() => scope.row({ name: 'one', text: 'select 1' })));
  }
  print('look-up, on the server (target: 0.1)', times.server);
  print('look-up, round trip of the program', times.roundTrip);
  print('`select 1`, round trip of the program', times.selectOne);
}

async function measureLists(scope: Scope): Promise<void> {
  const lists = {
    'first page with its total': {},
    'by address': { address: numberOf(5) },
    'by address prefix': { search: numberOf(500).slice(0, 9) },
  };
  for (const [name, filters] of Object.entries(lists)) {
    const times: number[] = [];
    for (let run = 0; run < 20; run += 1)
      times.push(await timed(() => listSuppressions(scope, { workspaceId, limit: 50, ...filters })));
    print(name, times);
  }
}

async function measureImport(scope: Scope): Promise<void> {
  const startedMs = performance.now();
  const times: number[] = [];
  for (let from = 0; from < importedRows; from += writeRows) {
    const entries = Array.from({ length: writeRows }, (_, index) => ({
      channel: 'sms' as const,
      address: numberOf(rows + from + index),
      reason: 'imported',
    }));
    const work = () =>
      scope.transaction((tx) =>
        addSuppressions(tx, { workspaceId, entries, createdBy: 'key_bench', at: new Date() }),
      );
    times.push(await timed(work));
  }
  print(`${writeRows} rows of an import`, times);
  const perSecond = (importedRows / (performance.now() - startedMs)) * 1000;
  console.log(`\n${Math.round(perSecond)} rows of an import per second`);
}

async function measure(connection: Connection): Promise<void> {
  const db = await openDatabase(connection, { clock: systemClock, logger: silentLogger });
  const scope = db.inWorkspace(workspaceId);
  await fill(connection, scope);
  const version = await scope.row<{ version: string }>({
    text: `select current_setting('server_version') as version`,
  });
  console.log(`PostgreSQL ${version!.version}, ${rows} suppressions, ${runs} runs\n`);
  console.log('| ms | p50 | p99 | max |\n|---|---|---|---|');
  await measureLookUps(scope);
  await measureLists(scope);
  await measureImport(scope);
  await db.close();
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bench-'));
await chmod(folder, 0o755);
const setup = await prepareServer(folder);
const pid = await startServer(setup, systemClock, ['max_wal_size=4GB']);
try {
  const client = await connectClient(serverConnection(setup, 'postgres'), 'parley bench');
  await client.query('create database bench');
  await client.end();
  await measure(withDatabase(serverConnection(setup, 'postgres'), 'bench'));
} finally {
  await stopServer(setup, pid, systemClock);
  await rm(folder, { recursive: true });
}
