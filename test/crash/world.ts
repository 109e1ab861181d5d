import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AskedBooks, BooksAnswer } from './asked-books.ts';
import type { Break } from './broken-builds.ts';
import type { FaultPoint } from './fault-points.ts';
import { NodeUnderTest } from './node-under-test.ts';
import type { PhoneNetwork } from './phone-network.ts';
import type { ServerUnderTest } from './server-under-test.ts';

/** The program's clock runs this many times faster than the system clock. */
const speed = 2;
const portsPerNode = 250;
const retryDelayMs = 60;

export interface WorldOptions {
  readonly server: ServerUnderTest;
  readonly network: PhoneNetwork;
  readonly books: AskedBooks;
  /** Name of an existing database. */
  readonly database: string;
  /** Data folder of the program. */
  readonly folder: string;
  /** Folder for the files of the phone network and of the fault points, on a disk that is never filled. */
  readonly notesFolder: string;
  /** First of the 500 UDP ports for SIP and RTP. */
  readonly firstPort: number;
  readonly broken?: Break | undefined;
}

export type NodeName = 'first' | 'second';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Runs the program of one scenario on one database, as one or two processes, with a client that retries its requests. */
export class World {
  readonly options: WorldOptions;
  readonly networkFile: string;
  readonly faultFile: string;
  readonly #anchorMs = Date.now();
  readonly #nodes = new Map<NodeName, NodeUnderTest>();
  #clockOffsetMs = 0;
  #headers: Record<string, string> = {};
  #workspaceId = '';
  readonly #keepers: Promise<void>[] = [];
  #complaints = '';
  readonly #history: string[] = [];
  readonly #faultPoints: FaultPoint[] = [];
  #faultsReached = 0;
  #deaths = 0;
  #isClosed = false;

  constructor(options: WorldOptions) {
    this.options = options;
    this.networkFile = path.join(options.notesFolder, `${options.database}.jsonl`);
    this.faultFile = path.join(options.notesFolder, `${options.database}.log`);
  }

  get workspaceId(): string {
    return this.#workspaceId;
  }

  /** URL of the pre-dial check. */
  get booksUrl(): string {
    const { books, database } = this.options;
    return books.urlOf(database);
  }

  /** The responses of the pre-dial check in this run. */
  get answers(): readonly BooksAnswer[] {
    const { books, database } = this.options;
    return books.answersOf(database);
  }

  /** The logs of all processes. */
  get complaints(): string {
    return this.#complaints;
  }

  /** Events of the run, each with the system time in ms. */
  get history(): readonly string[] {
    return this.#history;
  }

  note(event: string): void {
    this.#history.push(`${Date.now()} ${event}`);
  }

  /** Number of processes that exited before `close()`. */
  get deaths(): number {
    return this.#deaths;
  }

  /** @param notes folder with the `bootstrap.json` of the prepared program, which holds its API key */
  async open(seed: number, notes?: string): Promise<void> {
    const { folder, network } = this.options;
    const data = path.join(folder, 'data');
    await mkdir(data, { recursive: true });
    if (notes !== undefined) {
      await cp(path.join(notes, 'bootstrap.json'), path.join(data, 'bootstrap.json'));
      await this.#readKey();
    }
    await network.begin({ file: this.networkFile, seed });
  }

