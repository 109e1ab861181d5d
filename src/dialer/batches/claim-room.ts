import type { Clock } from '../../core/clock.ts';
import { reservedCalls, fairShare } from '../../domain/dialing/call-capacity.ts';
import { RateSchedule, type RateScope } from '../../domain/dialing/rate-schedule.ts';
import { spacingOf } from '../../domain/dialing/spacing.ts';
import type { RatePlanTable } from '../../domain/rate-plan.ts';
import type { HeldBatch } from '../../store/dialing/hold-batch.ts';
import { advancePace, holdPace, type HeldPace } from '../../store/dialing/hold-pace.ts';
import { holdRoom, trunkHolder } from '../../store/dialing/hold-room.ts';
import type { Queryable } from '../../store/queryable.ts';

/** A trunk with limits of its own. */
export interface TrunkLimits {
  readonly name: string;
  /** Whether calls to this number, in E.164, go by it. */
  readonly carries: (number: string) => boolean;
  /** Left out: as many as there are. */
  readonly callsPerSecond?: number | undefined;
  readonly concurrentCalls?: number | undefined;
}

/** What calls of batches are held to besides their plan and their own limits. */
export interface CallsAtOnce {
  readonly trunks: readonly TrunkLimits[];
  /** How much of a plan's calls at once batches leave to single calls and callbacks, in percent. */
  readonly reservePercent: number;
}

/** How far ahead calls are claimed, in ms: as long a cancelled batch may still have claimed ones. */
export const horizonMs = 250;

/** The room and the pace of one claim: counters and instants are held until its transaction ends, and given out one by one. */
export class ClaimRoom {
  readonly #batch: HeldBatch;
  readonly #trunks: readonly TrunkLimits[];
  /** By trunk. */
  readonly #active: Map<string, number>;
  readonly #pace: RateSchedule;
  /** By the database's clock. */
  readonly #paceHeldAtMs: number;
  /** When the first call may begin that a trunk puts off beyond the horizon. */
  #trunkInMs: number | undefined;
  /** Calls at once that all limits but those of trunks leave to this batch. */
  readonly free: number;
  /** How many calls a second may begin in each scope of pace. */
  readonly rates: ReadonlyMap<string, number>;
  /** The moment that instants are counted from, by this machine's monotonic clock: a little later than the database's, never earlier. */
  readonly heldAtMs: number;

  private constructor(
    batch: HeldBatch,
    free: number,
    { trunks, active, pace, paceHeldAtMs, heldAtMs, rates }: HeldLimits,
  ) {
    this.rates = rates;
    this.heldAtMs = heldAtMs;
    this.#paceHeldAtMs = paceHeldAtMs;
    this.#batch = batch;
    this.#trunks = trunks;
    this.#active = new Map(active);
    this.#pace = pace;
    this.free = free;
  }

  static async hold(
    tx: Queryable,
    batch: HeldBatch,
    { limits: { trunks, reservePercent }, plans, rivals, clock }: RoomTerms,
  ): Promise<ClaimRoom> {
    const { workspaceId } = batch;
    const plan = plans[batch.plan];
    const rates = paceScopes(batch, plan.callStartsPerSecond, trunks);
    const held = await holdPace(tx, [...rates.keys()]);
    const limits = {
      trunks,
      pace: paceOf(rates, held),
      paceHeldAtMs: held.heldAtMs,
      heldAtMs: clock.monotonicMs(),
      rates,
    };
    const capped = trunks.filter(({ concurrentCalls }) => concurrentCalls !== undefined);
    const active = await holdRoom(tx, { workspaceId, trunks: capped.map(({ name }) => name) });
    const reserved = reservedCalls(plan.concurrentCalls, reservePercent, batch.reservedConcurrency);
    const open = plan.concurrentCalls - reserved;
    const freeOfPlan = Math.max(open - active.ofWorkspace, 0);
    const freeOfBatch = Math.max((batch.maxConcurrency ?? Infinity) - batch.active, 0);
    const free = Math.min(fairShare(freeOfPlan, rivals), freeOfBatch);
    return new ClaimRoom(batch, free, { ...limits, active: active.ofTrunks });
  }

