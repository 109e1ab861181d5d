import { setTimeout as sleep } from 'node:timers/promises';
import { createReport, isSupported, type CrashReport } from '../support/crash/crash-report.ts';
import { RunSteps } from '../support/crash/run-steps.ts';
import { causeDisaster } from './disasters.ts';
import { readFacts } from './facts.ts';
import { violations, unended } from './invariants.ts';
import { readNetworkFile } from './phone-network.ts';
import type { Disaster, Scenario } from './scenario.ts';
import { ScenarioClient } from './scenario-client.ts';
import type { Deployment } from './deployment.ts';

const pollIntervalMs = 100;
/** Wait after the end of the last call, for messages that are still in transit. */
const inTransitMs = 150;
/** Time for which a phone retransmits a 200 OK without an ACK. */
const retransmitMs = 5_000;

export interface RunReport extends CrashReport {
  /** Number of calls that reached the network. */
  readonly dialogs: number;
  readonly rows: number;
}

/** Runs the scenario from the first start to the end of the last call, and checks the invariants. */
export async function runScenario(
  scenario: Scenario,
  deployment: Deployment,
  { agentId, timeoutMs }: { readonly agentId: string; readonly timeoutMs?: number | undefined },
): Promise<RunReport> {
  const startedMs = performance.now();
  const client = new ScenarioClient(deployment, scenario, agentId);
  const steps = new RunSteps();
  const run = async () => {
    const names = scenario.roles === undefined ? (['first'] as const) : (['first', 'second'] as const);
    await steps.finish('the first start', Promise.all(names.map((name) => deployment.supervise(name))));
    await Promise.all([
      steps.finish('the requests', client.sendAll()),
      steps.finish('the disasters', causeAll(scenario.disasters, deployment, client)),
    ]);
    await steps.finish('the end of all calls', untilAllEnded(deployment, client));
  };
  const late = await steps.untilEnded(run(), () => readOpenWork(deployment), timeoutMs);
  deployment.recordHistory('all calls have ended');
  if (late.length === 0) await untilNetworkEnds(deployment);
  await deployment.close();
  const facts = await deployment.withDatabase((connection) => readFacts(connection, deployment.recordFile));
  const found = violations(facts, {
    ...client.confirmed,
    predialResponses: deployment.predialResponses,
  });
  return {
    ...createReport(scenario, deployment, { violations: [...late, ...found], startedMs }),
    dialogs: facts.network.filter(({ type }) => type === 'dialog').length,
    rows: facts.jobs.length,
  };
}

async function causeAll(
  disasters: readonly Disaster[],
  deployment: Deployment,
  client: ScenarioClient,
): Promise<void> {
  for (const disaster of disasters) {
    await sleep(disaster.afterMs);
    if (deployment.isClosed) return;
    if (!isSupported(disaster, deployment.options.server)) continue;
    deployment.recordHistory(disaster.kind);
    await causeDisaster(disaster, deployment, client);
  }
}

const openWork = `select 'the batch ' || id || ' is ' || status as item from batches
    where status in ('validating', 'scheduled', 'running', 'paused')
  union all select 'the call ' || id || ' is ' || state from calls where state <> 'ended'
  union all select 'the callback ' || id || ' is ' || status from dispositions
    where status = 'in_progress' or (status = 'pending' and scheduled_at < now() + interval '1 minute')
  union all select 'the job ' || id || ' (' || kind || ') is ' || state from jobs
    where kind in ('place-call', 'dial-batch-calls') and state <> 'failed'`;

/** Returns the processes that are not ready, and the open batches, calls, callbacks and jobs that place calls. */
async function readOpenWork(deployment: Deployment): Promise<readonly string[]> {
  const { rows } = await deployment.withDatabase((client) => client.query<{ item: string }>(openWork));
  return [...deployment.openWork, ...rows.map(({ item }) => item)];
}

/** Waits until no batch, call, callback or job that places calls is open. Resumes batches that the program has paused. */
async function untilAllEnded(deployment: Deployment, client: ScenarioClient): Promise<void> {
  for (;;) {
    const { open, paused } = await deployment.withDatabase(async (connection) => ({
      open: (await connection.query(openWork)).rows,
      paused: (await connection.query<{ id: string }>("select id from batches where status = 'paused'")).rows,
    }));
    if (open.length === 0) return;
    if (deployment.isClosed) throw new Error('The run has ended.');
    for (const { id } of paused) await client.resume(id);
    await sleep(pollIntervalMs);
  }
}

/** Waits until the network has received the end of every call, or retransmissions have stopped. */
async function untilNetworkEnds({ recordFile }: Deployment): Promise<void> {
  await sleep(inTransitMs);
  const untilMs = performance.now() + retransmitMs;
  while (unended(readNetworkFile(recordFile)).length > 0 && performance.now() < untilMs)
    await sleep(pollIntervalMs);
}
