import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { check } from './check.ts';
import type { Deployment } from './deployment.ts';
import { causeDisaster, isSupported } from './disasters.ts';
import { readDatabase, readOpenWork, type Facts } from './facts.ts';
import { readPeerRecords } from './records.ts';
import type { Scenario } from './scenario.ts';
import { Writer, type Flows } from './writer.ts';

/** Time limit of a run. Most runs take 10 to 30 s. */
const runTimeoutMs = 120_000;
const pollIntervalMs = 200;
/** A customer answers after at most 1.7 s, and the program answers the customer after at most 1 s. */
const quietMs = 2_500;

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
  /** Messages, or parts of SMS, that the peers accepted. */
  readonly accepted: number;
  /** Acknowledged messages of customers, and the opt-outs among them. */
  readonly received: number;
  readonly optOuts: number;
  /** Stored automatic replies. */
  readonly replies: number;
  /** Messages with an unknown outcome, before a user decided on them. */
  readonly unknown: number;
  readonly tookMs: number;
  readonly facts: Facts;
}

/** Runs the scenario from the first start until no message is open, and checks the invariants. */
export async function runScenario(
  scenario: Scenario,
  deployment: Deployment,
  flows: Flows,
): Promise<RunReport> {
  const startedMs = performance.now();
  const writer = new Writer(deployment, scenario, flows);
  const run = new ScenarioRun(scenario, deployment, writer);
  const ended = run.run();
  // Requests that are pending at `close()` fail.
  ended.catch(() => undefined);
  const isInTime: boolean = await Promise.race([
    ended.then(() => true),
    sleep(runTimeoutMs, false, { ref: false }),
  ]);
  const openWork = isInTime ? [] : await run.openWork();
  deployment.recordHistory('the run has ended');
  await deployment.close();
  const records = readPeerRecords(deployment.peersFile);
  const database = await deployment.withDatabase(readDatabase);
  const { confirmed, unexpected } = writer;
  const facts: Facts = { ...database, records, confirmed, disruptionsMs: deployment.disruptionsMs };
  const late = isInTime
    ? []
    : [`the run did not end within ${runTimeoutMs / 1000} s; open: ${openWork.join('; ')}`];
  const acknowledged = new Set(
    records.flatMap((record) => (record.type === 'acknowledgement' ? record.id : [])),
  );
  const received = records.filter(
    (record) => record.type === 'customer-message' && acknowledged.has(record.id),
  );
  return {
    seed: scenario.seed,
    violations: [...late, ...unexpected.map((text) => `unexpected response: ${text}`), ...check(facts)],
    disasters: scenario.disasters.filter((one) => isSupported(one, deployment)).map(({ kind }) => kind),
    skipped: scenario.disasters.filter((one) => !isSupported(one, deployment)).map(({ kind }) => kind),
    faultPoints: existsSync(deployment.faultFile) ? linesOf(deployment.faultFile) : [],
    deaths: deployment.deaths,
    accepted: records.filter((record) => record.type === 'handover' && record.outcome === 'accepted').length,
    received: received.length,
    optOuts: received.filter((record) => record.type === 'customer-message' && record.isStop).length,
    replies: database.messages.filter(({ content }) => content.startsWith('You wrote')).length,
    unknown: run.unknown,
    tookMs: performance.now() - startedMs,
    facts,
  };
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

class ScenarioRun {
  readonly #scenario: Scenario;
  readonly #deployment: Deployment;
  readonly #writer: Writer;
  readonly #unfinished = new Set<string>();
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

  /** Returns what the run waits for. */
  async openWork(): Promise<readonly string[]> {
    return [...this.#unfinished, ...(await this.#openParts())];
  }

  async run(): Promise<void> {
    await this.#finish('the first start', this.#deployment.supervise('first'));
    await Promise.all([
      this.#finish('the requests', this.#writer.writeAll()),
      this.#finish('the disasters', this.#causeAll()),
      this.#finish('the opt-outs', this.#stopAll()),
    ]);
    await this.#finish('a quiet time', this.#untilQuiet());
    const unknown = await this.#unknownMessages();
    this.#unknown = unknown.length;
    if (unknown.length === 0) return;
    await this.#finish('the decisions on unknown outcomes', this.#writer.resolveUnknown(unknown));
    await this.#finish('a quiet time after the decisions', this.#untilQuiet());
  }

  async #finish(name: string, work: Promise<void>): Promise<void> {
    this.#unfinished.add(name);
    await work;
    this.#unfinished.delete(name);
  }

  async #causeAll(): Promise<void> {
    for (const disaster of this.#scenario.disasters) {
      await sleep(disaster.afterMs);
      if (this.#deployment.isClosed) return;
      if (isSupported(disaster, this.#deployment)) await causeDisaster(disaster, this.#deployment);
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
      if ((await this.#openParts()).length > 0) quietSinceMs = performance.now();
    }
  }

  async #openParts(): Promise<readonly string[]> {
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
