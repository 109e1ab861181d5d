import type { Clock } from '../../core/clock.ts';
import { reservedCalls, fairShare } from '../../domain/dialing/call-capacity.ts';
import { RateSchedule, type RateScope } from '../../domain/dialing/rate-schedule.ts';
import { spacingOf } from '../../domain/dialing/spacing.ts';
import type { RatePlanTable } from '../../domain/rate-plan.ts';
import type { LockedBatch } from '../../store/dialing/lock-batch.ts';
import {
  advanceRateLimits,
  lockRateLimits,
  type LockedRateLimits,
} from '../../store/dialing/lock-rate-limits.ts';
import { lockCallCounters, trunkHolder } from '../../store/dialing/lock-call-counters.ts';
import type { Queryable } from '../../store/queryable.ts';

/** A trunk that has limits. */
export interface TrunkLimits {
  readonly name: string;
  /** Whether the trunk carries calls to this number (E.164). */
  readonly carries: (number: string) => boolean;
  /** Omitted: unlimited. */
  readonly callsPerSecond?: number | undefined;
  readonly concurrentCalls?: number | undefined;
}

/** Limits of calls of batches besides those of the plan and of the batch. */
export interface ConcurrencyLimits {
  readonly trunks: readonly TrunkLimits[];
  /** Percentage of the plan's concurrent calls that batches leave to single calls and callbacks. */
  readonly reservePercent: number;
}

/** How far ahead calls are claimed, in ms. A cancelled batch may have claimed calls for as long. */
export const horizonMs = 250;

/**
 * Concurrency and rate limits of one claim. Counters and rate limits stay locked until its transaction ends; slots are
 * reserved one by one.
 */
export class ClaimCapacity {
  readonly #batch: LockedBatch;
  readonly #trunks: readonly TrunkLimits[];
  /** Active calls by trunk. */
  readonly #active: Map<string, number>;
  readonly #pace: RateSchedule;
  /** On the database's clock. */
  readonly #rateLimitsLockedAtMs: number;
  /** When the first call may start that a trunk delays beyond the horizon. */
  #trunkInMs: number | undefined;
  /** Concurrent calls that are free for this batch under all limits except those of trunks. */
  readonly free: number;
  /** Calls per second by rate-limit scope. */
  readonly rates: ReadonlyMap<string, number>;
  /** Origin of due times on this machine's monotonic clock: slightly later than the database's, never earlier. */
  readonly lockedAtMs: number;

  private constructor(
    batch: LockedBatch,
    free: number,
    { trunks, active, pace, rateLimitsLockedAtMs, lockedAtMs, rates }: LockedLimits,
  ) {
    this.rates = rates;
    this.lockedAtMs = lockedAtMs;
    this.#rateLimitsLockedAtMs = rateLimitsLockedAtMs;
    this.#batch = batch;
    this.#trunks = trunks;
    this.#active = new Map(active);
    this.#pace = pace;
    this.free = free;
  }

  static async lock(
    tx: Queryable,
    batch: LockedBatch,
    { limits: { trunks, reservePercent }, plans, competingBatches, clock }: CapacityTerms,
  ): Promise<ClaimCapacity> {
    const { workspaceId } = batch;
    const plan = plans[batch.plan];
    const rates = rateLimitsOf(batch, plan.callStartsPerSecond, trunks);
    const held = await lockRateLimits(tx, [...rates.keys()]);
    const limits = {
      trunks,
      pace: paceOf(rates, held),
      rateLimitsLockedAtMs: held.lockedAtMs,
      lockedAtMs: clock.monotonicMs(),
      rates,
    };
    const capped = trunks.filter(({ concurrentCalls }) => concurrentCalls !== undefined);
    const active = await lockCallCounters(tx, { workspaceId, trunks: capped.map(({ name }) => name) });
    const reserved = reservedCalls(plan.concurrentCalls, reservePercent, batch.reservedConcurrency);
    const open = plan.concurrentCalls - reserved;
    const freeOfPlan = Math.max(open - active.ofWorkspace, 0);
    const freeOfBatch = Math.max((batch.maxConcurrency ?? Infinity) - batch.active, 0);
    const free = Math.min(fairShare(freeOfPlan, competingBatches), freeOfBatch);
    return new ClaimCapacity(batch, free, { ...limits, active: active.ofTrunks });
  }

