import {
  announceFollowers,
  announceIntervalMs,
  receiveCallFeed,
  type CallChange,
  type CallFeedEvent,
  type FeedCall,
} from '../../contracts/call-feed.ts';
import type { Bus } from '../../contracts/bus.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import type { Random } from '../../core/random.ts';
import { listActiveCalls, type ActiveCallRow } from '../../store/active-calls.ts';
import { findCall } from '../../store/calls/calls.ts';
import type { Database } from '../../store/database.ts';
import { eventText } from '../http/event-stream.ts';
import { toChangeData, toFeedCall } from './call-feed-response.ts';

/** Other nodes learn of the first follower within this time. Changes before it are in the database. */
const announcementDelayMs = 150;
/** Changes are passed to the followers together, at most this often. */
const flushIntervalMs = 50;
/** The list of active calls in the database completes a list that lost messages of the bus. */
const reconcileIntervalMs = 5_000;
/** How long a feed without followers continues, so that a client can resume. */
const lingerMs = 60_000;
/** The changes that a client can resume from. */
const maxEntries = 2_000;
const maxEntryChars = 2_000_000;

/** A change in the format of a stream. All followers receive the same text. */
export interface FeedEntry {
  readonly roomName: string;
  readonly change: CallChange;
  readonly text: string;
}

export interface CallFeedsOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly database: Database;
  readonly logger: Logger;
  readonly random: Random;
  /** The id of this node. */
  readonly nodeId: string;
}

/** The feeds of active calls that clients of this node follow: one per workspace, for all its followers. */
export class CallFeeds {
  readonly #options: CallFeedsOptions;
  readonly #feeds = new Map<string, WorkspaceFeed>();

  constructor(options: CallFeedsOptions) {
    this.#options = options;
  }

  /** Returns the feed of a workspace if it has or had followers recently. */
  find(workspaceId: string): WorkspaceFeed | undefined {
    return this.#feeds.get(workspaceId);
  }

  /** Returns the feed of a workspace for one more follower, who calls `leave` at the end. */
  async join(workspaceId: string): Promise<WorkspaceFeed> {
    const feed = this.#feeds.get(workspaceId) ?? this.#open(workspaceId);
    try {
      await feed.join();
      return feed;
    } catch (error) {
      feed.leave();
      feed.close();
      throw error;
    }
  }

  close(): void {
    for (const feed of this.#feeds.values()) feed.close();
  }

  #open(workspaceId: string): WorkspaceFeed {
    const feed = new WorkspaceFeed(workspaceId, {
      ...this.#options,
      onClose: () => this.#feeds.delete(workspaceId),
    });
    this.#feeds.set(workspaceId, feed);
    return feed;
  }
}

type WorkspaceFeedOptions = CallFeedsOptions & { readonly onClose: () => void };

/** The active calls of a workspace and their latest changes, from all nodes. */
export class WorkspaceFeed {
  readonly #workspaceId: string;
  readonly #options: WorkspaceFeedOptions;
  /** Precedes the number of each change in its id: another node numbers the changes differently. */
  readonly #epoch: string;
  readonly #calls = new Map<string, FeedCall>();
  /** When calls ended, by id. A late row in the database does not bring them back. */
  readonly #endedAtMs = new Map<string, number>();
  readonly #unsubscribe: () => void;
  #entries: FeedEntry[] = [];
  #entryChars = 0;
  /** The number of changes that are not kept any more. */
  #dropped = 0;
  /** The number of changes that followers can read. Later ones wait for the next flush. */
  #flushed = 0;
  #followers = 0;
  #waiting: (() => void)[] = [];
  #flushTimer: Timer | undefined;
  #announceTimer: Timer | undefined;
  #reconcileTimer: Timer | undefined;
  #lingerTimer: Timer | undefined;
  /** Resolves when the active calls are known. */
  #current: Promise<void> | undefined;
  #isClosed = false;

  constructor(workspaceId: string, options: WorkspaceFeedOptions) {
    this.#workspaceId = workspaceId;
    this.#options = options;
    this.#epoch = Buffer.from(options.random.bytes(6)).toString('hex');
    this.#unsubscribe = receiveCallFeed(options.bus, workspaceId, (event) => this.#onEvent(event));
  }

