import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { FaultPoint } from './fault-points.ts';
import { NodeUnderTest } from './node-under-test.ts';
import type { ServerUnderTest } from './server-under-test.ts';

const retryDelayMs = 60;

export interface ProgramOptions {
  readonly server: ServerUnderTest;
  /** Name of an existing database. */
  readonly database: string;
  /** Data folder of the program. */
  readonly folder: string;
  /** Folder for the files of the peers and of the fault points, on a disk that is never filled. */
  readonly outputFolder: string;
  /** Name of a deliberately broken build. */
  readonly broken?: string | undefined;
}

export type NodeName = 'first' | 'second';

export interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The settings of a process, as JSON in its only argument. `environment` has the variables that differ between the crash tests. */
export interface NodeSettings {
  readonly environment: Readonly<Record<string, string>>;
}

/** An event of a run, with the system time in ms. */
interface RunEvent {
  readonly atMs: number;
  readonly event: string;
}

/** The program of one run: one or two processes on one database, restarted after each exit, with a client that retries its requests. */
export abstract class SupervisedProgram<Options extends ProgramOptions = ProgramOptions> {
  readonly options: Options;
  /** File in which the peers of the program record what they received. */
  readonly recordFile: string;
  readonly faultFile: string;
  readonly #nodes = new Map<NodeName, NodeUnderTest>();
  readonly #supervisors: Promise<void>[] = [];
  readonly #faultPoints: FaultPoint[] = [];
  readonly #history: RunEvent[] = [];
  #headers: Record<string, string> = {};
  #workspaceId = '';
  #logs = '';
  #reachedCount = 0;
  #deaths = 0;
  #isClosed = false;

  constructor(options: Options) {
    this.options = options;
    this.recordFile = path.join(options.outputFolder, `${options.database}.jsonl`);
    this.faultFile = path.join(options.outputFolder, `${options.database}.log`);
  }

  /** The script of a process. */
  protected abstract readonly nodeFile: string;

  /** Returns the settings of a process beside those that all crash tests have. */
  protected abstract settingsOf(name: NodeName): NodeSettings;

  get workspaceId(): string {
    return this.#workspaceId;
  }

  /** The logs of all processes. */
  get logs(): string {
    return this.#logs;
  }

  get history(): readonly RunEvent[] {
    return this.#history;
  }

  /** Number of process exits before `close()`. */
  get deaths(): number {
    return this.#deaths;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The processes that are not ready. Empty if nothing is open. */
  get openWork(): readonly string[] {
    return [...this.#nodes].flatMap(([name, { address }]) =>
      address === undefined ? `the ${name} process is not ready` : [],
    );
  }

  recordHistory(event: string): void {
    this.#history.push({ atMs: Date.now(), event });
  }

  /** Creates the data folder. @param preparedData data folder of the prepared program, with its API key in `bootstrap.json` */
  protected async createFolder(preparedData?: string): Promise<void> {
    const data = path.join(this.options.folder, 'data');
    await mkdir(data, { recursive: true });
    if (preparedData === undefined) return;
    for (const file of ['bootstrap.json', 'secret.key'])
      await cp(path.join(preparedData, file), path.join(data, file));
    await this.#readKey();
  }

  /** Starts the process and restarts it after each exit, until `close()`. Resolves when the process is first ready. */
  supervise(name: NodeName): Promise<void> {
    if (this.#nodes.has(name)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#supervisors.push(this.#supervise(name, resolve));
    });
  }