  /** Where nothing is free: whose limit it is. */
  get scarcity(): 'workspace' | 'batch' {
    const { maxConcurrency, active } = this.#batch;
    return maxConcurrency !== null && active >= maxConcurrency ? 'batch' : 'workspace';
  }

  /** How many calls could be claimed now if the trunks had room. */
  get count(): number {
    return Math.min(this.free, this.#pace.countUntil(this.#ownScopes, horizonMs));
  }

  /** When the next call of the batch may begin, in ms from `heldAtMs` on; where a trunk keeps it waiting, not before that lets it. */
  get nextInMs(): number {
    return Math.max(this.#pace.nextInMs(this.#ownScopes), this.#trunkInMs ?? 0);
  }

  /** The next place for a call to this number; `full` where its trunk has none, `later` where it would be beyond the horizon. */
  place(toNumber: string): CallPlace | 'full' | 'later' {
    const trunk = this.#trunks.find(({ carries }) => carries(toNumber));
    const { workspaceId } = this.#batch;
    if (trunk === undefined) return this.#placeIn(this.#ownScopes, [workspaceId]) ?? 'later';
    const { name, concurrentCalls } = trunk;
    const active = this.#active.get(name) ?? 0;
    if (concurrentCalls !== undefined && active >= concurrentCalls) return 'full';
    const holders =
      concurrentCalls === undefined ? [workspaceId] : [workspaceId, trunkHolder(name, workspaceId)];
    const scopes = [...this.#ownScopes, trunkScope(name)];
    const place = this.#placeIn(scopes, holders);
    if (place !== undefined) this.#active.set(name, active + 1);
    else this.#trunkInMs = Math.min(this.#trunkInMs ?? Infinity, this.#pace.nextInMs(scopes));
    return place ?? 'later';
  }

  /** Writes down which instants were given out. */
  async keep(tx: Queryable): Promise<void> {
    await advancePace(tx, { heldAtMs: this.#paceHeldAtMs, free: this.#pace.free });
  }

  get #ownScopes(): readonly string[] {
    return [`batch:${this.#batch.id}`, `workspace:${this.#batch.workspaceId}`];
  }

  #placeIn(scopes: readonly string[], holders: readonly string[]): CallPlace | undefined {
    const inMs = this.#pace.reserve(scopes, horizonMs);
    return inMs === undefined ? undefined : { scopes, holders, inMs };
  }
}

interface HeldLimits {
  readonly trunks: readonly TrunkLimits[];
  readonly active: ReadonlyMap<string, number>;
  readonly pace: RateSchedule;
  readonly paceHeldAtMs: number;
  readonly heldAtMs: number;
  readonly rates: ReadonlyMap<string, number>;
}

interface RoomTerms {
  readonly limits: CallsAtOnce;
  readonly plans: RatePlanTable;
  /** Batches of the workspace that want calls now, this one included. */
  readonly rivals: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** When a call of a batch begins, and what it counts in. */
export interface CallPlace {
  /** Of pace. */
  readonly scopes: readonly string[];
  /** Counters of calls at once. */
  readonly holders: readonly string[];
  /** From `heldAtMs` on. */
  readonly inMs: number;
}

const trunkScope = (name: string): string => `trunk:${name}`;

/**
 * How many calls a second may begin in each scope. Batches of a workspace begin them no faster than the plan lets single ones begin. A
 * trunk without a rate is held all the same: that makes its limit of calls at once exact.
 */
export function paceScopes(
  { id, workspaceId, callsPerSecond }: Pick<HeldBatch, 'id' | 'workspaceId' | 'callsPerSecond'>,
  callStartsPerSecond: number,
  trunks: readonly TrunkLimits[],
): ReadonlyMap<string, number> {
  return new Map([
    [`batch:${id}`, callsPerSecond],
    [`workspace:${workspaceId}`, callStartsPerSecond],
    ...trunks.map((trunk): [string, number] => [trunkScope(trunk.name), trunk.callsPerSecond ?? Infinity]),
  ]);
}

function paceOf(rates: ReadonlyMap<string, number>, { free }: HeldPace): RateSchedule {
  const scopes = [...rates].map(([scope, callsPerSecond]): RateScope => {
    return { scope, intervalMs: spacingOf(callsPerSecond).intervalMs, free: free.get(scope)! };
  });
  return new RateSchedule(scopes);
}
