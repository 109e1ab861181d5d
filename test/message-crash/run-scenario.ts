import { setTimeout as sleep } from 'node:timers/promises';
import { createReport, isSupported, type CrashReport } from '../support/crash/crash-report.ts';
import { RunSteps } from '../support/crash/run-steps.ts';
import { check } from './check.ts';
import type { Deployment } from './deployment.ts';
import { causeDisaster } from './disasters.ts';
import { readDatabase, readOpenWork, type Facts } from './facts.ts';
import { readPeerRecords } from './records.ts';
import type { Scenario } from './scenario.ts';
import { Writer, type Flows } from './writer.ts';

const pollIntervalMs = 200;
/** A customer answers after at most 1.7 s, and the program answers the customer after at most 1 s. */
const quietMs = 2_500;

export interface RunReport extends CrashReport {
  /** Messages, or parts of SMS, that the peers accepted. */
  readonly accepted: number;
  /** Acknowledged messages of customers, and the opt-outs among them. */
  readonly received: number;
  readonly optOuts: number;
  /** Stored automatic replies. */
  readonly replies: number;
  /** Messages with an unknown outcome, before a user decided on them. */
  readonly unknown: number;
}

/** Runs the scenario from the first start until no message is open, and checks the invariants. */
export async function runScenario(
  scenario: Scenario,
  deployment: Deployment,
  flows: Flows,
): Promise<RunReport & { readonly facts: Facts }> {
  const startedMs = performance.now();
  const writer = new Writer(deployment, scenario, flows);
  const run = new ScenarioRun(scenario, deployment, writer);
  const late = await run.run();
  deployment.recordHistory('the run has ended');
  await deployment.close();
  const records = readPeerRecords(deployment.recordFile);
  const database = await deployment.withDatabase(readDatabase);
  const { confirmed, unexpected } = writer;
  const facts: Facts = { ...database, records, confirmed, disruptionsMs: deployment.disruptionsMs };
  const acknowledged = new Set(
    records.flatMap((record) => (record.type === 'acknowledgement' ? record.id : [])),
  );
  const received = records.filter(
    (record) => record.type === 'customer-message' && acknowledged.has(record.id),
  );
  const violations = [...late, ...unexpected.map((text) => `unexpected response: ${text}`), ...check(facts)];
  return {
    ...createReport(scenario, deployment, { violations, startedMs }),
    accepted: records.filter((record) => record.type === 'handover' && record.outcome === 'accepted').length,
    received: received.length,
    optOuts: received.filter((record) => record.type === 'customer-message' && record.isStop).length,
    replies: database.messages.filter(({ content }) => content.startsWith('You wrote')).length,
    unknown: run.unknown,
    facts,
  };
}

class ScenarioRun {
  readonly #scenario: Scenario;
  readonly #deployment: Deployment;
  readonly #writer: Writer;
  readonly #steps = new RunSteps();
  #unknown = 0;

  constructor(scenario: Scenario, deployment: Deployment, writer: Writer) {
    this.#scenario = scenario;
    this.#deployment = deployment;
    this.#writer = writer;
  }

  /** Messages with an unknown outcome that a user decided on. */
  get unknown(): number {
    return this.#unknown;
  }

  /** Returns the violation of a run that is late. */
  run(): Promise<readonly string[]> {
    return this.#steps.untilEnded(this.#run(), () => this.#openWork());
  }

  async #run(): Promise<void> {
    await this.#steps.finish('the first start', this.#deployment.supervise('first'));
    await Promise.all([
      this.#steps.finish('the requests', this.#writer.writeAll()),
      this.#steps.finish('the disasters', this.#causeAll()),
      this.#steps.finish('the opt-outs', this.#stopAll()),
    ]);
    await this.#steps.finish('a quiet time', this.#untilQuiet());
    const unknown = await this.#unknownMessages();
    this.#unknown = unknown.length;
    if (unknown.length === 0) return;
    await this.#steps.finish('the decisions on unknown outcomes', this.#writer.resolveUnknown(unknown));
    await this.#steps.finish('a quiet time after the decisions', this.#untilQuiet());
  }

  async #causeAll(): Promise<void> {
    for (const disaster of this.#scenario.disasters) {
      await sleep(disaster.afterMs);
      if (this.#deployment.isClosed) return;
      if (isSupported(disaster, this.#deployment.options.server))
        await causeDisaster(disaster, this.#deployment);
    }
  }

  async #stopAll(): Promise<void> {
    await Promise.all(
      this.#scenario.stops.map(async ({ atMs, customer }) => {
        await sleep(atMs);
        this.#deployment.commandPeers({ type: 'stop', customer: this.#scenario.customers[customer]! });
      }),
    );
  }

  /** Waits until all processes are ready, and nothing was open for some time. */
  async #untilQuiet(): Promise<void> {
    let quietSinceMs = performance.now();
    while (performance.now() < quietSinceMs + quietMs) {
      await sleep(pollIntervalMs);
      if (this.#deployment.isClosed) throw new Error('The run has ended.');
      await this.#deployment.makeRetriesDue();
      if ((await this.#openWork()).length > 0) quietSinceMs = performance.now();
    }
  }

  async #openWork(): Promise<readonly string[]> {
    return [...this.#deployment.openWork, ...(await this.#deployment.withDatabase(readOpenWork))];
  }

  async #unknownMessages() {
    const text = `select conversation_id as "conversationId", id as "messageId" from messages where status = 'unknown'`;
    const { rows } = await this.#deployment.withDatabase((client) =>
      client.query<{ conversationId: string; messageId: string }>(text),
    );
    return rows;
  }
}