  /** Starts this process and restarts it after each exit, until `close()`. Resolves when it is ready for the first time. */
  keepRunning(which: NodeName): Promise<void> {
    if (this.#nodes.has(which)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#keepers.push(this.#keep(which, resolve));
    });
  }

  async #keep(which: NodeName, onReady: () => void): Promise<void> {
    while (!this.#isClosed) {
      const node = new NodeUnderTest(this.#settings(which));
      this.#nodes.set(which, node);
      this.note(`${which} begins`);
      if (which === 'first') this.#armNext(node);
      if (await node.ready()) {
        if (this.#workspaceId === '') await this.#readKey();
        this.note(`${which} is ready`);
        onReady();
      }
      await node.ended;
      this.note(`${which} is gone`);
      this.#deaths += 1;
      this.#complaints += node.complaints;
      await sleep(retryDelayMs);
    }
    onReady();
  }

  node(which: NodeName = 'first'): NodeUnderTest | undefined {
    return this.#nodes.get(which);
  }

  get #readyNode(): NodeUnderTest | undefined {
    return [...this.#nodes.values()].find(({ address }) => address !== undefined);
  }

  /** Arms a fault point in the first process. If that process exits earlier, its successor gets the fault point. */
  arm(point: FaultPoint): void {
    this.#faultPoints.push(point);
    if (this.#faultPoints.length === 1) this.#nodes.get('first')?.order({ arm: point });
  }

  async kill(which: NodeName = 'first'): Promise<void> {
    await this.#nodes.get(which)?.kill();
  }

  /** Current offset of the program's clock from its unchanged time. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  putClockTo(offsetMs: number): void {
    this.#clockOffsetMs = offsetMs;
    for (const node of this.#nodes.values()) node.order({ putClockTo: offsetMs });
  }

  /** Sends the request to any ready process and retries with the same idempotency key until it gets a final response. */
  async insist(method: string, url: string, body?: object, key?: string): Promise<Answer> {
    for (;;) {
      if (this.#isClosed) throw new Error('The run is over.');
      const node = this.#readyNode;
      const answer = await this.ask(method, url, body, key).catch(() => undefined);
      if (answer !== undefined && isFinal(answer)) return answer;
      await sleep(retryDelayMs);
      if (key !== undefined && (answer !== undefined || node?.isGone === true)) await this.#expireLease(key);
    }
  }

  /** Expires the lease of an idempotency key whose request ended without a stored response. */
  async #expireLease(key: string): Promise<void> {
    const { server, database } = this.options;
    const text = `update idempotency_records set lease_until = now() - interval '1 s'
      where idempotency_key = $1 and state = 'running'`;
    await server.ask(text, [key], database).catch(() => undefined);
  }

  async ask(method: string, url: string, body?: object, key?: string): Promise<Answer> {
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
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  /** Kills all processes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deaths -= [...this.#nodes.values()].filter(({ isGone }) => !isGone).length;
    await Promise.all([this.kill('first'), this.kill('second')]);
    await Promise.all(this.#keepers);
  }

  async remove(): Promise<void> {
    for (const entry of [this.options.folder, this.networkFile, this.faultFile])
      await rm(entry, { recursive: true, force: true });
  }

  /** Drops the fault points that were reached and arms the next one. */
  #armNext(node: NodeUnderTest): void {
    const reached = existsSync(this.faultFile)
      ? readFileSync(this.faultFile, 'utf8').split('\n').length - 1
      : 0;
    this.#faultPoints.splice(0, reached - this.#faultsReached);
    this.#faultsReached = reached;
    const [next] = this.#faultPoints;
    if (next !== undefined) node.order({ arm: next });
  }

  async #readKey(): Promise<void> {
    const file = path.join(this.options.folder, 'data', 'bootstrap.json');
    const { apiKey, workspaceId } = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    this.#workspaceId = workspaceId!;
    this.#headers = { 'x-api-key': apiKey!, 'x-workspace-id': workspaceId! };
  }

  #settings(which: NodeName) {
    const { server, network, database, folder, firstPort, broken } = this.options;
    const ports = which === 'first' ? firstPort : firstPort + portsPerNode;
    return {
      environment: {
        PARLEY_DATA_DIR: path.join(folder, 'data'),
        PARLEY_DATABASE_URL: server.urlOf(database),
        PARLEY_HTTP_PORT: '0',
        // The successor uses the same port, so it receives the messages that were sent to the dead process.
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
      noteFile: this.faultFile,
      broken,
    };
  }
}

/** Returns whether the response is final. That includes a call that could not be placed: its row has the reason. */
function isFinal({ status, body }: Answer): boolean {
  const { code } = (typeof body['error'] === 'object' ? body['error'] : body) as { code?: string };
  if (code === 'UNKNOWN_ERROR' && String(body['details']).includes('The call is ')) return true;
  return status < 500 && status !== 429 && code !== 'idempotency_in_progress';
}
