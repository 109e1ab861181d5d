import type { Clock } from '../../core/clock.ts';
import { reservedCalls, fairShare } from '../../domain/dialing/call-capacity.ts';
import { RateSchedule, type RateScope } from '../../domain/dialing/rate-schedule.ts';
import { spacingOf } from '../../domain/dialing/spacing.ts';
import type { RatePlanTable } from '../../domain/rate-plan.ts';
import {
  advanceRateLimits,
  lockCallCounters,
  type LockedBatch,
  type LockedRateLimits,
  lockRateLimits,
  trunkCounterId,
} from '../../store/dialing/claims.ts';
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

/** Limits on the calls of batches, in addition to those of the plan and of the batch. */
export interface ConcurrencyLimits {
  readonly trunks: readonly TrunkLimits[];
  /** Percentage of the plan's concurrent calls that is reserved for single calls and callbacks. */
  readonly reservePercent: number;
}

/** How far ahead calls are claimed, in ms. After a cancellation, claimed calls may remain queued for this time. */
export const claimHorizonMs = 250;

/**
 * Concurrency and rate limits of one claim. Counters and rate limits stay locked until its transaction ends; slots are
 * reserved one by one.
 */
export class ClaimCapacity {
  readonly #batch: LockedBatch;
  readonly #trunks: readonly TrunkLimits[];
  /** Active calls by trunk. */
  readonly #active: Map<string, number>;
  readonly #schedule: RateSchedule;
  /** Earliest start of a call that the rate limit of a trunk delays beyond the horizon, in ms after `lockedAtMs`. */
  #trunkDelayMs: number | undefined;
  /** Number of further concurrent calls that all limits except those of trunks allow this batch. */
  readonly free: number;
  /** Calls per second by rate-limit scope. */
  readonly rates: ReadonlyMap<string, number>;
  /** Time from which delays count, on this machine's monotonic clock: slightly after the rate limits were locked, never before. */
  readonly lockedAtMs: number;
  /** Time at which the rate limits were locked, on the database's clock, in Unix ms. */
  readonly rateLimitsLockedAtMs: number;

  private constructor(
    batch: LockedBatch,
    free: number,
    { trunks, active, schedule, rateLimitsLockedAtMs, lockedAtMs, rates }: LockedLimits,
  ) {
    this.rates = rates;
    this.lockedAtMs = lockedAtMs;
    this.rateLimitsLockedAtMs = rateLimitsLockedAtMs;
    this.#batch = batch;
    this.#trunks = trunks;
    this.#active = new Map(active);
    this.#schedule = schedule;
    this.free = free;
  }

  /** Locks the rate limits and the call counters of a batch until the transaction ends. */
  static async lock(
    tx: Queryable,
    batch: LockedBatch,
    { limits: { trunks, reservePercent }, ratePlans, competingBatches, clock }: CapacityTerms,
  ): Promise<ClaimCapacity> {
    const { workspaceId } = batch;
    const plan = ratePlans[batch.plan];
    const rates = rateLimitsOf(batch, plan.callStartsPerSecond, trunks);
    const locked = await lockRateLimits(tx, [...rates.keys()]);
    const limits = {
      trunks,
      schedule: rateScheduleOf(rates, locked),
      rateLimitsLockedAtMs: locked.lockedAtMs,
      lockedAtMs: clock.monotonicMs(),
      rates,
    };
    const limitedTrunks = trunks.filter(({ concurrentCalls }) => concurrentCalls !== undefined);
    const active = await lockCallCounters(tx, { workspaceId, trunks: limitedTrunks.map(({ name }) => name) });
    const reserved = reservedCalls(plan.concurrentCalls, reservePercent, batch.reservedConcurrency);
    const available = plan.concurrentCalls - reserved;
    const freeOfPlan = Math.max(available - active.ofWorkspace, 0);
    const freeOfBatch = Math.max((batch.maxConcurrency ?? Infinity) - batch.active, 0);
    const free = Math.min(fairShare(freeOfPlan, competingBatches), freeOfBatch);
    return new ClaimCapacity(batch, free, { ...limits, active: active.ofTrunks });
  }

  /** The limit that is exhausted when `free` is 0. */
  get exhaustedLimit(): 'workspace' | 'batch' {
    const { maxConcurrency, active } = this.#batch;
    return maxConcurrency !== null && active >= maxConcurrency ? 'batch' : 'workspace';
  }

  /** Number of calls that all limits except those of trunks allow to claim now. */
  get count(): number {
    return Math.min(this.free, this.#schedule.countUntil(this.#ownScopes, claimHorizonMs));
  }

  /**
   * Earliest start of the next call of the batch, in ms after `lockedAtMs`. Includes the limit of a trunk that delayed
   * a call.
   */
  get nextInMs(): number {
    return Math.max(this.#schedule.nextInMs(this.#ownScopes), this.#trunkDelayMs ?? 0);
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
    const counterIds =
      concurrentCalls === undefined ? [workspaceId] : [workspaceId, trunkCounterId(name, workspaceId)];
    const scopes = [...this.#ownScopes, trunkScope(name)];
    const slot = this.#reserveIn(scopes, counterIds);
    if (slot !== undefined) this.#active.set(name, active + 1);
    else this.#trunkDelayMs = Math.min(this.#trunkDelayMs ?? Infinity, this.#schedule.nextInMs(scopes));
    return slot ?? 'later';
  }

  /** Stores the reserved start times. */
  async save(tx: Queryable): Promise<void> {
    await advanceRateLimits(tx, { lockedAtMs: this.rateLimitsLockedAtMs, free: this.#schedule.free });
  }

  get #ownScopes(): readonly string[] {
    return [`batch:${this.#batch.id}`, `workspace:${this.#batch.workspaceId}`];
  }

  #reserveIn(scopes: readonly string[], counterIds: readonly string[]): CallSlot | undefined {
    const delayMs = this.#schedule.reserve(scopes, claimHorizonMs);
    return delayMs === undefined ? undefined : { scopes, counterIds, delayMs };
  }
}

interface LockedLimits {
  readonly trunks: readonly TrunkLimits[];
  readonly active: ReadonlyMap<string, number>;
  readonly schedule: RateSchedule;
  readonly rateLimitsLockedAtMs: number;
  readonly lockedAtMs: number;
  readonly rates: ReadonlyMap<string, number>;
}

interface CapacityTerms {
  readonly limits: ConcurrencyLimits;
  readonly ratePlans: RatePlanTable;
  /** Number of batches of the workspace that compete for capacity, this one included. */
  readonly competingBatches: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Start time of a call of a batch, and the limits that the call counts against. */
export interface CallSlot {
  /** Rate-limit scopes. */
  readonly scopes: readonly string[];
  /** Ids of the counters of concurrent calls that count this call. */
  readonly counterIds: readonly string[];
  /** Start of the call, in ms after `lockedAtMs`. */
  readonly delayMs: number;
}

const trunkScope = (name: string): string => `trunk:${name}`;

/**
 * Returns the calls per second by rate-limit scope. All batches of a workspace together start calls at most at the rate
 * that the plan allows for single calls. A trunk without a rate limit has an infinite rate: its row is locked like the
 * others, which makes its concurrency limit exact.
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

function rateScheduleOf(rates: ReadonlyMap<string, number>, { free }: LockedRateLimits): RateSchedule {
  const scopes = [...rates].map(([scope, callsPerSecond]): RateScope => {
    return { scope, intervalMs: spacingOf(callsPerSecond).intervalMs, free: free.get(scope)! };
  });
  return new RateSchedule(scopes);
}
