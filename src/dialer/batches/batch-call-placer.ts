import { BackgroundWork } from '../../core/background-work.ts';
import type { Timer } from '../../core/clock.ts';
import { batchesChannel, type BatchKey, notifyDialers } from '../../store/batches/batches.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { findRevokedDials, type ClaimedCall } from '../../store/dialing/dials.ts';
import { dialCall, type CallToDial, type DialDependencies } from '../dial-call.ts';
import { DialQueue, type QueuedDial } from './dial-queue.ts';
import { type HeldDial, ReleasedDials } from './released-dials.ts';

/** Interval at which releases that failed are retried. */
const releaseRetryMs = 10_000;

export interface BatchCallPlacerOptions extends DialDependencies {
  /** Returns whether this node has no capacity for another call, or for a call to `number` (E.164). */
  readonly isOverloaded: (number?: string) => boolean;
}

/** A call of a batch that this node dials when it is due. */
export interface ClaimedDial extends QueuedDial, ClaimedCall {
  readonly call: CallToDial;
}

/** Calls of one batch to dial. */
export interface DialsOfBatch extends BatchKey {
  /** Calls per second by rate-limit scope. */
  readonly rates: Iterable<readonly [scope: string, callsPerSecond: number]>;
  readonly dials: readonly ClaimedDial[];
}

/** Receives the changes after which a batch may have calls to claim. */
export interface BatchCallListener {
  /** A call of the batch has ended. */
  onCallEnded(batchId: string): void;
  /** Calls of the batch were released without a call. */
  onReleased(batchId: string): void;
}

/**
 * Dials claimed calls of batches when they are due, at the rates of their batches. Releases the calls that must no longer
 * be dialed, and those for which this node has no capacity.
 */
export class BatchCallPlacer {
  readonly #options: BatchCallPlacerOptions;
  readonly #queue: DialQueue<ClaimedDial>;
  readonly #released: ReleasedDials;
  readonly #background = new BackgroundWork();
  /** Workspace ids by batch id, for the batches whose rates are set. */
  readonly #workspaces = new Map<string, string>();
  #listener: BatchCallListener;
  #unlisten: (() => void) | undefined;
  #retryTimer: Timer | undefined;

  /** Until `setListener`, the nodes that claim calls are notified by the database. */
  constructor(options: BatchCallPlacerOptions) {
    this.#options = options;
    const notify = (batchId: string, news: 'call-ended' | 'calls-released') =>
      this.#inBackground(notifyDialers(options.db.asSystem(), batchId, news));
    this.#listener = {
      onCallEnded: (batchId) => notify(batchId, 'call-ended'),
      onReleased: (batchId) => notify(batchId, 'calls-released'),
    };
    this.#released = new ReleasedDials({
      ...options,
      onReleased: (batchId) => this.#listener.onReleased(batchId),
    });
    this.#queue = new DialQueue({
      clock: options.clock,
      logger: options.logger,
      dial: (dial, rateGate) => this.#dial(dial, rateGate),
      findRevoked: (dials) => this.#findRevoked(dials),
      release: (dials) => this.#inBackground(this.release(dials)),
    });
  }

  /** Ids of the calls that are claimed and not dialed yet. */
  get callIds(): readonly string[] {
    return [...this.#queue.callIds, ...this.#released.callIds];
  }

  /** Sets the batch dialer of this node as the receiver of changes. */
  setListener(listener: BatchCallListener): void {
    this.#listener = listener;
  }

  /** Starts to release the queued calls of batches that are stopped, and to retry releases that failed. */
  start(): void {
    if (this.#unlisten !== undefined) return;
    this.#unlisten = this.#options.db.listen(batchesChannel, (payload) => {
      const [batchId = '', news = ''] = payload.split(' ');
      if (stoppedStatuses.has(news)) this.#stopBatch(batchId);
    });
    this.#scheduleRetry();
  }

  /** Releases the queued calls. Safe to call twice. */
  async drain(): Promise<void> {
    this.#unlisten?.();
    this.#retryTimer?.cancel();
    await this.release(this.#queue.withdraw());
    await this.#background.settled();
  }

  /** Returns how late the first queued call of the batch is, in ms; 0 if none is queued. */
  latenessMs(batchId: string): number {
    return this.#queue.latenessMs(batchId);
  }

  /** Queues calls until they are due. */
  add({ workspaceId, batchId, rates, dials }: DialsOfBatch): void {
    this.#workspaces.set(batchId, workspaceId);
    for (const [scope, callsPerSecond] of rates) this.#queue.setRate(scope, callsPerSecond);
    this.#queue.add(batchId, dials);
  }

  /** Releases claimed calls that are not dialed, and those whose release failed before. Never rejects. */
  release(dials: readonly HeldDial[] = []): Promise<void> {
    return this.#released.release(dials);
  }

  /** Ends a call that cannot be dialed. If this fails, the sweep of orphaned calls ends it. */
  async failCall(
    { workspaceId, callId }: HeldDial,
    endReason: 'carrier_error' | 'provider_error',
    endDetail: string,
  ): Promise<void> {
    const { db, clock } = this.#options;
    await finishCall(db.inWorkspace(workspaceId), {
      workspaceId,
      callId,
      endReason,
      endDetail,
      at: new Date(clock.now()),
      disposition: { code: 'failed', status: 'completed' },
    });
  }

  #scheduleRetry(): void {
    this.#retryTimer = this.#options.clock.after(releaseRetryMs, () => {
      this.#inBackground(this.release());
      this.#scheduleRetry();
    });
  }

  #stopBatch(batchId: string): void {
    const workspaceId = this.#workspaces.get(batchId);
    if (workspaceId === undefined) return;
    this.#workspaces.delete(batchId);
    this.#queue.removeRate(`batch:${batchId}`);
    if (![...this.#workspaces.values()].includes(workspaceId))
      this.#queue.removeRate(`workspace:${workspaceId}`);
    const withdrawn = this.#queue.withdraw(batchId);
    if (withdrawn.length > 0) this.#inBackground(this.release(withdrawn));
  }

  #dial(dial: ClaimedDial, rateGate: () => number): void {
    const { callId, batchId } = dial;
    // The node may have become overloaded after the claim. The carrier would reject the call, and that would count as
    // an attempt.
    if (this.#options.isOverloaded(dial.call.to)) return this.#inBackground(this.release([dial]));
    try {
      const session = dialCall(this.#options, { ...dial.call, rateGate });
      session.closed.then(() => this.#listener.onCallEnded(batchId)).catch(this.#logError);
    } catch (error) {
      this.#options.logger.error({ err: error, callId }, 'A call could not be dialed.');
      this.#inBackground(this.failCall(dial, 'carrier_error', 'The call could not be dialed.'));
    }
  }

  /** Returns the ids of the calls that must no longer be dialed. All `dials` belong to one batch. */
  #findRevoked(dials: readonly ClaimedDial[]): Promise<string[]> {
    const { workspaceId, batchId } = dials[0]!;
    const scope = this.#options.db.inWorkspace(workspaceId);
    return findRevokedDials(scope, { workspaceId, batchId, calls: dials });
  }

  #inBackground(work: Promise<void>): void {
    this.#background.add(work.catch(this.#logError));
  }

  readonly #logError = (error: unknown): void =>
    this.#options.logger.error({ err: error }, 'Dialing of batches failed.');
}

/** Statuses in which no call of a batch is dialed. */
const stoppedStatuses: ReadonlySet<string> = new Set(['paused', 'completed', 'cancelled', 'failed']);
