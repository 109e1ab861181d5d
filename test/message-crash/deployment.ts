import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { jobsChannel } from '../../src/jobs/enqueue-job.ts';
import type { FaultPoint } from '../crash/fault-points.ts';
import { NodeUnderTest } from '../crash/node-under-test.ts';
import type { ServerUnderTest } from '../crash/server-under-test.ts';
import type { BrokenBuild } from './broken-builds.ts';
import type { MessageChildSettings } from './child.ts';
import type { PeersCommand, PeersMessage, PeersSettings } from './peers.ts';

/** The sender of SMS. */
export const ownNumber = '+14155552670';
/** The sender of emails. */
export const ownMail = 'office@parley.invalid';

const retryDelayMs = 60;

export interface DeploymentOptions {
  readonly server: ServerUnderTest;
  /** Name of an existing database. */
  readonly database: string;
  /** Data folder of the program. */
  readonly folder: string;
  /** Folder for the files of the peers and of the fault points, on a disk that is never filled. */
  readonly outputFolder: string;
  /** Ports at which the processes of the program listen for mail. */
  readonly mailPorts: readonly [first: number, second: number];
  readonly broken?: BrokenBuild | undefined;
}

export type NodeName = 'first' | 'second';

export interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The program of one run with its peers: one or two processes on one database, with a client that retries its requests. */
export class Deployment {
  readonly options: DeploymentOptions;
  readonly peersFile: string;
  readonly faultFile: string;
  readonly #nodes = new Map<NodeName, NodeUnderTest>();
  readonly #supervisors: Promise<void>[] = [];
  readonly #faultPoints: FaultPoint[] = [];
  readonly #history: { readonly atMs: number; readonly event: string }[] = [];
  readonly #disruptionsMs: number[] = [];
  #peers: ChildProcess | undefined;
  #peersPorts = { smpp: 0, smtp: 0 };
  #pending: readonly string[] = [];
  #peerKills = 0;
  #headers: Record<string, string> = {};
  #logs = '';
  #reachedCount = 0;
  #deaths = 0;
  #isClosed = false;

  constructor(options: DeploymentOptions) {
    this.options = options;
    this.peersFile = path.join(options.outputFolder, `${options.database}.jsonl`);
    this.faultFile = path.join(options.outputFolder, `${options.database}.log`);
  }

  /** The logs of all processes. */
  get logs(): string {
    return this.#logs;
  }

  /** Events of the run, each with the system time in ms. */
  get history(): readonly { readonly atMs: number; readonly event: string }[] {
    return this.#history;
  }

  /** System times in ms of deaths and faults of the database, after which an outcome can be unknown. */
  get disruptionsMs(): readonly number[] {
    return this.#disruptionsMs;
  }

  /** Number of process exits before `close()`. */
  get deaths(): number {
    return this.#deaths;
  }

