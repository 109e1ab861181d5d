import type { Clock, Timer } from '../../core/clock.ts';
import type { Logger } from '../../core/logger.ts';
import { RateGate } from '../../domain/dialing/rate-gate.ts';
import { spacingOf, wireSpacing } from '../../domain/dialing/spacing.ts';
import type { WhichBatch } from '../../store/batches/batch-row.ts';

/** A call that is claimed and not dialed yet. Times are of the monotonic clock, in ms. */
export interface WaitingDial extends WhichBatch {
  readonly callId: string;
  /** Of pace. */
  readonly scopes: readonly string[];
  /** Not before. */
  readonly dueAtMs: number;
  /** When it was last known that it may be dialed. */
  readonly surenessAtMs: number;
}

export interface PacedDialsOptions<Dial extends WaitingDial> {
  readonly clock: Clock;
  readonly logger: Logger;
  /** To be called now; `turn` is to be asked right before the network is. */
  readonly dial: (dial: Dial, turn: () => number) => void;
  /** Which of these calls of one batch may still be dialed: ids of those that may not. */
  readonly findUnwanted: (dials: readonly Dial[]) => Promise<readonly string[]>;
  /** They were claimed and are not dialed. */
  readonly giveBack: (dials: readonly Dial[]) => void;
}

/** How old the knowledge may be that a call is wanted: with a look at the database no INVITE leaves 500 ms after its batch was stopped. */
const sureForMs = 300;

/**
 * Keeps claimed calls until their instants and lets each go then or later: in any second no more of a scope than its rate, however
 * late timers are. Calls of one batch go in the order of their instants.
 */
export class PacedDials<Dial extends WaitingDial> {
  readonly #options: PacedDialsOptions<Dial>;
  readonly #queues = new Map<string, Queue<Dial>>();
  readonly #gates = new Map<string, RateGate>();
  /** Beside the network: what lies between here and there brings some calls closer together. */
  readonly #wireGates = new Map<string, RateGate>();
  readonly #rates = new Map<string, number>();

  constructor(options: PacedDialsOptions<Dial>) {
    this.#options = options;
  }

