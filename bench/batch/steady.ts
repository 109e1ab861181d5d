/*
 * node bench/batch/steady.ts --minutes 60 --rate 100
 *
 * Measures the dialer's claims under constant load: four batches of two workspaces, with calls that ring, are answered or retried, and
 * end, and the maintenance of a node. Prints the times per minute of the claims, and of `select 1` over the same
 * connections for comparison. At the end it prints the size and the dead rows of the tables.
 * No audio and no network; embedded PostgreSQL, loopback only.
 */
import os from 'node:os';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { claimBatch } from '../../src/dialer/batches/claim-batch.ts';
import type { DialDraft } from '../../src/dialer/batches/draft-dials.ts';
import { applyAllDeltas, purgeExpired } from '../../src/jobs/maintenance.ts';
import { createNodeHeartbeat } from '../../src/jobs/node-heartbeat.ts';
import { upsertActiveCall } from '../../src/store/active-calls.ts';
import type { BatchKey } from '../../src/store/batches/batches.ts';
import { finishCall } from '../../src/store/calls/finish-call.ts';
import { recordCallChange } from '../../src/store/calls/calls.ts';
import { seedCallers } from '../../test/support/batch-dialing.ts';
import { createTestDatabase } from '../../test/support/database.ts';
import { chooseServerFolder, removeServer } from '../../test/support/test-server.ts';
import { percentilesOf } from '../media/percentiles.ts';
import { createBenchDependencies, insertPendingBatch } from './pending-batch.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, rate: { type: 'string', default: '100' } },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
const batchCount = 4;
const answeredShare = 0.6;
const ringMs = 5_000;
const talkMs = { min: 5_000, max: 15_000 };
/** How long before the first dial instant a claim runs, as in the dialer. */
const leadMs = 100;
const applyDeltasEveryMs = 5_000;
const purgeEveryMs = 600_000;

const serverFolder = await chooseServerFolder();
const database = await createTestDatabase({ poolSize: 10 });
const { db } = database;
const system = db.asSystem();
const host = createBenchDependencies(db);
const random = seededRandom(1);

interface Minute {
  readonly claimMs: number[];
  readonly idleMs: number[];
  calls: number;
}
const byMinute: Minute[] = [];
/** Set when the first call may begin. */
let startedMs = 0;
const minuteNow = (): Minute => {
  const index = Math.floor((performance.now() - startedMs) / 60_000);
  return (byMinute[index] ??= { claimMs: [], idleMs: [], calls: 0 });
};

const errors: unknown[] = [];
const timers = new Set<NodeJS.Timeout>();
function runLater(ms: number, work: () => Promise<unknown>): void {
  const timer = setTimeout(() => {
    timers.delete(timer);
    work().catch((error: unknown) => errors.push(error));
  }, ms);
  timers.add(timer);
}

/** Writes the rows of a call from its INVITE to its end, as the call records do. */
function simulateCall({ row, call, delayMs }: DialDraft): void {
  const { workspaceId, callId, agentId, agent, customerNumber } = call.plan;
  const scope = db.inWorkspace(workspaceId);
  const change = { workspaceId, callId, nodeId: host.nodeId };
  const end = (endReason: 'no_answer' | 'customer_hangup', code: string) =>
    finishCall(scope, {
      workspaceId,
      callId,
      endReason,
      at: new Date(),
      disposition: { code, status: 'completed' },
    });
  const show = (lastMessage: string) =>
    upsertActiveCall(scope, {
      ...change,
      agentId,
      agentName: agent.name,
      customerPhone: customerNumber,
      customerName: 'Ada',
      type: 'phone',
      sentiment: 'neutral',
      lastMessage,
      transferRequested: false,
      held: false,
      muted: false,
      participants: [],
      startedAt: new Date(),
      at: new Date(),
    });
  const isAnswered = random.fraction() < answeredShare;
  const endsMs = talkMs.min + random.fraction() * (talkMs.max - talkMs.min);
  runLater(delayMs + 50, () =>
    recordCallChange(scope, {
      ...change,
      from: ['dialing'],
      to: 'ringing',
      at: new Date(),
      fromNumber: row.fromNumber,
    }),
  );
  if (!isAnswered) return runLater(delayMs + ringMs, () => end('no_answer', 'no_answer'));
  runLater(delayMs + ringMs, async () => {
    await recordCallChange(scope, { ...change, from: ['ringing'], to: 'in_progress', at: new Date() });
    await show('Hello');
  });
  runLater(delayMs + ringMs + endsMs / 2, () => show('Yes'));
  runLater(delayMs + ringMs + endsMs, () => end('customer_hangup', 'answered'));
}

