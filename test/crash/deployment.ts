import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { PredialServer, PredialResponse } from './predial-server.ts';
import type { BrokenBuild } from './broken-builds.ts';
import type { FaultPoint } from './fault-points.ts';
import { NodeUnderTest } from './node-under-test.ts';
import type { PhoneNetwork } from './phone-network.ts';
import type { ServerUnderTest } from './server-under-test.ts';

/** The program's clock runs this many times faster than the system clock. */
const speed = 2;
const portsPerNode = 250;
const retryDelayMs = 60;

export interface DeploymentOptions {
  readonly server: ServerUnderTest;
  readonly network: PhoneNetwork;
  readonly predialServer: PredialServer;
  /** Name of an existing database. */
  readonly database: string;
  /** Data folder of the program. */
  readonly folder: string;
  /** Folder for the files of the phone network and of the fault points, on a disk that is never filled. */
  readonly outputFolder: string;
  /** First of the 500 UDP ports for SIP and RTP. */
  readonly firstPort: number;
  readonly broken?: BrokenBuild | undefined;
}

export type NodeName = 'first' | 'second';

export interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The program of one run: one or two processes on one database, with a client that retries its requests. */
export class Deployment {
  readonly options: DeploymentOptions;
  readonly networkFile: string;
  readonly faultFile: string;
  readonly #anchorMs = Date.now();
  readonly #nodes = new Map<NodeName, NodeUnderTest>();
  #clockOffsetMs = 0;
  #headers: Record<string, string> = {};
  #workspaceId = '';
  readonly #supervisors: Promise<void>[] = [];
  #logs = '';
  readonly #history: string[] = [];
  readonly #faultPoints: FaultPoint[] = [];
  #reachedCount = 0;
  #deaths = 0;
  #isClosed = false;

  constructor(options: DeploymentOptions) {
    this.options = options;
    this.networkFile = path.join(options.outputFolder, `${options.database}.jsonl`);
    this.faultFile = path.join(options.outputFolder, `${options.database}.log`);
  }

  get workspaceId(): string {
    return this.#workspaceId;
  }

  /** URL of the pre-dial check. */
  get predialUrl(): string {
    const { predialServer, database } = this.options;
    return predialServer.urlOf(database);
  }

  /** The responses of the pre-dial check in this run. */
  get predialResponses(): readonly PredialResponse[] {
    const { predialServer, database } = this.options;
    return predialServer.responsesOf(database);
  }

  /** The logs of all processes. */
  get logs(): string {
    return this.#logs;
  }

  /** Events of the run, each with the system time in ms. */
  get history(): readonly string[] {
    return this.#history;
  }

  recordHistory(event: string): void {
    this.#history.push(`${Date.now()} ${event}`);
  }

  /** Number of process exits before `close()`. */
  get deaths(): number {
    return this.#deaths;
  }

