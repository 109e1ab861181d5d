import { ApiUnderTest } from '../program/api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from '../program/program-under-test.ts';
import { ServingProcess } from '../program/serving-process.ts';
import type { Connection } from '../../src/store/connection.ts';
import { connectionUrl } from './connection-url.ts';
import { createEmptyDatabase } from './database.ts';

type WebhookEvents = NonNullable<
  NonNullable<Parameters<ApiUnderTest['client']['createWebhook']>[0]>['body']['events']
>;

/** `parley serve` without calls, on a database of the test server, which keeps running when the program is killed. */
export class WebhookProgram {
  readonly connection: Connection;
  readonly #dropDatabase: () => Promise<void>;
  readonly #folder: TemporaryFolder;
  readonly #nodeArguments: readonly string[];
  #process: ServingProcess;
  #ready: Promise<string>;
  #api: ApiUnderTest | undefined;
  #address = '';
  #logs = '';
  workspaceId = '';

  private constructor(
    database: Awaited<ReturnType<typeof createEmptyDatabase>>,
    folder: TemporaryFolder,
    nodeArguments: readonly string[],
  ) {
    this.connection = database.connection;
    this.#dropDatabase = database.drop;
    this.#folder = folder;
    this.#nodeArguments = nodeArguments;
    this.#process = this.#spawn();
    this.#ready = addressOf(this.#process);
  }

  /** Resolves when the program is ready. */
  static async start(nodeArguments: readonly string[] = []): Promise<WebhookProgram> {
    const database = await createEmptyDatabase();
    const program = new WebhookProgram(database, await temporaryDataFolder(), nodeArguments);
    await program.ready();
    const firstStart = await readFirstStart(program.#folder.dataDir);
    program.#api = new ApiUnderTest(program.#address, firstStart);
    program.workspaceId = firstStart.workspaceId;
    return program;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The log of all processes. */
  get logs(): string {
    return this.#logs + this.#process.stderr;
  }

  /** Resolves when the process is ready. Rejects if it ends first. */
  async ready(): Promise<void> {
    this.#address = await this.#ready;
  }

  /** Adds an endpoint with a request to the first process. */
  async createEndpoint(url: string, events: readonly string[]): Promise<{ id: string; secret: string }> {
    return this.#api!.client.createWebhook({ body: { url, events: events as WebhookEvents } });
  }

  /** Returns the current values of the metrics without labels. */
  async metrics(): Promise<ReadonlyMap<string, number>> {
    const text = await (await fetch(`${this.#address}/metrics`)).text();
    const lines = text.matchAll(/^(?<name>[a-z_]+) (?<value>\S+)$/gmu);
    return new Map([...lines].map(({ groups }) => [groups!['name']!, Number(groups!['value'])]));
  }

  signal(name: 'SIGUSR2'): void {
    this.#process.signal(name);
  }

  /** Kills the process, and starts another one without waiting until that is ready. */
  async killAndRestart(): Promise<void> {
    const killed = this.#process;
    killed.signal('SIGKILL');
    await killed.ended;
    this.#logs += killed.stderr;
    this.#process = this.#spawn();
    this.#ready = addressOf(this.#process);
  }

  /** Ends the process, and removes its database and its data. */
  async remove(): Promise<void> {
    await this.#process.remove();
    await this.#folder.remove();
    await this.#dropDatabase();
  }

  #spawn(): ServingProcess {
    return new ServingProcess(
      {
        PARLEY_DATABASE_URL: connectionUrl(this.connection),
        PARLEY_DATA_DIR: this.#folder.dataDir,
        PARLEY_HTTP_PORT: '0',
        PARLEY_ROLES: 'api,worker',
        PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
      },
      { nodeArguments: this.#nodeArguments, stopsWithParent: true },
    );
  }
}

/** Returns the address of the process once it is ready. A process that is killed before needs no handler. */
function addressOf(process: ServingProcess): Promise<string> {
  const address = process.ready();
  address.catch(() => undefined);
  return address;
}
