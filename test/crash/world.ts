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

/** How much faster than the machine's the program's clock goes. */
const speed = 2;
const portsPerNode = 250;
const tryAgainMs = 60;

export interface WorldOptions {
  readonly server: ServerUnderTest;
  readonly network: PhoneNetwork;
  readonly books: AskedBooks;
  /** A database of this name is there. */
  readonly database: string;
  /** For the data of the program. */
  readonly folder: string;
  /** For what the network and the dying note, on a disk that is never filled. */
  readonly notesFolder: string;
  /** UDP ports for sound, 500 from here. */
  readonly firstPort: number;
  readonly broken?: Break | undefined;
}

export type NodeName = 'first' | 'second';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One run's program on one database, one or two processes of it, and a client that does not give up. */
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

  /** Where the program asks before each call. */
  get booksUrl(): string {
    const { books, database } = this.options;
    return books.urlOf(database);
  }

  /** What it was told there. */
  get answers(): readonly BooksAnswer[] {
    const { books, database } = this.options;
    return books.answersOf(database);
  }

  /** What all processes wrote to their logs. */
  get complaints(): string {
    return this.#complaints;
  }

  /** What happened to it, each with the machine's time in ms. */
  get history(): readonly string[] {
    return this.#history;
  }

  note(what: string): void {
    this.#history.push(`${Date.now()} ${what}`);
  }

  /** How often a process ended that was not told to at the end. */
  get deaths(): number {
    return this.#deaths;
  }

  /** @param notes folder in which the prepared program noted its key */
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

  /** Starts this process, and again whenever it has died, until the world is closed. Resolves when it is ready for the first time. */
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
      await sleep(tryAgainMs);
    }
    onReady();
  }

  node(which: NodeName = 'first'): NodeUnderTest | undefined {
    return this.#nodes.get(which);
  }

  get #answering(): NodeUnderTest | undefined {
    return [...this.#nodes.values()].find(({ address }) => address !== undefined);
  }

  /** The first process is to die there; where it dies of something else before, the one after it. */
  arm(point: FaultPoint): void {
    this.#faultPoints.push(point);
    if (this.#faultPoints.length === 1) this.#nodes.get('first')?.order({ arm: point });
  }

  async kill(which: NodeName = 'first'): Promise<void> {
    await this.#nodes.get(which)?.kill();
  }

  /** How far the program's clock was put from where it began. */
  get clockOffsetMs(): number {
    return this.#clockOffsetMs;
  }

  putClockTo(offsetMs: number): void {
    this.#clockOffsetMs = offsetMs;
    for (const node of this.#nodes.values()) node.order({ putClockTo: offsetMs });
  }

  /** Asks whichever process answers, again and again under the same key until one does: as a client does that wants it done. */
  async insist(method: string, url: string, body?: object, key?: string): Promise<Answer> {
    for (;;) {
      if (this.#isClosed) throw new Error('The run is over.');
      const node = this.#answering;
      const answer = await this.ask(method, url, body, key).catch(() => undefined);
      if (answer !== undefined && isTold(answer)) return answer;
      await sleep(tryAgainMs);
      if (key !== undefined && (answer !== undefined || node?.isGone === true)) await this.#passLease(key);
    }
  }

  /** A minute passes for a key whose request is over, though nobody could write that down. */
  async #passLease(key: string): Promise<void> {
    const { server, database } = this.options;
    const text = `update idempotency_records set lease_until = now() - interval '1 s'
      where idempotency_key = $1 and state = 'running'`;
    await server.ask(text, [key], database).catch(() => undefined);
  }

  async ask(method: string, url: string, body?: object, key?: string): Promise<Answer> {
    const address = this.#answering?.address;
    if (address === undefined) throw new Error('Nobody is there.');
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

  /** Kills what runs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#deaths -= [...this.#nodes.values()].filter(({ isGone }) => !isGone).length;
    await Promise.all([this.kill('first'), this.kill('second')]);
    await Promise.all(this.#keepers);
  }

  async remove(): Promise<void> {
    for (const place of [this.options.folder, this.networkFile, this.faultFile])
      await rm(place, { recursive: true, force: true });
  }

  /** What the process before died at is over. */
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
        // The same for the process after it, which hears what was meant for the dead.
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

/** A call that could not be placed is an answer too: its row tells why. */
function isTold({ status, body }: Answer): boolean {
  const { code } = (typeof body['error'] === 'object' ? body['error'] : body) as { code?: string };
  if (code === 'UNKNOWN_ERROR' && String(body['details']).includes('The call is ')) return true;
  return status < 500 && status !== 429 && code !== 'idempotency_in_progress';
}