  /** @param preparedData data folder of the prepared program; its `bootstrap.json` contains the API key */
  async open(seed: number, preparedData?: string): Promise<void> {
    const { folder, network } = this.options;
    const data = path.join(folder, 'data');
    await mkdir(data, { recursive: true });
    if (preparedData !== undefined) {
      await cp(path.join(preparedData, 'bootstrap.json'), path.join(data, 'bootstrap.json'));
      await this.#readKey();
    }
    await network.startRun({ file: this.networkFile, seed });
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
      const node = new NodeUnderTest(this.#settings(name));
      this.#nodes.set(name, node);
      this.recordHistory(`${name} starts`);
      if (name === 'first') this.#armNext(node);
      if (await node.ready()) {
        if (this.#workspaceId === '') await this.#readKey();
        this.recordHistory(`${name} is ready`);
        onReady();
      }
      await node.exited;
      this.recordHistory(`${name} has exited`);
      this.#deaths += 1;
      this.#logs += node.stderr;
      await sleep(retryDelayMs);
    }
    onReady();
  }

  node(name: NodeName = 'first'): NodeUnderTest | undefined {
    return this.#nodes.get(name);
  }

  get #readyNode(): NodeUnderTest | undefined {
    return [...this.#nodes.values()].find(({ address }) => address !== undefined);
  }

  /** Arms a fault point in the first process. If the process exits before it reaches the point, its successor is armed with it. */
  armFaultPoint(point: FaultPoint): void {
    this.#faultPoints.push(point);
    if (this.#faultPoints.length === 1) this.#nodes.get('first')?.send({ arm: point });
  }

  async kill(name: NodeName = 'first'): Promise<void> {
    await this.#nodes.get(name)?.kill();
  }

  /** Current offset of the program's clock in ms. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  setClockOffset(offsetMs: number): void {
    this.#clockOffsetMs = offsetMs;
    for (const node of this.#nodes.values()) node.send({ setClockOffset: offsetMs });
  }

  /** Sends the request to any ready process and retries with the same idempotency key until it receives a final response. */
  async requestUntilAnswered(method: string, url: string, body?: object, key?: string): Promise<ApiResponse> {
    for (;;) {
      if (this.#isClosed) throw new Error('The run has ended.');
      const node = this.#readyNode;
      const response = await this.request(method, url, body, key).catch(() => undefined);
      if (response !== undefined && isFinal(response)) return response;
      await sleep(retryDelayMs);
      if (key !== undefined && (response !== undefined || node?.hasExited === true))
        await this.#expireLease(key);
    }
  }

  /** Expires the lease of an idempotency key whose request ended without a stored response. */
  async #expireLease(key: string): Promise<void> {
    const { server, database } = this.options;
    const text = `update idempotency_records set lease_until = now() - interval '1 s'
      where idempotency_key = $1 and state = 'running'`;
    await server.query(text, [key], database).catch(() => undefined);
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

  /** Kills all processes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deaths -= [...this.#nodes.values()].filter(({ hasExited }) => !hasExited).length;
    await Promise.all([this.kill('first'), this.kill('second')]);
    await Promise.all(this.#supervisors);
  }

  /** Runs `work` with a new connection to the database. Retries while the server is unavailable. */
  withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const { server, database } = this.options;
    return server.withDatabase(database, work);
  }

  async remove(): Promise<void> {
    for (const entry of [this.options.folder, this.networkFile, this.faultFile])
      await rm(entry, { recursive: true, force: true });
  }

  /** Removes the fault points that were reached and arms the next one. */
  #armNext(node: NodeUnderTest): void {
    const reached = existsSync(this.faultFile)
      ? readFileSync(this.faultFile, 'utf8').split('\n').length - 1
      : 0;
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

  #settings(name: NodeName) {
    const { server, network, database, folder, firstPort, broken } = this.options;
    const ports = name === 'first' ? firstPort : firstPort + portsPerNode;
    return {
      environment: {
        PARLEY_DATA_DIR: path.join(folder, 'data'),
        PARLEY_DATABASE_URL: server.urlOf(database),
        PARLEY_HTTP_PORT: '0',
        // The successor uses the same port, so it receives the messages that were sent to its predecessor.
        PARLEY_SIP_PORT: String(ports),
        PARLEY_RTP_PORTS: `${ports + 2}-${ports + portsPerNode - 1}`,
        PARLEY_MEDIA_THREADS: '1',
        PARLEY_TEST_NETWORK: 'off',
        PARLEY_TRUNK_URL: network.trunkUrl,
        PARLEY_DEFAULT_PLAN: 'unlimited',
        PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
        PARLEY_LOG_LEVEL: 'warn',
      },
      clock: { anchorMs: this.#anchorMs, speed, offsetMs: this.#clockOffsetMs },
      faultFile: this.faultFile,
      broken,
    };
  }
}

/** Returns whether the response is final. An error about a call that could not be placed is final too; its row has the reason. */
function isFinal({ status, body }: ApiResponse): boolean {
  const { code } = (typeof body['error'] === 'object' ? body['error'] : body) as { code?: string };
  if (code === 'UNKNOWN_ERROR' && String(body['details']).includes('The call is ')) return true;
  return status < 500 && status !== 429 && code !== 'idempotency_in_progress';
}
