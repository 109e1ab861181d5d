import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AskedBooks } from './asked-books.ts';
import type { Break } from './broken-builds.ts';
import { keepEvidence } from './keep-evidence.ts';
import { PhoneNetwork } from './phone-network.ts';
import { runScenario, type RunReport } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';
import { ServerUnderTest } from './server-under-test.ts';
import { World } from './world.ts';

const prepared = 'prepared';
const ownNumber = '+14155552670';
/** SIP and RTP ports per lane. */
const portsPerLane = 500;
const firstPort = 20_000;

interface LaneParts {
  readonly server: ServerUnderTest;
  readonly network: PhoneNetwork;
  readonly books: AskedBooks;
}

export interface HowToRun {
  readonly broken?: Break | undefined;
  /** Folder for the evidence of failed runs. */
  readonly keep?: string | undefined;
}

/** Runs scenarios one after the other. Each lane has a server, a phone network and a pre-dial check; each run has a database. */
export class Lane {
  readonly #server: ServerUnderTest;
  readonly #network: PhoneNetwork;
  readonly #books: AskedBooks;
  readonly #index: number;
  readonly #agentId: string;

  private constructor({ server, network, books }: LaneParts, index: number, agentId: string) {
    this.#server = server;
    this.#network = network;
    this.#books = books;
    this.#index = index;
    this.#agentId = agentId;
  }

  /** @param index number of the lane among those that run at once, from 0 */
  static async open(index: number): Promise<Lane> {
    const [server, network, books] = await Promise.all([
      ServerUnderTest.start(),
      PhoneNetwork.open(),
      AskedBooks.open(),
    ]);
    const parts = { server, network, books };
    try {
      await server.ask(`create database ${prepared}`);
      const agentId = await prepare(worldOf(parts, prepared, index));
      return new Lane(parts, index, agentId);
    } catch (error) {
      network.close();
      books.close();
      await server.remove();
      throw error;
    }
  }

  async run(scenario: Scenario, { broken, keep }: HowToRun = {}): Promise<RunReport> {
    const { seed } = scenario;
    const database = `run_${seed}`;
    await this.#server.ask(`drop database if exists ${database} with (force)`);
    await this.#server.ask(`create database ${database} template ${prepared}`);
    // Only the original of a copied sequence has logged its cached values: after a crash the copy would return them twice.
    await this.#server.ask('checkpoint');
    const parts = { server: this.#server, network: this.#network, books: this.#books };
    const world = worldOf(parts, database, this.#index, broken);
    await world.open(seed, path.join(this.#server.folder, prepared, 'data'));
    try {
      const report = await runScenario(scenario, world, this.#agentId);
      if (keep !== undefined && report.breaches.length > 0)
        await keepEvidence(keep, { scenario, report, world });
      return report;
    } finally {
      await world.close();
      await world.remove();
      await this.#server.ask(`drop database if exists ${database} with (force)`);
    }
  }

  async close(): Promise<void> {
    this.#network.close();
    this.#books.close();
    await this.#server.remove();
  }
}

function worldOf(parts: LaneParts, database: string, index: number, broken?: Break): World {
  const folder = path.join(parts.server.folder, database);
  const notesFolder = parts.server.notesFolder;
  return new World({
    ...parts,
    database,
    folder,
    notesFolder,
    firstPort: firstPort + index * portsPerLane,
    broken,
  });
}

/** Prepares a workspace without calling hours, with a number and an agent for short calls. Returns the agent's id. */
async function prepare(world: World): Promise<string> {
  await mkdir(world.options.folder, { recursive: true });
  await world.open(1);
  await world.keepRunning('first');
  await world.insist('PATCH', `/v1/api/workspaces/${world.workspaceId}`, { callingHours: 'off' });
  const agents = await world.insist('GET', '/api/v1/agents');
  const [{ id }] = (agents.body as { data: { agents: [{ id: string }] } }).data.agents;
  const limits = {
    ringTimeoutSeconds: 5,
    maxDurationSeconds: 10,
    silenceReminderSeconds: 1,
    maxReminders: 0,
    endAfterSilenceSeconds: 1,
  };
  await world.insist('PATCH', `/api/v1/agents/${id}`, { limits });
  await world.insist('POST', '/v1/api/telephony/numbers', { phoneNumber: ownNumber, agentId: id });
  await world.close();
  return id;
}