async function dial(batch: BatchKey, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const selectStartMs = performance.now();
    await system.row({ text: 'select 1' });
    const claimStartMs = performance.now();
    const {
      drafts,
      nextInMs = leadMs,
      lockedAtMs = claimStartMs,
    } = await claimBatch(host, batch, { competingBatches: 1 });
    const minute = minuteNow();
    minute.idleMs.push(claimStartMs - selectStartMs);
    if (drafts.length > 0) minute.claimMs.push(performance.now() - claimStartMs);
    minute.calls += drafts.length;
    for (const draft of drafts) simulateCall(draft);
    await systemClock.sleep(Math.max(lockedAtMs + nextInMs - leadMs - performance.now(), 1));
  }
}

const tables = [
  'batch_jobs',
  'batches',
  'calls',
  'call_changes',
  'dial_intents',
  'dial_rate_limits',
  'concurrency_slots',
  'concurrency_counters',
  'active_calls',
  'dispositions',
  'events',
];

async function printTableSizes(): Promise<void> {
  const rows = await system.rows<{ name: string; size: string; live: number; dead: number }>(
    {
      text: `select relname as name, pg_size_pretty(pg_total_relation_size(relid)) as size, n_live_tup::int as live,
          n_dead_tup::int as dead
        from pg_stat_user_tables where relname = any($1) order by pg_total_relation_size(relid) desc`,
    },
    [tables],
  );
  for (const { name, size, live: alive, dead } of rows)
    console.log(`  ${name}: ${size}, ${alive} rows, ${dead} dead`);
}

const asText = (durationsMs: readonly number[]): string => {
  const { p50, p99, max } = percentilesOf(durationsMs);
  return [p50, p99, max].map((ms) => ms.toFixed(1)).join(' / ');
};

function printMinute(index: number): void {
  const { claimMs, idleMs, calls } = byMinute[index]!;
  console.log(
    `minute ${index + 1}: ${calls} calls, ${claimMs.length} claims, ms p50 / p99 / max: ${asText(claimMs)}; select 1: ${asText(idleMs)}; ` +
      `load ${os.loadavg()[0]!.toFixed(1)}`,
  );
}

const isOver = () => performance.now() >= startedMs + minutes * 60_000;
const heartbeat = createNodeHeartbeat({
  db,
  clock: systemClock,
  logger: silentLogger,
  nodeId: host.nodeId,
  roles: ['worker'],
});

async function repeatMaintenance(everyMs: number, work: () => Promise<void>): Promise<void> {
  const times = Math.floor((minutes * 60_000) / everyMs);
  for (let time = 1; time <= times; time += 1) {
    await systemClock.sleep(Math.max(startedMs + time * everyMs - performance.now(), 0));
    await work();
  }
}

async function printMinutes(): Promise<void> {
  for (let index = 0; index < minutes; index += 1) {
    await systemClock.sleep(Math.max(startedMs + (index + 1) * 60_000 - performance.now(), 0));
    printMinute(index);
    if (errors.length > 0) throw errors[0];
  }
}

try {
  const rows = Math.ceil((rate / batchCount) * minutes * 60);
  const callers = await Promise.all([seedCallers(db), seedCallers(db)]);
  const batches: BatchKey[] = [];
  for (let index = 0; index < batchCount; index += 1)
    batches.push(
      await insertPendingBatch(db, callers[index % callers.length]!, rows, {
        callsPerSecond: rate / batchCount,
        retry: { maxAttempts: 2, on: ['no_answer'], delays: ['5m'] },
      }),
    );
  await heartbeat.start();
  startedMs = performance.now();
  await Promise.all([
    ...batches.map((batch) => dial(batch, isOver)),
    repeatMaintenance(applyDeltasEveryMs, () => applyAllDeltas(db)),
    repeatMaintenance(purgeEveryMs, () => purgeExpired(db)),
    printMinutes(),
  ]);
  await printTableSizes();
} finally {
  for (const timer of timers) clearTimeout(timer);
  await heartbeat.close();
  await database.close();
  await removeServer(serverFolder);
}
