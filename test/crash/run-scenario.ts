import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectClient, isServerUnavailable } from '../../src/store/connection.ts';
import { isPossible, strike } from './disasters.ts';
import { readFacts } from './facts.ts';
import { breaches, unended } from './invariants.ts';
import { readNetworkFile } from './phone-network.ts';
import type { Disaster, Scenario } from './scenario.ts';
import { Work } from './work.ts';
import type { World } from './world.ts';

/** Time limit of a run. Three attempts that ring until the timeout need half of it. */
const runTimeoutMs = 120_000;
const pollIntervalMs = 100;
/** Wait for messages that are still in transit after the last call has ended. */
const quietMs = 150;
/** How long a phone retransmits a 200 OK without an ACK. */
const retransmitMs = 5_000;

export interface RunReport {
  readonly seed: number;
  readonly breaches: readonly string[];
  /** Kinds of the disasters that were caused. */
  readonly disasters: readonly string[];
  /** Kinds of the disasters that this machine does not support. */
  readonly skipped: readonly string[];
  /** Fault points that were reached. */
  readonly faultPoints: readonly string[];
  readonly deaths: number;
  readonly dialogs: number;
  readonly rows: number;
  readonly tookMs: number;
}

/** Runs the scenario from the first start to the end of the last call, and checks the invariants. */
export async function runScenario(scenario: Scenario, world: World, agentId: string): Promise<RunReport> {
  const startedMs = performance.now();
  await world.keepRunning('first');
  const work = new Work(world, scenario, agentId);
  const asked = work.begin();
  const struck = strikeAll(scenario.disasters, world, work);
  const over = Promise.all([asked, struck]).then(() => untilOver(world, work));
  // Requests that are still open at `close()` fail.
  over.catch(() => undefined);
  const isInTime = await Promise.race([over.then(() => true), sleep(runTimeoutMs, false, { ref: false })]);
  world.note('all calls have ended');
  if (isInTime) await untilQuiet(world);
  await world.close();
  const facts = await onDatabase(world, (client) => readFacts(client, world.networkFile));
  const found = breaches(facts, { ...work.told, answers: world.answers });
  const { seed, disasters } = scenario;
  return {
    seed,
    breaches: isInTime ? found : [`the run did not end within ${runTimeoutMs / 1000} s`, ...found],
    disasters: disasters.filter((one) => isPossible(one, world)).map(({ kind }) => kind),
    skipped: disasters.filter((one) => !isPossible(one, world)).map(({ kind }) => kind),
    faultPoints: existsSync(world.faultFile) ? linesOf(world.faultFile) : [],
    deaths: world.deaths,
    dialogs: facts.network.filter(({ type }) => type === 'dialog').length,
    rows: facts.jobs.length,
    tookMs: performance.now() - startedMs,
  };
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

async function strikeAll(disasters: readonly Disaster[], world: World, work: Work): Promise<void> {
  for (const disaster of disasters) {
    await sleep(disaster.afterMs);
    if (!isPossible(disaster, world)) continue;
    world.note(disaster.kind);
    await strike(disaster, world, work);
  }
}

const openCounts = `select
  (select count(*)::int from batches where status in ('validating', 'scheduled', 'running', 'paused')) as batches,
  (select count(*)::int from calls where state <> 'ended') as calls,
  (select count(*)::int from dispositions where status = 'in_progress'
    or (status = 'pending' and scheduled_at < now() + interval '1 minute')) as callbacks`;

interface OpenCounts {
  readonly batches: number;
  readonly calls: number;
  readonly callbacks: number;
}

/** Waits until no batch, call or callback is open. Resumes batches that the program has paused. */
async function untilOver(world: World, work: Work): Promise<void> {
  for (;;) {
    const { open, paused } = await onDatabase(world, async (client) => ({
      open: (await client.query<OpenCounts>(openCounts)).rows[0]!,
      paused: (await client.query<{ id: string }>("select id from batches where status = 'paused'")).rows,
    }));
    if (open.batches + open.calls + open.callbacks === 0) return;
    for (const { id } of paused) await work.resume(id);
    await sleep(pollIntervalMs);
  }
}

/** Waits until the network has seen the end of every call, or retransmissions have stopped. */
async function untilQuiet({ networkFile }: World): Promise<void> {
  await sleep(quietMs);
  const untilMs = performance.now() + retransmitMs;
  while (unended(readNetworkFile(networkFile)).length > 0 && performance.now() < untilMs)
    await sleep(pollIntervalMs);
}

/** Runs `work` with a new connection. Retries while the server is unavailable. */
async function onDatabase<T>({ options }: World, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connection = options.server.connectionTo(options.database);
  for (;;) {
    try {
      const client = await connectClient(connection, 'crash test');
      try {
        return await work(client);
      } finally {
        await client.end().catch(() => undefined);
      }
    } catch (error) {
      if (!isServerUnavailable(error)) throw error;
      await sleep(pollIntervalMs);
    }
  }
}