  /** Which limit is exhausted when `free` is 0. */
  get exhaustedLimit(): 'workspace' | 'batch' {
    const { maxConcurrency, active } = this.#batch;
    return maxConcurrency !== null && active >= maxConcurrency ? 'batch' : 'workspace';
  }

  /** Number of calls that could be claimed now if trunks had capacity. */
  get count(): number {
    return Math.min(this.free, this.#pace.countUntil(this.#ownScopes, horizonMs));
  }

  /**
   * When the next call of the batch may start, in ms from `lockedAtMs`; not before a trunk that delays it allows it.
   */
  get nextInMs(): number {
    return Math.max(this.#pace.nextInMs(this.#ownScopes), this.#trunkInMs ?? 0);
  }

  /**
   * Reserves the next slot for a call to this number. Returns `full` if its trunk has no capacity, `later` if the slot
   * would be beyond the horizon.
   */
  reserve(toNumber: string): CallSlot | 'full' | 'later' {
    const trunk = this.#trunks.find(({ carries }) => carries(toNumber));
    const { workspaceId } = this.#batch;
    if (trunk === undefined) return this.#reserveIn(this.#ownScopes, [workspaceId]) ?? 'later';
    const { name, concurrentCalls } = trunk;
    const active = this.#active.get(name) ?? 0;
    if (concurrentCalls !== undefined && active >= concurrentCalls) return 'full';
    const holders =
      concurrentCalls === undefined ? [workspaceId] : [workspaceId, trunkHolder(name, workspaceId)];
    const scopes = [...this.#ownScopes, trunkScope(name)];
    const slot = this.#reserveIn(scopes, holders);
    if (slot !== undefined) this.#active.set(name, active + 1);
    else this.#trunkInMs = Math.min(this.#trunkInMs ?? Infinity, this.#pace.nextInMs(scopes));
    return slot ?? 'later';
  }

  /** Stores the start times that were reserved. */
  async save(tx: Queryable): Promise<void> {
    await advanceRateLimits(tx, { lockedAtMs: this.#rateLimitsLockedAtMs, free: this.#pace.free });
  }

  get #ownScopes(): readonly string[] {
    return [`batch:${this.#batch.id}`, `workspace:${this.#batch.workspaceId}`];
  }

  #reserveIn(scopes: readonly string[], holders: readonly string[]): CallSlot | undefined {
    const inMs = this.#pace.reserve(scopes, horizonMs);
    return inMs === undefined ? undefined : { scopes, holders, inMs };
  }
}

interface LockedLimits {
  readonly trunks: readonly TrunkLimits[];
  readonly active: ReadonlyMap<string, number>;
  readonly pace: RateSchedule;
  readonly rateLimitsLockedAtMs: number;
  readonly lockedAtMs: number;
  readonly rates: ReadonlyMap<string, number>;
}

interface CapacityTerms {
  readonly limits: ConcurrencyLimits;
  readonly plans: RatePlanTable;
  /** Number of batches of the workspace that have due calls, this one included. */
  readonly competingBatches: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** When a call of a batch starts, and the limits that it counts against. */
export interface CallSlot {
  /** Rate-limit scopes. */
  readonly scopes: readonly string[];
  /** Counters of concurrent calls. */
  readonly holders: readonly string[];
  /** In ms from `lockedAtMs`. */
  readonly inMs: number;
}

const trunkScope = (name: string): string => `trunk:${name}`;

/**
 * Returns the calls per second by rate-limit scope. Batches of a workspace start calls no faster than the plan allows
 * for single calls. A trunk without a rate is locked too, which makes its concurrency limit exact.
 */
export function rateLimitsOf(
  { id, workspaceId, callsPerSecond }: Pick<LockedBatch, 'id' | 'workspaceId' | 'callsPerSecond'>,
  callStartsPerSecond: number,
  trunks: readonly TrunkLimits[],
): ReadonlyMap<string, number> {
  return new Map([
    [`batch:${id}`, callsPerSecond],
    [`workspace:${workspaceId}`, callStartsPerSecond],
    ...trunks.map((trunk): [string, number] => [trunkScope(trunk.name), trunk.callsPerSecond ?? Infinity]),
  ]);
}

function paceOf(rates: ReadonlyMap<string, number>, { free }: LockedRateLimits): RateSchedule {
  const scopes = [...rates].map(([scope, callsPerSecond]): RateScope => {
    return { scope, intervalMs: spacingOf(callsPerSecond).intervalMs, free: free.get(scope)! };
  });
  return new RateSchedule(scopes);
}
