import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { connectClient, isServerAway } from '../../src/store/connection.ts';
import { isPossible, strike } from './disasters.ts';
import { readFacts } from './facts.ts';
import { breaches, unended } from './invariants.ts';
import { readNetworkFile } from './phone-network.ts';
import type { Disaster, Scenario } from './scenario.ts';
import { Work } from './work.ts';
import type { World } from './world.ts';

/** How long a run may take: who lets it ring three times needs half of it. */
const patienceMs = 120_000;
const lookEveryMs = 100;
/** What is on its way to the network when all have ended; and how long an answer that nobody has acknowledged is repeated. */
const quietMs = 150;
const repeatedMs = 5_000;

export interface RunReport {
  readonly seed: number;
  readonly breaches: readonly string[];
  /** What happened to it. */
  readonly disasters: readonly string[];
  /** What could not happen on this machine. */
  readonly skipped: readonly string[];
  /** Where processes died, of those that were to. */
  readonly faultPoints: readonly string[];
  readonly deaths: number;
  readonly dialogs: number;
  readonly rows: number;
  readonly tookMs: number;
}

/** Plays it in this world from the first start to the last call's end, and looks at what is left. */
export async function runScenario(scenario: Scenario, world: World, agentId: string): Promise<RunReport> {
  const startedMs = performance.now();
  await world.keepRunning('first');
  const work = new Work(world, scenario, agentId);
  const asked = work.begin();
  const struck = strikeAll(scenario.disasters, world, work);
  const over = Promise.all([asked, struck]).then(() => untilOver(world, work));
  // After the end nobody answers what is still asked.
  over.catch(() => undefined);
  const isInTime = await Promise.race([over.then(() => true), sleep(patienceMs, false, { ref: false })]);
  world.note('all calls have ended');
  if (isInTime) await untilQuiet(world);
  await world.close();
  const facts = await onDatabase(world, (client) => readFacts(client, world.networkFile));
  const found = breaches(facts, { ...work.told, answers: world.answers });
  const { seed, disasters } = scenario;
  return {
    seed,
    breaches: isInTime ? found : [`the run did not end within ${patienceMs / 1000} s`, ...found],
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

/** Until nothing is under way; a batch that stopped of itself is told to go on. */
async function untilOver(world: World, work: Work): Promise<void> {
  for (;;) {
    const { open, paused } = await onDatabase(world, async (client) => ({
      open: (await client.query<OpenCounts>(openCounts)).rows[0]!,
      paused: (await client.query<{ id: string }>("select id from batches where status = 'paused'")).rows,
    }));
    if (open.batches + open.calls + open.callbacks === 0) return;
    for (const { id } of paused) await work.resume(id);
    await sleep(lookEveryMs);
  }
}

/** Until everybody who was called has heard of the end, as far as that is to be expected. */
async function untilQuiet({ networkFile }: World): Promise<void> {
  await sleep(quietMs);
  const untilMs = performance.now() + repeatedMs;
  while (unended(readNetworkFile(networkFile)).length > 0 && performance.now() < untilMs)
    await sleep(lookEveryMs);
}

/** Waits for a server that is away. */
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
      if (!isServerAway(error)) throw error;
      await sleep(lookEveryMs);
    }
  }
}
