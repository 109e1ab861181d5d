import type { Clock, Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { RateGate } from '../../domain/dialing/rate-gate.ts';
import { spacingOf, wireSpacing } from '../../domain/dialing/spacing.ts';
import type { BatchKey } from '../../store/batches/batches.ts';

/** A call that is claimed and not dialed yet. Times are on the monotonic clock, in ms. */
export interface QueuedDial extends BatchKey {
  readonly callId: string;
  /** Rate-limit scopes. */
  readonly scopes: readonly string[];
  /** Earliest time to dial. */
  readonly dueAtMs: number;
  /** Time of the last check whether the call may be dialed. */
  readonly eligibilityCheckedAtMs: number;
}

export interface DialQueueOptions<Dial extends QueuedDial> {
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Dials a call now. The carrier calls `rateGate` immediately before it sends the request. `rateGate` returns 0 if the
   * request may be sent, otherwise the time to wait, in ms.
   */
  readonly dial: (dial: Dial, rateGate: () => number) => void;
  /** Returns the ids of the calls that must no longer be dialed. All `dials` belong to one batch. */
  readonly findRevoked: (dials: readonly Dial[]) => Promise<readonly string[]>;
  /** Releases calls that were claimed and are not dialed. */
  readonly release: (dials: readonly Dial[]) => void;
}

/**
 * Maximum age of the eligibility check, measured from the start of its query. So a call is dialed at most this long
 * after its batch was stopped. docs/batch-dialing.md allows 500 ms; the other 200 ms are for the time from `dial` to the
 * INVITE.
 */
const eligibilityMaxAgeMs = 300;

/**
 * Queues claimed calls until they are due. The rate of a scope is not exceeded within any second (a fractional rate:
 * within its longer window, see `spacingOf`), even if timers fire late. Calls of one batch are dialed in the order of
 * their due times.
 */
export class DialQueue<Dial extends QueuedDial> {
  readonly #options: DialQueueOptions<Dial>;
  readonly #queues = new Map<string, BatchQueue<Dial>>();
  readonly #gates = new Map<string, RateGate>();
  /** Gates that calls pass immediately before their request is sent: calls may bunch up between `#gates` and the network. */
  readonly #wireGates = new Map<string, RateGate>();
  readonly #rates = new Map<string, number>();

  constructor(options: DialQueueOptions<Dial>) {
    this.#options = options;
  }

  /** Ids of the queued calls. */
  get callIds(): readonly string[] {
    return [...this.#queues.values()].flatMap(({ dials }) => dials.map(({ callId }) => callId));
  }

  /** Returns how late the first queued call of the batch is, in ms; 0 if none is queued. */
  latenessMs(batchId: string): number {
    const head = this.#queues.get(batchId)?.dials[0];
    return head === undefined ? 0 : Math.max(this.#options.clock.monotonicMs() - head.dueAtMs, 0);
  }

  /** Sets the calls per second of a scope. A scope without a rate is unlimited. An infinite rate is ignored. */
  setRate(scope: string, callsPerSecond: number): void {
    if (this.#rates.get(scope) === callsPerSecond || !Number.isFinite(callsPerSecond)) return;
    this.#rates.set(scope, callsPerSecond);
    const spacing = spacingOf(callsPerSecond);
    this.#gates.set(scope, new RateGate(spacing));
    this.#wireGates.set(scope, new RateGate(wireSpacing(spacing)));
  }

  /** Removes the rate of a scope that dials no more calls. */
  removeRate(scope: string): void {
    this.#rates.delete(scope);
    this.#gates.delete(scope);
    this.#wireGates.delete(scope);
  }

  /** Queues calls of one batch. */
  add(batchId: string, dials: readonly Dial[]): void {
    const queue = this.#queues.get(batchId) ?? { dials: [], timer: undefined, isChecking: false };
    this.#queues.set(batchId, queue);
    queue.dials = [...queue.dials, ...dials].sort((left, right) => left.dueAtMs - right.dueAtMs);
    this.#pump(batchId, queue);
  }

  /** Removes and returns the queued calls of a batch, or of all batches. */
  withdraw(batchId?: string): Dial[] {
    const ids = batchId === undefined ? [...this.#queues.keys()] : [batchId];
    return ids.flatMap((id) => {
      const queue = this.#queues.get(id);
      queue?.timer?.cancel();
      this.#queues.delete(id);
      return queue?.dials ?? [];
    });
  }

  /** Dials the calls that are due, and sets the timer for the next one. */
  #pump(batchId: string, queue: BatchQueue<Dial>): void {
    queue.timer?.cancel();
    if (this.#queues.get(batchId) !== queue || queue.isChecking) return;
    for (let head = queue.dials[0]; head !== undefined; head = queue.dials[0]) {
      const nowMs = this.#options.clock.monotonicMs();
      const waitMs = Math.max(head.dueAtMs - nowMs, waitMsOf(this.#gates, head.scopes, nowMs));
      if (waitMs > 0) {
        queue.timer = this.#options.clock.after(Math.ceil(waitMs), () => this.#pump(batchId, queue));
        return;
      }
      if (nowMs - head.eligibilityCheckedAtMs > eligibilityMaxAgeMs)
        return void this.#recheck(batchId, queue);
      pass(this.#gates, head.scopes, nowMs);
      queue.dials.shift();
      this.#options.dial(head, () => this.#passWireGates(head.scopes));
    }
    this.#queues.delete(batchId);
  }

  #passWireGates(scopes: readonly string[]): number {
    const nowMs = this.#options.clock.monotonicMs();
    const waitMs = waitMsOf(this.#wireGates, scopes, nowMs);
    if (waitMs === 0) pass(this.#wireGates, scopes, nowMs);
    return waitMs;
  }

  /** Checks again which queued calls may be dialed. If the check fails or takes too long, all of them are released. */
  async #recheck(batchId: string, queue: BatchQueue<Dial>): Promise<void> {
    queue.isChecking = true;
    const checked = [...queue.dials];
    const checkedAtMs = this.#options.clock.monotonicMs();
    const checkedIds = checked.map(({ callId }) => callId);
    const revokedIds = await this.#findRevoked(batchId, checked, checkedIds);
    const tookMs = this.#options.clock.monotonicMs() - checkedAtMs;
    const isOutdated = tookMs > eligibilityMaxAgeMs;
    if (isOutdated)
      this.#options.logger.warn(
        { batchId, calls: checkedIds.length, tookMs: Math.round(tookMs) },
        'The eligibility check of queued calls took too long. The calls are released.',
      );
    const revoked = new Set(isOutdated ? checkedIds : revokedIds);
    queue.isChecking = false;
    if (this.#queues.get(batchId) !== queue) return;
    const wasChecked = new Set(checkedIds);
    const isRevoked = ({ callId }: Dial) => revoked.has(callId);
    const revokedDials = queue.dials.filter(isRevoked);
    queue.dials = queue.dials
      .filter((dial) => !isRevoked(dial))
      .map((dial) => (wasChecked.has(dial.callId) ? { ...dial, eligibilityCheckedAtMs: checkedAtMs } : dial));
    if (revokedDials.length > 0) this.#options.release(revokedDials);
    this.#pump(batchId, queue);
  }

  /** Returns all ids if the check fails. */
  async #findRevoked(
    batchId: string,
    dials: readonly Dial[],
    callIds: readonly string[],
  ): Promise<readonly string[]> {
    try {
      return await this.#options.findRevoked(dials);
    } catch (error) {
      this.#options.logger.error(
        { err: error, batchId, calls: callIds.length },
        'The eligibility check of queued calls failed. The calls are released.',
      );
      return callIds;
    }
  }
}

/** Queued calls of one batch, in the order of their due times. */
interface BatchQueue<Dial> {
  dials: Dial[];
  timer: Timer | undefined;
  isChecking: boolean;
}

type Gates = ReadonlyMap<string, RateGate>;

const waitMsOf = (gates: Gates, scopes: readonly string[], nowMs: number): number =>
  Math.max(0, ...scopes.map((scope) => gates.get(scope)?.waitMs(nowMs) ?? 0));

function pass(gates: Gates, scopes: readonly string[], nowMs: number): void {
  for (const scope of scopes) gates.get(scope)?.pass(nowMs);
}
