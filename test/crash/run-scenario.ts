import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSupported, causeDisaster } from './disasters.ts';
import { readFacts } from './facts.ts';
import { violations, unended } from './invariants.ts';
import { readNetworkFile } from './phone-network.ts';
import type { Disaster, Scenario } from './scenario.ts';
import { ScenarioClient } from './scenario-client.ts';
import type { Deployment } from './deployment.ts';

/** Time limit of a run. Three attempts that ring until the timeout need half of it. */
const runTimeoutMs = 120_000;
const pollIntervalMs = 100;
/** Wait after the end of the last call, for messages that are still in transit. */
const inTransitMs = 150;
/** Time for which a phone retransmits a 200 OK without an ACK. */
const retransmitMs = 5_000;

export interface RunReport {
  readonly seed: number;
  readonly violations: readonly string[];
  /** Kinds of the disasters that were caused. */
  readonly disasters: readonly string[];
  /** Kinds of the disasters that this machine does not support. */
  readonly skipped: readonly string[];
  /** Fault points that were reached. */
  readonly faultPoints: readonly string[];
  /** Number of processes of the program that were killed or crashed. */
  readonly deaths: number;
  /** Number of calls that reached the network. */
  readonly dialogs: number;
  readonly rows: number;
  readonly tookMs: number;
}

/** Runs the scenario from the first start to the end of the last call, and checks the invariants. */
export async function runScenario(
  scenario: Scenario,
  deployment: Deployment,
  agentId: string,
): Promise<RunReport> {
  const startedMs = performance.now();
  await deployment.supervise('first');
  const client = new ScenarioClient(deployment, scenario, agentId);
  const requests = client.sendAll();
  const disasters = causeAll(scenario.disasters, deployment, client);
  const allEnded = Promise.all([requests, disasters]).then(() => untilAllEnded(deployment, client));
  // Requests that are pending at `close()` fail.
  allEnded.catch(() => undefined);
  const isInTime = await Promise.race([
    allEnded.then(() => true),
    sleep(runTimeoutMs, false, { ref: false }),
  ]);
  deployment.recordHistory('all calls have ended');
  if (isInTime) await untilNetworkEnds(deployment);
  await deployment.close();
  const facts = await deployment.withDatabase((connection) => readFacts(connection, deployment.networkFile));
  const found = violations(facts, {
    ...client.confirmed,
    predialResponses: deployment.predialResponses,
  });
  const { seed } = scenario;
  return {
    seed,
    violations: isInTime ? found : [`the run did not end within ${runTimeoutMs / 1000} s`, ...found],
    disasters: scenario.disasters.filter((one) => isSupported(one, deployment)).map(({ kind }) => kind),
    skipped: scenario.disasters.filter((one) => !isSupported(one, deployment)).map(({ kind }) => kind),
    faultPoints: existsSync(deployment.faultFile) ? linesOf(deployment.faultFile) : [],
    deaths: deployment.deaths,
    dialogs: facts.network.filter(({ type }) => type === 'dialog').length,
    rows: facts.jobs.length,
    tookMs: performance.now() - startedMs,
  };
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

async function causeAll(
  disasters: readonly Disaster[],
  deployment: Deployment,
  client: ScenarioClient,
): Promise<void> {
  for (const disaster of disasters) {
    await sleep(disaster.afterMs);
    if (!isSupported(disaster, deployment)) continue;
    deployment.recordHistory(disaster.kind);
    await causeDisaster(disaster, deployment, client);
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
async function untilAllEnded(deployment: Deployment, client: ScenarioClient): Promise<void> {
  for (;;) {
    const { open, paused } = await deployment.withDatabase(async (connection) => ({
      open: (await connection.query<OpenCounts>(openCounts)).rows[0]!,
      paused: (await connection.query<{ id: string }>("select id from batches where status = 'paused'")).rows,
    }));
    if (open.batches + open.calls + open.callbacks === 0) return;
    for (const { id } of paused) await client.resume(id);
    await sleep(pollIntervalMs);
  }
}

/** Waits until the network has received the end of every call, or retransmissions have stopped. */
async function untilNetworkEnds({ networkFile }: Deployment): Promise<void> {
  await sleep(inTransitMs);
  const untilMs = performance.now() + retransmitMs;
  while (unended(readNetworkFile(networkFile)).length > 0 && performance.now() < untilMs)
    await sleep(pollIntervalMs);
}