  /** The processes that are not ready, and what the program has not acknowledged to the peers. Empty if nothing is open. */
  get openWork(): readonly string[] {
    return [
      ...[...this.#nodes].flatMap(([name, { address }]) =>
        address === undefined ? `the ${name} process is not ready` : [],
      ),
      ...(this.#arePeersRunning ? [] : ['the process of the peers has exited']),
      ...this.#pending.map((name) => `the ${name} is not acknowledged`),
    ];
  }

  recordHistory(event: string): void {
    this.#history.push({ atMs: Date.now(), event });
  }

  recordDisruption(event: string): void {
    this.recordHistory(event);
    this.#disruptionsMs.push(Date.now());
  }

  /**
   * Starts the peers.
   * @param peerKills how many kills they may request
   * @param preparedData data folder of the prepared program; its `bootstrap.json` contains the API key
   */
  async open(seed: number, peerKills: number, preparedData?: string): Promise<void> {
    const { folder, mailPorts } = this.options;
    const data = path.join(folder, 'data');
    await mkdir(data, { recursive: true });
    if (preparedData !== undefined) {
      for (const file of ['bootstrap.json', 'secret.key'])
        await cp(path.join(preparedData, file), path.join(data, file));
      await this.#readKey();
    }
    this.#peerKills = peerKills;
    const settings: PeersSettings = { seed, file: this.peersFile, ownNumber, ownMail, mailPorts };
    const peers = fork(path.join(import.meta.dirname, 'peers.ts'), [JSON.stringify(settings)]);
    this.#peers = peers;
    const [ports] = (await once(peers, 'message')) as [Extract<PeersMessage, { type: 'ports' }>];
    this.#peersPorts = ports;
    peers.on('message', (message: PeersMessage) => this.#receive(message));
  }

  commandPeers(command: PeersCommand): void {
    if (this.#peers?.connected === true) this.#peers.send(command, () => undefined);
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
      const node = new NodeUnderTest(this.#settings(name), path.join(import.meta.dirname, 'child.ts'));
      this.#nodes.set(name, node);
      this.recordHistory(`${name} starts`);
      if (name === 'first') this.#armNext(node);
      if (await node.ready()) {
        if (this.#headers['x-api-key'] === undefined) await this.#readKey();
        this.recordHistory(`${name} is ready`);
        onReady();
      }
      await node.exited;
      this.recordDisruption(`${name} has exited`);
      this.#deaths += 1;
      this.#logs += node.stderr;
      if (!this.#isClosed) await this.#expireLeases(node);
      await sleep(retryDelayMs);
    }
    onReady();
  }

  node(name: NodeName = 'first'): NodeUnderTest | undefined {
    return this.#nodes.get(name);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Arms a fault point in the first process. If the process exits before it reaches the point, its successor is armed with it. */
  armFaultPoint(point: FaultPoint): void {
    this.#faultPoints.push(point);
    if (this.#faultPoints.length === 1) this.#nodes.get('first')?.send({ arm: point });
  }

  async kill(name: NodeName = 'first'): Promise<void> {
    await this.#nodes.get(name)?.kill();
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
        await this.#expireRequest(key);
    }
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

  /**
   * Lets time pass for messages that are tried again or wait for another one: they are due now, and then their jobs. A job that runs before
   * its message is due would find no waiting message.
   */
  async makeRetriesDue(): Promise<void> {
    await this.#update(`update messages set due_at = now() where id in (
      select id from messages where status = 'scheduled' and attempts > 0 and due_at > now() for update skip locked)`);
    await this.#update(`with moved as (
        update jobs set run_at = now() from messages
        where jobs.kind like 'send-%' and jobs.state = 'queued' and jobs.key = messages.id
          and jobs.run_at > now() + interval '300 ms' and messages.due_at <= now()
        returning jobs.id)
      select pg_notify('${jobsChannel}', '') from moved`);
  }

  /** Kills all processes and ends the peers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deaths -= [...this.#nodes.values()].filter(({ hasExited }) => !hasExited).length;
    await Promise.all([this.kill('first'), this.kill('second')]);
    await Promise.all(this.#supervisors);
    if (!this.#arePeersRunning) return;
    const exited = once(this.#peers!, 'exit');
    this.commandPeers({ type: 'finish' });
    await exited;
  }

  /** Runs `work` with a new connection to the database. Retries while the server is unavailable. */
  withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const { server, database } = this.options;
    return server.withDatabase(database, work);
  }

  async remove(): Promise<void> {
    for (const entry of [this.options.folder, this.peersFile, this.faultFile])
      await rm(entry, { recursive: true, force: true });
  }

  get #arePeersRunning(): boolean {
    return this.#peers?.exitCode === null && this.#peers.signalCode === null;
  }

  get #readyNode(): NodeUnderTest | undefined {
    return [...this.#nodes.values()].find(({ address }) => address !== undefined);
  }

  #receive(message: PeersMessage): void {
    if (message.type === 'pending') this.#pending = message.names;
    if (message.type !== 'kill' || this.#peerKills === 0) return;
    this.#peerKills -= 1;
    this.recordHistory(`killed ${message.reason}`);
    void this.kill('first');
    void this.kill('second');
  }

  /** Lets the leases of a dead process expire, also those of its idempotent requests. */
  async #expireLeases({ nodeId }: NodeUnderTest): Promise<void> {
    if (nodeId === undefined) return;
    const text = `update jobs set lease_until = now() - interval '1 s' where state = 'running' and owner = $1`;
    await this.#update(text, [nodeId]);
  }

  async #expireRequest(key: string): Promise<void> {
    const text = `update idempotency_records set lease_until = now() - interval '1 s'
      where idempotency_key = $1 and state = 'running'`;
    await this.#update(text, [key]);
  }

  async #update(text: string, values: unknown[] = []): Promise<void> {
    const { server, database } = this.options;
    await server.query(text, values, database).catch(() => undefined);
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
    this.#headers = { 'x-api-key': apiKey!, 'x-workspace-id': workspaceId! };
  }

  #settings(name: NodeName): MessageChildSettings {
    const { server, database, folder, mailPorts, broken } = this.options;
    const { smpp, smtp } = this.#peersPorts;
    return {
      environment: {
        PARLEY_DATA_DIR: path.join(folder, 'data'),
        PARLEY_DATABASE_URL: server.urlOf(database),
        PARLEY_HTTP_PORT: '0',
        PARLEY_ROLES: 'api,worker',
        PARLEY_TEST_NETWORK: 'off',
        PARLEY_SMPP_URL: `smpp://parley:secret@127.0.0.1:${smpp}`,
        PARLEY_SMS_FROM: ownNumber,
        PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtp}?tls=off`,
        PARLEY_MAIL_FROM: ownMail,
        // The successor listens at the same port, so it receives the mail that was sent to its predecessor.
        PARLEY_SMTP_LISTEN: `127.0.0.1:${mailPorts[name === 'first' ? 0 : 1]}`,
        PARLEY_DEFAULT_PLAN: 'unlimited',
        PARLEY_LOG_LEVEL: 'warn',
      },
      faultFile: this.faultFile,
      broken,
    };
  }
}

/** Returns whether the response is final. */
function isFinal({ status, body }: ApiResponse): boolean {
  const { code } = (typeof body['error'] === 'object' ? body['error'] : body) as { code?: string };
  return status < 500 && status !== 429 && code !== 'idempotency_in_progress';
}
