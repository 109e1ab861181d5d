import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { claimSlot, type Slot } from '../support/crash/claim-slot.ts';
import type { RunOptions } from '../support/crash/crash-command.ts';
import { saveEvidence } from '../support/crash/save-evidence.ts';
import { SequentialRuns } from '../support/crash/sequential-runs.ts';
import { ServerUnderTest } from '../support/crash/server-under-test.ts';
import type { BrokenBuild } from './broken-builds.ts';
import { Deployment } from './deployment.ts';
import { runScenario, type RunReport } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import type { Flows } from './writer.ts';

const firstMailPort = 21_500;

/** Runs scenarios sequentially. Each lane has a PostgreSQL server; each run has a database and peers. */
export class Lane {
  readonly #server: ServerUnderTest;
  readonly #runs: SequentialRuns;
  readonly #slot: Slot;
  readonly #flows: Flows;

  private constructor(server: ServerUnderTest, runs: SequentialRuns, slot: Slot, flows: Flows) {
    this.#server = server;
    this.#runs = runs;
    this.#slot = slot;
    this.#flows = flows;
  }

  static async open(): Promise<Lane> {
    const slot = await claimSlot();
    const server = await ServerUnderTest.start();
    try {
      const runs = new SequentialRuns(server);
      const flows = await runs.prepare((database) => prepare(deploymentOf(server, database, slot)));
      return new Lane(server, runs, slot, flows);
    } catch (error) {
      await server.remove();
      slot.release();
      throw error;
    }
  }

  async run(
    scenario: Scenario,
    { broken, evidenceFolder }: RunOptions<BrokenBuild> = {},
  ): Promise<RunReport> {
    const { seed, peerKills } = scenario;
    return this.#runs.run(
      seed,
      (database) => deploymentOf(this.#server, database, this.#slot, broken),
      async (deployment) => {
        await deployment.open(seed, peerKills, this.#runs.preparedData);
        const { facts, ...report } = await runScenario(scenario, deployment, this.#flows);
        const { records: _, ...rows } = facts;
        if (evidenceFolder !== undefined && report.violations.length > 0)
          await saveEvidence(evidenceFolder, { scenario, report, program: deployment, rows });
        return report;
      },
    );
  }

  async close(): Promise<void> {
    await this.#runs.end();
    await this.#server.remove();
    this.#slot.release();
  }
}

function deploymentOf(
  server: ServerUnderTest,
  database: string,
  { index }: Slot,
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