  async #supervise(name: NodeName, onReady: () => void): Promise<void> {
    while (!this.#isClosed) {
      const node = new NodeUnderTest(this.#completeSettings(name), this.nodeFile);
      this.#nodes.set(name, node);
      this.recordHistory(`${name} starts`);
      if (name === 'first') this.#armNext(node);
      if (await node.ready()) {
        if (this.#workspaceId === '') await this.#readKey();
        this.recordHistory(`${name} is ready`);
        onReady();
      }
      await node.exited;
      this.#deaths += 1;
      this.#logs += node.stderr;
      await this.onExit(name, node);
      await sleep(retryDelayMs);
    }
    onReady();
  }

  /** Called after each exit, before the successor starts. */
  protected async onExit(name: NodeName, _node: NodeUnderTest): Promise<void> {
    this.recordHistory(`${name} has exited`);
  }

  node(name: NodeName = 'first'): NodeUnderTest | undefined {
    return this.#nodes.get(name);
  }

  /** Arms a fault point in the first process. If the process exits before it reaches the point, its successor is armed with it. */
  armFaultPoint(point: FaultPoint): void {
    this.#faultPoints.push(point);
    if (this.#faultPoints.length === 1) this.node('first')?.send({ arm: point });
  }

  /** The fault points that were reached. */
  get reachedFaultPoints(): readonly string[] {
    return existsSync(this.faultFile) ? readFileSync(this.faultFile, 'utf8').split('\n').filter(Boolean) : [];
  }

  async kill(name: NodeName = 'first'): Promise<void> {
    await this.node(name)?.kill();
  }

  /** Sends the request to any ready process and retries with the same idempotency key until it receives a final response. */
  async requestUntilAnswered(method: string, url: string, body?: object, key?: string): Promise<ApiResponse> {
    for (;;) {
      if (this.#isClosed) throw new Error('The run has ended.');
      const node = this.#readyNode;
      const response = await this.request(method, url, body, key).catch(() => undefined);
      if (response !== undefined && this.isFinal(response)) return response;
      await sleep(retryDelayMs);
      if (key !== undefined && (response !== undefined || node?.hasExited === true))
        await this.#expireLease(key);
    }
  }

  /** Returns whether the response is final. */
  protected isFinal({ status, body }: ApiResponse): boolean {
    return status < 500 && status !== 429 && codeOf(body) !== 'idempotency_in_progress';
  }

  async request(method: string, url: string, body?: object, key?: string): Promise<ApiResponse> {
    const address = this.#readyNode?.address;
    if (address === undefined) throw new Error('No process is ready.');
    const response = await fetch(new URL(url, address), {
      method,
      headers: {
        ...this.#headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
  }

  /** Runs `work` with a new connection to the database. Retries while the server is unavailable. */
  withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const { server, database } = this.options;
    return server.withDatabase(database, work);
  }

  /** Changes the database, unless the server rejects the change. */
  protected async update(text: string, values: unknown[] = []): Promise<void> {
    const { server, database } = this.options;
    await server.query(text, values, database).catch(() => undefined);
  }

  /** Kills all processes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deaths -= [...this.#nodes.values()].filter(({ hasExited }) => !hasExited).length;
    await Promise.all([this.kill('first'), this.kill('second')]);
    await Promise.all(this.#supervisors);
  }

  async remove(): Promise<void> {
    for (const entry of [this.options.folder, this.recordFile, this.faultFile])
      await rm(entry, { recursive: true, force: true });
  }

  get #readyNode(): NodeUnderTest | undefined {
    return [...this.#nodes.values()].find(({ address }) => address !== undefined);
  }

  /** Expires the lease of an idempotency key whose request ended without a stored response. */
  async #expireLease(key: string): Promise<void> {
    const text = `update idempotency_records set lease_until = now() - interval '1 s'
      where idempotency_key = $1 and state = 'running'`;
    await this.update(text, [key]);
  }

  /** Removes the fault points that were reached and arms the next one. */
  #armNext(node: NodeUnderTest): void {
    const reached = this.reachedFaultPoints.length;
    this.#faultPoints.splice(0, reached - this.#reachedCount);
    this.#reachedCount = reached;
    const [next] = this.#faultPoints;
    if (next !== undefined) node.send({ arm: next });
  }

  async #readKey(): Promise<void> {
    const file = path.join(this.options.folder, 'data', 'bootstrap.json');
    const { apiKey, workspaceId } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    this.#workspaceId = workspaceId!;
    this.#headers = { 'x-api-key': apiKey!, 'x-workspace-id': workspaceId! };
  }

  #completeSettings(name: NodeName): object {
    const { server, database, folder, broken } = this.options;
    const settings = this.settingsOf(name);
    return {
      ...settings,
      environment: {
        PARLEY_DATA_DIR: path.join(folder, 'data'),
        PARLEY_DATABASE_URL: server.urlOf(database),
        PARLEY_HTTP_PORT: '0',
        PARLEY_TEST_NETWORK: 'off',
        PARLEY_DEFAULT_PLAN: 'unlimited',
        PARLEY_LOG_LEVEL: 'warn',
        ...settings.environment,
      },
      faultFile: this.faultFile,
      broken,
    };
  }
}

/** Returns the code of an error response. */
export const codeOf = (body: ApiResponse['body']): string | undefined =>
  ((typeof body['error'] === 'object' ? body['error'] : body) as { code?: string }).code;
