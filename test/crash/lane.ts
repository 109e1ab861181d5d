import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PredialServer } from './predial-server.ts';
import type { BrokenBuild } from './broken-builds.ts';
import { saveEvidence } from './save-evidence.ts';
import { PhoneNetwork } from './phone-network.ts';
import { runScenario, type RunReport } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { ServerUnderTest } from './server-under-test.ts';
import { Deployment } from './deployment.ts';

const templateDatabase = 'prepared';
const ownNumber = '+14155552670';
/** SIP and RTP ports per lane. */
const portsPerLane = 500;
const firstPort = 20_000;

interface LaneParts {
  readonly server: ServerUnderTest;
  readonly network: PhoneNetwork;
  readonly predialServer: PredialServer;
}

export interface RunOptions {
  readonly broken?: BrokenBuild | undefined;
  /** Folder for the evidence of failed runs. */
  readonly evidenceFolder?: string | undefined;
}

/** Runs scenarios sequentially. Each lane has a PostgreSQL server, a phone network and a pre-dial server; each run has a database. */
export class Lane {
  readonly #server: ServerUnderTest;
  readonly #network: PhoneNetwork;
  readonly #predialServer: PredialServer;
  readonly #index: number;
  readonly #agentId: string;

  private constructor({ server, network, predialServer }: LaneParts, index: number, agentId: string) {
    this.#server = server;
    this.#network = network;
    this.#predialServer = predialServer;
    this.#index = index;
    this.#agentId = agentId;
  }

  /** @param index number of the lane among the concurrent ones, from 0 */
  static async open(index: number): Promise<Lane> {
    const [server, network, predialServer] = await Promise.all([
      ServerUnderTest.start(),
      PhoneNetwork.open(),
      PredialServer.open(),
    ]);
    const parts = { server, network, predialServer };
    try {
      await server.query(`create database ${templateDatabase}`);
      const agentId = await prepare(deploymentOf(parts, templateDatabase, index));
      return new Lane(parts, index, agentId);
    } catch (error) {
      network.close();
      predialServer.close();
      await server.remove();
      throw error;
    }
  }

  async run(scenario: Scenario, { broken, evidenceFolder }: RunOptions = {}): Promise<RunReport> {
    const { seed } = scenario;
    const database = `run_${seed}`;
    await this.#server.query(`drop database if exists ${database} with (force)`);
    await this.#server.query(`create database ${database} template ${templateDatabase}`);
    // Without the checkpoint, a copied sequence has no WAL record of its cached values and returns them again after a crash.
    await this.#server.query('checkpoint');
    const parts = { server: this.#server, network: this.#network, predialServer: this.#predialServer };
    const deployment = deploymentOf(parts, database, this.#index, broken);
    await deployment.open(seed, path.join(this.#server.folder, templateDatabase, 'data'));
    try {
      const report = await runScenario(scenario, deployment, this.#agentId);
      if (evidenceFolder !== undefined && report.violations.length > 0)
        await saveEvidence(evidenceFolder, { scenario, report, deployment });
      return report;
    } finally {
      await deployment.close();
      await deployment.remove();
      await this.#server.query(`drop database if exists ${database} with (force)`);
    }
  }

  async close(): Promise<void> {
    this.#network.close();
    this.#predialServer.close();
    await this.#server.remove();
  }
}

function deploymentOf(parts: LaneParts, database: string, index: number, broken?: BrokenBuild): Deployment {
  const folder = path.join(parts.server.folder, database);
  const outputFolder = parts.server.outputFolder;
  return new Deployment({
    ...parts,
    database,
    folder,
    outputFolder,
    firstPort: firstPort + index * portsPerLane,
    broken,
  });
}

/** Creates a workspace without calling hours, with a number and an agent for short calls. Returns the agent's id. */
async function prepare(deployment: Deployment): Promise<string> {
  await mkdir(deployment.options.folder, { recursive: true });
  await deployment.open(1);
  await deployment.supervise('first');
  await deployment.requestUntilAnswered('PATCH', `/v1/api/workspaces/${deployment.workspaceId}`, {
    callingHours: 'off',
  });
  const agents = await deployment.requestUntilAnswered('GET', '/api/v1/agents');
  const [{ id }] = (agents.body as { data: { agents: [{ id: string }] } }).data.agents;
  const limits = {
    ringTimeoutSeconds: 5,
    maxDurationSeconds: 10,
    silenceReminderSeconds: 1,
    maxReminders: 0,
    endAfterSilenceSeconds: 1,
  };
  await deployment.requestUntilAnswered('PATCH', `/api/v1/agents/${id}`, { limits });
  await deployment.requestUntilAnswered('POST', '/v1/api/telephony/numbers', {
    phoneNumber: ownNumber,
    agentId: id,
  });
  await deployment.close();
  return id;
}
