import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ServerUnderTest } from '../crash/server-under-test.ts';
import type { BrokenBuild } from './broken-builds.ts';
import { Deployment } from './deployment.ts';
import { runScenario, type RunReport } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import type { Flows } from './writer.ts';

const templateDatabase = 'prepared';
const firstMailPort = 21_500;

export interface RunOptions {
  readonly broken?: BrokenBuild | undefined;
  /** Folder for the evidence of failed runs. */
  readonly evidenceFolder?: string | undefined;
}

/** Runs scenarios sequentially. Each lane has a PostgreSQL server; each run has a database and peers. */
export class Lane {
  readonly #server: ServerUnderTest;
  readonly #index: number;
  readonly #flows: Flows;
  #deployment: Deployment | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  private constructor(server: ServerUnderTest, index: number, flows: Flows) {
    this.#server = server;
    this.#index = index;
    this.#flows = flows;
  }

  /** @param index number of the lane among the concurrent ones, from 0 */
  static async open(index: number): Promise<Lane> {
    const server = await ServerUnderTest.start();
    try {
      await server.query(`create database ${templateDatabase}`);
      const flows = await prepare(deploymentOf(server, templateDatabase, index));
      return new Lane(server, index, flows);
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  async run(scenario: Scenario, options: RunOptions = {}): Promise<RunReport> {
    await this.#endRun();
    const run = this.#run(scenario, options);
    this.#ended = run.catch(() => undefined);
    return run;
  }

  async close(): Promise<void> {
    await this.#endRun();
    await this.#server.remove();
  }

  /** Ends a run that is still in progress, such as that of a test that timed out. The next run has the same ports. */
  async #endRun(): Promise<void> {
    await this.#deployment?.close();
    await this.#ended;
  }

  async #run(scenario: Scenario, { broken, evidenceFolder }: RunOptions): Promise<RunReport> {
    const { seed, peerKills } = scenario;
    const database = `run_${seed}`;
    await this.#server.query(`drop database if exists ${database} with (force)`);
    await this.#server.query(`create database ${database} template ${templateDatabase}`);
    // Without the checkpoint, a copied sequence has no WAL record of its cached values and returns them again after a crash.
    await this.#server.query('checkpoint');
    const deployment = deploymentOf(this.#server, database, this.#index, broken);
    this.#deployment = deployment;
    await deployment.open(seed, peerKills, path.join(this.#server.folder, templateDatabase, 'data'));
    try {
      const report = await runScenario(scenario, deployment, this.#flows);
      if (evidenceFolder !== undefined && report.violations.length > 0)
        await saveEvidence(evidenceFolder, scenario, report, deployment);
      return report;
    } finally {
      await deployment.close();
      await deployment.remove();
      await this.#server.query(`drop database if exists ${database} with (force)`);
    }
  }
}

function deploymentOf(
  server: ServerUnderTest,
  database: string,
  index: number,
  broken?: BrokenBuild,
): Deployment {
  const firstPort = firstMailPort + index * 2;
  return new Deployment({
    server,
    database,
    folder: path.join(server.folder, database),
    outputFolder: server.outputFolder,
    mailPorts: [firstPort, firstPort + 1],
    broken,
  });
}

/** The nodes of a flow that answers each message of the customer with its text, until the customer says goodbye. */
const echo = {
  startNodeId: 'listen',
  nodes: [
    {
      id: 'listen',
      type: 'ask',
      config: { prompt: 'Please go on.', variable: 'heard_text', expect: 'text', retries: 5 },
    },
    { id: 'echo', type: 'say', config: { text: 'You wrote: {{heard_text}}.' } },
    { id: 'goodbye', type: 'end', config: { text: 'Goodbye.' } },
  ],
  edges: [
    {
      id: 'said_goodbye',
      from: 'listen',
      to: 'goodbye',
      condition: { type: 'expression', all: [{ left: 'heard_text', op: '==', right: 'goodbye' }] },
    },
    { id: 'said', from: 'listen', to: 'echo', condition: { type: 'else' } },
    { id: 'again', from: 'echo', to: 'listen', condition: { type: 'else' } },
  ],
};

/** Creates a workspace with the flows. */
async function prepare(deployment: Deployment): Promise<Flows> {
  await mkdir(deployment.options.folder, { recursive: true });
  await deployment.open(1, 0);
  await deployment.supervise('first');
  const create = async (flow: object): Promise<string> => {
    const { status, body } = await deployment.requestUntilAnswered('POST', '/api/v1/flows', {
      type: 'message',
      status: 'active',
      initiationMessage: '{{text}}',
      subject: 'Your visit',
      replyDebounceSeconds: 1,
      ...flow,
    });
    if (status >= 300) throw new Error(`No flow was created: ${JSON.stringify(body)}`);
    return String(body['id']);
  };
  const flows = {
    immediate: await create({ name: 'Immediate', autopilotReplies: true, ...echo }),
    delayed: await create({ name: 'Delayed', delay: { enabled: true, seconds: 1 } }),
  };
  await deployment.close();
  return flows;
}

/** Writes the evidence of a failed run to a subfolder of `folder`, one per seed. */
async function saveEvidence(
  folder: string,
  scenario: Scenario,
  { facts, ...report }: RunReport,
  deployment: Deployment,
): Promise<void> {
  const target = path.join(folder, `seed-${scenario.seed}`);
  await mkdir(target, { recursive: true });
  const json = (value: unknown) => JSON.stringify(value, undefined, 2);
  const { records: _, ...rows } = facts;
  await Promise.all([
    cp(deployment.peersFile, path.join(target, 'peers.jsonl')),
    writeFile(path.join(target, 'run.json'), json({ scenario, report, history: deployment.history })),
    writeFile(path.join(target, 'rows.json'), json(rows)),
    writeFile(path.join(target, 'log.jsonl'), deployment.logs),
  ]);
}
