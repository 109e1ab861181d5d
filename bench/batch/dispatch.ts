/*
 * node bench/batch/dispatch.ts --rows 100000 --other-rows 1000000
 *
 * Measures the dialer without placing calls: the rate of claimed calls, each with its committed intent, its slots and its first call record;
 * whether limits hold with concurrent claimers; whether claims become slower in the course of a batch; and how much one workspace's batch
 * delays another's single call. With `--limited` a rule limits the calls to every number, so that each claim counts earlier calls
 * (only the rate is measured then). Also measures pg-boss, if `npm ci` was run in bench/batch/pg-boss. Embedded PostgreSQL, loopback only.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { NumberZones } from '../../src/core/number-zones.ts';
import { LegalCallingHours } from '../../src/dialer/calling-permission.ts';
import { claimBatch } from '../../src/dialer/batches/claim-batch.ts';
import { acquireSlot } from '../../src/store/concurrency-slots.ts';
import { insertDialIntent } from '../../src/store/dial-intents.ts';
import { recordCallChange } from '../../src/store/calls/calls.ts';
import { seedCallers } from '../../test/support/batch-dialing.ts';
import { createEmptyDatabase, createTestDatabase } from '../../test/support/database.ts';
import { seedCall, type Fixture } from '../../test/support/fixtures.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { createBenchDependencies, insertPendingBatch } from './pending-batch.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    'other-rows': { type: 'string', default: '1000000' },
    singles: { type: 'string', default: '300' },
    limited: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const otherRows = Number(values['other-rows']);
const singles = Number(values.singles);

const serverFolder = await chooseServerFolder();
const database = await createTestDatabase({ poolSize: 10 });
const { db } = database;
const host = values.limited
  ? { ...createBenchDependencies(db), permission: new LegalCallingHours({ zones: await NumberZones.load() }) }
  : createBenchDependencies(db);

const percentileOf = (sorted: readonly number[], fraction: number): number =>
  sorted[Math.min(Math.floor(sorted.length * fraction), sorted.length - 1)] ?? NaN;

function printPercentiles(name: string, durationsMs: readonly number[]): void {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const percentiles = [0.5, 0.9, 0.99].map(
    (part) => `p${part * 100} ${percentileOf(sorted, part).toFixed(1)} ms`,
  );
  console.log(`${name}: ${percentiles.join(', ')}, max ${sorted.at(-1)!.toFixed(1)} ms`);
}

/** Claims from the batches in turn until all rows are claimed. Returns the time of each claim per call, in ms. */
async function claimAll(batches: readonly { workspaceId: string; batchId: string }[]): Promise<number[]> {
  const perCallMs: number[] = [];
  let openBatches = [...batches];
  while (openBatches.length > 0) {
    const remaining: typeof openBatches = [];
    let claimed = 0;
    for (const batch of openBatches) {
      const startMs = performance.now();
      const { drafts, nextInMs } = await claimBatch(host, batch, { competingBatches: 1 });
      if (drafts.length > 0) perCallMs.push((performance.now() - startMs) / drafts.length);
      claimed += drafts.length;
      if (nextInMs !== undefined) remaining.push(batch);
    }
    openBatches = remaining;
    if (claimed === 0 && openBatches.length > 0) await systemClock.sleep(5);
  }
  return perCallMs;
}

/** Returns the CPU time of the server processes for this database, in ms; Linux only. */
async function serverCpuMs(): Promise<number> {
  const text = 'select pid from pg_stat_activity where datname = current_database()';
  const backends = await db.asSystem().rows<{ pid: number }>({ text });
  const ticks = backends.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, count) => sum + count, 0) * 10;
}

async function measureRate(): Promise<void> {
  // Batches of one workspace have the same numbers, so a limit would block all but one of them.
  const batchesPerWorkspace = values.limited ? 1 : 3;
  const callers = await Promise.all(Array.from({ length: 12 / batchesPerWorkspace }, () => seedCallers(db)));
  const batches = [];
  for (const fixture of callers)
    for (let count = 0; count < batchesPerWorkspace; count += 1)
      batches.push(await insertPendingBatch(db, fixture, Math.ceil(rows / 12)));
  // Only limits are measured, so calling hours are disabled.
  if (values.limited) await db.asSystem().execute({ text: `update workspaces set calling_hours = 'off'` });
  await db.asSystem().execute({ text: 'analyze' });
  const cpu = process.cpuUsage();
  const serverMs = await serverCpuMs();
  const startMs = performance.now();
  const perCallMs = await claimAll(batches);
  const tookMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(cpu);
  const programMs = (user + system) / 1000 / rows;
  const databaseMs = ((await serverCpuMs()) - serverMs) / rows;
  const perSecond = Math.round((rows / tookMs) * 1000);
  const { intents } = (await db.asSystem().row<{ intents: number }>({
    text: 'select count(*)::int as intents from dial_intents where settled_at is null',
  }))!;
  console.log(`${intents} durable intents, ${perSecond} per second`);
  console.log(
    `CPU time per dial: ${programMs.toFixed(3)} ms in the program, ${databaseMs.toFixed(3)} ms in the server`,
  );
  const tenth = Math.max(Math.floor(perCallMs.length / 10), 1);
  printPercentiles('per call, first tenth of the claims', perCallMs.slice(0, tenth));
  printPercentiles('per call, last tenth of the claims', perCallMs.slice(-tenth));
}