  /** The active calls, newest first. */
  get calls(): readonly FeedCall[] {
    return [...this.#calls.values()].sort((left, right) => right.startedAtMs - left.startedAtMs);
  }

  /** The position after the last change. */
  get position(): number {
    return this.#flushed;
  }

  /** The id of the last change before the position. */
  idAt(position: number): string {
    return `${this.#epoch}-${position}`;
  }

  /** Returns the position after the change with this id; undefined if later changes are not kept any more, or if the id is of another feed. */
  positionAfter(id: string | undefined): number | undefined {
    const [epoch, number = ''] = (id ?? '').split('-');
    const position = Number(number);
    if (epoch !== this.#epoch || !/^\d{1,15}$/.test(number)) return undefined;
    return position >= this.#dropped && position <= this.#flushed ? position : undefined;
  }

  /** Returns the changes from the position on; undefined if they are not kept any more. */
  entriesFrom(position: number): readonly FeedEntry[] | undefined {
    if (position < this.#dropped) return undefined;
    return this.#entries.slice(position - this.#dropped, this.#flushed - this.#dropped);
  }

  /** Returns the kept changes before the position. */
  entriesBefore(position: number): readonly FeedEntry[] {
    return this.#entries.slice(0, Math.max(position - this.#dropped, 0));
  }

  /** Resolves when there are changes from the position on, or the feed is closed. Rejects with the reason of the signal. */
  async changed(position: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (position < this.#flushed || this.#isClosed) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(resolve);
    await promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** Adds a follower. Resolves when the active calls are known. */
  async join(): Promise<void> {
    this.#followers += 1;
    this.#lingerTimer?.cancel();
    if (this.#current === undefined) this.#current = this.#load();
    else if (this.#followers === 1) this.#current = this.#reconcile();
    await this.#current;
  }

  leave(): void {
    this.#followers -= 1;
    if (this.#followers === 0 && !this.#isClosed)
      this.#lingerTimer = this.#options.clock.after(lingerMs, () => this.close());
  }

  /** Safe to call twice. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#unsubscribe();
    for (const timer of [this.#flushTimer, this.#announceTimer, this.#reconcileTimer, this.#lingerTimer])
      timer?.cancel();
    this.#wake();
    this.#options.onClose();
  }

  /** Announces the followers to all nodes, and again while the feed is open. */
  #announce(): void {
    announceFollowers(this.#options.bus, this.#workspaceId);
    this.#announceTimer = this.#options.clock.after(announceIntervalMs, () => this.#announce());
  }

  async #load(): Promise<void> {
    this.#announce();
    await this.#options.clock.sleep(announcementDelayMs);
    for (const row of await this.#listActiveCalls()) this.#addStored(row);
    this.#scheduleReconcile();
  }

  #listActiveCalls(): Promise<ActiveCallRow[]> {
    const { database, nodeId } = this.#options;
    const workspaceId = this.#workspaceId;
    return listActiveCalls(database.inWorkspace(workspaceId), { workspaceId, ownNodeId: nodeId });
  }

  /** Adds a call of the database, unless the feed knows it already. */
  #addStored(row: ActiveCallRow): boolean {
    if (this.#calls.has(row.callId) || this.#endedAtMs.has(row.callId)) return false;
    this.#calls.set(row.callId, toFeedCall(row));
    return true;
  }

  #scheduleReconcile(): void {
    if (this.#isClosed) return;
    this.#reconcileTimer = this.#options.clock.after(reconcileIntervalMs, () => {
      this.#reconcile()
        .catch((err: unknown) => this.#options.logger.debug({ err }, 'Active calls could not be read.'))
        .finally(() => this.#scheduleReconcile());
    });
  }

  /** Adds starts and ends that were lost on the bus, such as the end of a call whose node was killed. */
  async #reconcile(): Promise<void> {
    if (this.#followers === 0) return;
    const nowMs = this.#options.clock.now();
    for (const [callId, endedAtMs] of this.#endedAtMs)
      if (nowMs - endedAtMs > lingerMs) this.#endedAtMs.delete(callId);
    const known = [...this.#calls.keys()];
    const rows = await this.#listActiveCalls();
    for (const row of rows) {
      const { callId, roomName } = row;
      if (this.#addStored(row))
        this.#append({ callId, roomName, atMs: nowMs, change: { type: 'started', call: toFeedCall(row) } });
    }
    const stored = new Set(rows.map(({ callId }) => callId));
    for (const callId of known) if (!stored.has(callId)) await this.#endIfEnded(callId);
  }

  /** Reports the end of a call that is not in the list any more. A call can be missing while the database is slow. */
  async #endIfEnded(callId: string): Promise<void> {
    const { database } = this.#options;
    const workspaceId = this.#workspaceId;
    const call = await findCall(database.inWorkspace(workspaceId), { workspaceId, callId });
    if (call?.state !== 'ended' || !this.#calls.has(callId)) return;
    const { roomName, endReason, disposition, endedAt } = call;
    const change = { type: 'ended', endReason: endReason ?? 'node_lost', disposition } as const;
    this.#onEvent({ callId, roomName, atMs: endedAt?.getTime() ?? this.#options.clock.now(), change });
  }

  #onEvent(event: CallFeedEvent): void {
    this.#apply(event);
    this.#append(event);
  }

  /** Updates the active calls. */
  #apply({ callId, change }: CallFeedEvent): void {
    if (change.type === 'started') this.#calls.set(callId, change.call);
    else if (change.type === 'ended') {
      this.#calls.delete(callId);
      this.#endedAtMs.set(callId, this.#options.clock.now());
    } else this.#update(callId, change);
  }

  #update(callId: string, change: CallChange): void {
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    if (change.type === 'turn') this.#calls.set(callId, { ...call, lastMessage: change.content });
    else if (change.type === 'sentiment') this.#calls.set(callId, { ...call, sentiment: change.sentiment });
    else if (change.type === 'person_requested')
      this.#calls.set(callId, { ...call, transferRequested: true });
    else if (change.type === 'command' && change.command === 'hold')
      this.#calls.set(callId, { ...call, held: change.on === true });
    else if (change.type === 'command' && change.command === 'mute')
      this.#calls.set(callId, { ...call, muted: change.on === true });
  }

  #append({ callId, roomName, atMs, change }: CallFeedEvent): void {
    const number = this.#dropped + this.#entries.length + 1;
    const at = new Date(atMs).toISOString();
    const data = { callId, roomName, at, ...toChangeData(change, this.#options.clock.now()) };
    const entry = { roomName, change, text: eventText(this.idAt(number), change.type, data) };
    this.#entries.push(entry);
    this.#entryChars += entry.text.length;
    while (this.#entries.length > maxEntries || this.#entryChars > maxEntryChars) {
      this.#entryChars -= this.#entries.shift()!.text.length;
      this.#dropped += 1;
    }
    this.#flushTimer ??= this.#options.clock.after(flushIntervalMs, () => this.#flush());
  }

  #flush(): void {
    this.#flushTimer = undefined;
    this.#flushed = this.#dropped + this.#entries.length;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