  /** Ids of the calls that wait. */
  get callIds(): readonly string[] {
    return [...this.#queues.values()].flatMap(({ dials }) => dials.map(({ callId }) => callId));
  }

  /** How long the first call of the batch has waited beyond its instant, in ms; 0 where none waits. */
  latenessMs(batchId: string): number {
    const head = this.#queues.get(batchId)?.dials[0];
    return head === undefined ? 0 : Math.max(this.#options.clock.monotonicMs() - head.dueAtMs, 0);
  }

  /** How many calls a second may go in a scope, from now on. A scope without a rate is not held. */
  setRate(scope: string, callsPerSecond: number): void {
    if (this.#rates.get(scope) === callsPerSecond || !Number.isFinite(callsPerSecond)) return;
    this.#rates.set(scope, callsPerSecond);
    const spacing = spacingOf(callsPerSecond);
    this.#gates.set(scope, new RateGate(spacing));
    this.#wireGates.set(scope, new RateGate(wireSpacing(spacing)));
  }

  /** Forgets a scope that nothing is dialed in any more. */
  dropRate(scope: string): void {
    this.#rates.delete(scope);
    this.#gates.delete(scope);
    this.#wireGates.delete(scope);
  }

  /** `dials` are of one batch. */
  add(batchId: string, dials: readonly Dial[]): void {
    const queue = this.#queues.get(batchId) ?? { dials: [], timer: undefined, isLooking: false };
    this.#queues.set(batchId, queue);
    queue.dials = [...queue.dials, ...dials].sort((left, right) => left.dueAtMs - right.dueAtMs);
    this.#pump(batchId, queue);
  }

  /** Takes out what waits of a batch, or everything. */
  withdraw(batchId?: string): Dial[] {
    const ids = batchId === undefined ? [...this.#queues.keys()] : [batchId];
    return ids.flatMap((id) => {
      const queue = this.#queues.get(id);
      queue?.timer?.cancel();
      this.#queues.delete(id);
      return queue?.dials ?? [];
    });
  }

  /** Lets go what may go now, and sets the timer for what is next. */
  #pump(batchId: string, queue: Queue<Dial>): void {
    queue.timer?.cancel();
    if (this.#queues.get(batchId) !== queue || queue.isLooking) return;
    for (let head = queue.dials[0]; head !== undefined; head = queue.dials[0]) {
      const nowMs = this.#options.clock.monotonicMs();
      const waitMs = Math.max(head.dueAtMs - nowMs, waitOf(this.#gates, head.scopes, nowMs));
      if (waitMs > 0) {
        queue.timer = this.#options.clock.after(Math.ceil(waitMs), () => this.#pump(batchId, queue));
        return;
      }
      if (nowMs - head.surenessAtMs > sureForMs) return void this.#look(batchId, queue);
      pass(this.#gates, head.scopes, nowMs);
      queue.dials.shift();
      this.#options.dial(head, () => this.#turn(head.scopes));
    }
    this.#queues.delete(batchId);
  }

  #turn(scopes: readonly string[]): number {
    const nowMs = this.#options.clock.monotonicMs();
    const waitMs = waitOf(this.#wireGates, scopes, nowMs);
    if (waitMs === 0) pass(this.#wireGates, scopes, nowMs);
    return waitMs;
  }

  /** Asks again whether the calls that wait are wanted. Where that cannot be told, or not in time, they are given back. */
  async #look(batchId: string, queue: Queue<Dial>): Promise<void> {
    queue.isLooking = true;
    const asked = [...queue.dials];
    const askedAtMs = this.#options.clock.monotonicMs();
    const all = asked.map(({ callId }) => callId);
    const answer = await this.#ask(batchId, asked, all);
    const tookMs = this.#options.clock.monotonicMs() - askedAtMs;
    const isOld = tookMs > sureForMs;
    if (isOld)
      this.#options.logger.warn(
        { batchId, calls: all.length, tookMs: Math.round(tookMs) },
        'The check of waiting calls took too long. They return to their batch.',
      );
    const unwanted = new Set(isOld ? all : answer);
    queue.isLooking = false;
    if (this.#queues.get(batchId) !== queue) return;
    const askedIds = new Set(asked.map(({ callId }) => callId));
    const isGone = ({ callId }: Dial) => unwanted.has(callId);
    const given = queue.dials.filter(isGone);
    queue.dials = queue.dials
      .filter((dial) => !isGone(dial))
      .map((dial) => (askedIds.has(dial.callId) ? { ...dial, surenessAtMs: askedAtMs } : dial));
    if (given.length > 0) this.#options.giveBack(given);
    this.#pump(batchId, queue);
  }

  /** `all` where it fails. */
  async #ask(batchId: string, dials: readonly Dial[], all: readonly string[]): Promise<readonly string[]> {
    try {
      return await this.#options.findUnwanted(dials);
    } catch (error) {
      this.#options.logger.error(
        { err: error, batchId, calls: all.length },
        'Waiting calls could not be checked. They return to their batch.',
      );
      return all;
    }
  }
}

/** What waits of one batch, in order. */
interface Queue<Dial> {
  dials: Dial[];
  timer: Timer | undefined;
  isLooking: boolean;
}

type Gates = ReadonlyMap<string, RateGate>;

const waitOf = (gates: Gates, scopes: readonly string[], nowMs: number): number =>
  Math.max(0, ...scopes.map((scope) => gates.get(scope)?.waitMs(nowMs) ?? 0));

function pass(gates: Gates, scopes: readonly string[], nowMs: number): void {
  for (const scope of scopes) gates.get(scope)?.pass(nowMs);
}