/** Measures a job queue for comparison, in a separate database. It is not a dependency of Parley. */
async function measureReference(): Promise<void> {
  const folder = path.join(import.meta.dirname, 'pg-boss');
  if (!existsSync(path.join(folder, 'node_modules')))
    return console.log(`pg-boss is not installed: npm ci in ${path.relative('.', folder)}`);
  const { connection, drop } = await createEmptyDatabase();
  const task = { connection, jobs: rows, atOnce: 250 };
  const run = spawnSync(process.execPath, [path.join(folder, 'claims.mjs'), JSON.stringify(task)], {
    stdio: 'inherit',
  });
  await drop();
  if (run.status !== 0) throw new Error('pg-boss could not be measured.');
}

async function measureConcurrencyLimit(): Promise<void> {
  const fixture = await seedCallers(db);
  const cap = 137;
  const batch = await insertPendingBatch(db, fixture, 5_000, { maxConcurrency: cap });
  const claimers = Array.from({ length: 8 }, async () => {
    let count = 0;
    for (let round = 0; round < 20; round += 1) {
      count += (await claimBatch(host, batch, { competingBatches: 1 })).drafts.length;
      await systemClock.sleep(2);
    }
    return count;
  });
  const claimed = (await Promise.all(claimers)).reduce((sum, count) => sum + count, 0);
  console.log(`a limit of ${cap} concurrent calls with 8 concurrent claimers: ${claimed} calls`);
}

/** Writes the rows of a single call, from its concurrency slot to its committed intent. */
async function insertSingleCall(fixture: Fixture): Promise<number> {
  const { workspaceId } = fixture;
  const scope = db.inWorkspace(workspaceId);
  const startMs = performance.now();
  const call = await seedCall(db, fixture, { at: new Date() });
  const callId = call.id;
  await acquireSlot(scope, { workspaceId, callId, limit: 10_000, owner: 'bench', leaseMs: 60_000 });
  const at = new Date();
  await scope.transaction(async (tx) => {
    await recordCallChange(tx, { workspaceId, callId, from: ['queued'], to: 'dialing', at, nodeId: 'bench' });
    const intent = {
      reference: `${callId}.1`,
      workspaceId,
      callId,
      attempt: 1,
      nodeId: 'bench',
      carrier: 'none',
      at,
    };
    await insertDialIntent(tx, intent);
  });
  return performance.now() - startMs;
}

async function insertSingleCalls(fixture: Fixture): Promise<number[]> {
  const durationsMs: number[] = [];
  for (let count = 0; count < singles; count += 1) {
    durationsMs.push(await insertSingleCall(fixture));
    await systemClock.sleep(10);
  }
  return durationsMs;
}

async function measureDelay(): Promise<void> {
  const single = await seedCallers(db);
  const other = await seedCallers(db);
  await insertSingleCalls(single);
  printPercentiles("another workspace's single call, without other load", await insertSingleCalls(single));
  const startMs = performance.now();
  const batch = await insertPendingBatch(db, other, otherRows);
  console.log(`${otherRows} rows inserted in ${((performance.now() - startMs) / 1000).toFixed(0)} s`);
  const stop = new AbortController();
  let claimed = 0;
  const claiming = (async () => {
    while (!stop.signal.aborted) {
      const { drafts, nextInMs = 10 } = await claimBatch(host, batch, { competingBatches: 1 });
      claimed += drafts.length;
      await systemClock.sleep(Math.max(nextInMs - 100, 0));
    }
  })();
  const startedMs = performance.now();
  printPercentiles(`while a batch of ${otherRows} rows is dialed`, await insertSingleCalls(single));
  stop.abort();
  await claiming;
  const perSecond = Math.round((claimed / (performance.now() - startedMs)) * 1000);
  console.log(`in that time ${perSecond} calls per second were claimed from the batch`);
}

try {
  await measureRate();
  if (!values.limited) {
    await measureReference();
    await measureConcurrencyLimit();
    await measureDelay();
  }
} finally {
  await database.close();
  await removeServer(serverFolder);
}
