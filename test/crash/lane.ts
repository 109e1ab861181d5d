import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { claimSlot, type Slot } from '../support/crash/claim-slot.ts';
import type { RunOptions } from '../support/crash/crash-command.ts';
import { saveEvidence } from '../support/crash/save-evidence.ts';
import { SequentialRuns } from '../support/crash/sequential-runs.ts';
import { ServerUnderTest } from '../support/crash/server-under-test.ts';
import { PredialServer } from './predial-server.ts';
import type { BrokenBuild } from './broken-builds.ts';
import { PhoneNetwork } from './phone-network.ts';
import { runScenario, type RunReport } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { Deployment, type DeploymentOptions } from './deployment.ts';

const ownNumber = '+14155552670';
/** SIP and RTP ports per lane. */
const portsPerLane = 500;
const firstPort = 20_000;

interface LaneParts {
  readonly slot: Slot;
  readonly server: ServerUnderTest;
  readonly network: PhoneNetwork;
  readonly predialServer: PredialServer;
}

/** Every call of a run with its row, its dial intents and its events, oldest first. */
const timelines = `select c.id, c.to_number, c.attempt, c.state, c.end_reason, c.node_id, c.created_at, c.dialed_at, c.answered_at,
    c.ended_at, j.status as row_status, j.outcome as row_outcome,
    (select json_agg(json_build_object('at', i.created_at, 'reference', i.reference, 'settled', i.settled_at))
      from dial_intents i where i.call_id = c.id) as intents,
    (select json_agg(json_build_object('at', e.at, 'type', e.type, 'detail', e.detail) order by e.sequence)
      from call_events e where e.call_id = c.id) as events
  from calls c left join batch_jobs j on j.id = c.job_id order by c.created_at, c.id`;

/** Runs scenarios sequentially. Each lane has a PostgreSQL server, a phone network and a pre-dial server; each run has a database. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #runs: SequentialRuns;
  readonly #agentId: string;

  private constructor(parts: LaneParts, runs: SequentialRuns, agentId: string) {
    this.#parts = parts;
    this.#runs = runs;
    this.#agentId = agentId;
  }

  static async open(): Promise<Lane> {
    const [slot, server, network, predialServer] = await Promise.all([
      claimSlot(),
      ServerUnderTest.start(),
      PhoneNetwork.open(),
      PredialServer.open(),
    ]);
    const parts = { slot, server, network, predialServer };
    try {
      const runs = new SequentialRuns(server);
      const agentId = await runs.prepare((database) => prepare(deploymentOf(parts, database)));
      return new Lane(parts, runs, agentId);
    } catch (error) {
      await closeParts(parts);
      throw error;
    }
  }

  /** @param options with the time limit of the run, if it is shorter than the usual one */
  async run(
    scenario: Scenario,
    { broken, evidenceFolder, timeoutMs }: RunOptions<BrokenBuild> & { readonly timeoutMs?: number } = {},
  ): Promise<RunReport> {
    return this.#runs.run(
      scenario.seed,
      (database) => deploymentOf(this.#parts, database, { broken, roles: scenario.roles }),
      async (deployment) => {
        await deployment.open(scenario.seed, this.#runs.preparedData);
        const report = await runScenario(scenario, deployment, { agentId: this.#agentId, timeoutMs });
        if (evidenceFolder !== undefined && report.violations.length > 0) {
          const { rows } = await deployment.withDatabase((client) => client.query(timelines));
          await saveEvidence(evidenceFolder, { scenario, report, program: deployment, rows });
        }
        return report;
      },
    );
  }

  async close(): Promise<void> {
    await this.#runs.end();
    await closeParts(this.#parts);
  }
}

async function closeParts({ slot, server, network, predialServer }: LaneParts): Promise<void> {
  network.close();
  predialServer.close();
  await server.remove();
  slot.release();
}

function deploymentOf(
  { slot, ...parts }: LaneParts,
  database: string,
  options: Pick<DeploymentOptions, 'broken' | 'roles'> = {},
): Deployment {
  const folder = path.join(parts.server.folder, database);
  const outputFolder = parts.server.outputFolder;
  return new Deployment({
    ...parts,
    database,
    folder,
    outputFolder,
    firstPort: firstPort + slot.index * portsPerLane,
    ...options,
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
