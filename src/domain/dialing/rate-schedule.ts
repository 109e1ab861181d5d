/** An interval in which a call may start, with both ends included. */
export interface FreeInterval {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface RateScope {
  readonly scope: string;
  /** Minimum time between call starts; 0: no limit. */
  readonly intervalMs: number;
  /** In ascending order; the last has no end. Times before 0 have passed and are ignored. */
  readonly free: readonly FreeInterval[];
}

interface Scope {
  readonly intervalMs: number;
  free: readonly FreeInterval[];
}

/**
 * Schedules call starts at least one interval apart per scope. A call can have several scopes, such as its batch and its trunk. With one
 * scope this is the generic cell rate algorithm without a burst (ITU-T I.371, annex A, virtual scheduling). If one scope delays a call, the
 * other scopes stay free until that call starts, and calls without the slow scope can use them. Times are in ms from the creation of the
 * schedule.
 */
export class RateSchedule {
  readonly #scopes: ReadonlyMap<string, Scope>;

  constructor(scopes: readonly RateScope[]) {
    this.#scopes = new Map(
      scopes.map(({ scope, intervalMs, free }) => [scope, { intervalMs, free: fromNowOn(free) }]),
    );
  }

  /** Returns when the next call in all these scopes may start. */
  nextInMs(scopes: readonly string[]): number {
    const limiting = this.#limiting(scopes);
    let atMs = 0;
    for (let previousMs = -1; atMs > previousMs;) {
      previousMs = atMs;
      for (const { free } of limiting) atMs = firstFrom(free, atMs);
    }
    return atMs;
  }

  /** Returns an upper bound of the calls that may start up to the horizon; 0 only if no call may start. */
  countUntil(scopes: readonly string[], horizonMs: number): number {
    if (this.nextInMs(scopes) > horizonMs) return 0;
    const counts = this.#limiting(scopes).map(({ intervalMs, free }) => countOf(free, intervalMs, horizonMs));
    return Math.min(...counts);
  }

  /** Reserves the next instant. Returns undefined and reserves nothing if it is after the horizon. */
  reserve(scopes: readonly string[], horizonMs: number): number | undefined {
    const atMs = this.nextInMs(scopes);
    if (atMs > horizonMs) return undefined;
    for (const scope of this.#limiting(scopes))
      scope.free = excludeAround(scope.free, atMs, scope.intervalMs);
    return atMs;
  }

  /** The intervals in which calls of each scope may still start. */
  get free(): ReadonlyMap<string, readonly FreeInterval[]> {
    return new Map([...this.#scopes].map(([scope, { free }]) => [scope, free]));
  }

  /** The scopes with a rate. */
  #limiting(scopes: readonly string[]): Scope[] {
    return scopes.flatMap((name) => this.#scopes.get(name) ?? []).filter(({ intervalMs }) => intervalMs > 0);
  }
}

const fromNowOn = (free: readonly FreeInterval[]): FreeInterval[] =>
  free.filter(({ toMs }) => toMs >= 0).map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, 0), toMs }));

/** Returns the first free instant at or after `atMs`. */
function firstFrom(free: readonly FreeInterval[], atMs: number): number {
  const interval = free.find(({ toMs }) => toMs >= atMs);
  return Math.max(interval?.fromMs ?? Infinity, atMs);
}

function countOf(free: readonly FreeInterval[], intervalMs: number, horizonMs: number): number {
  let count = 0;
  for (const { fromMs, toMs } of free) {
    const lengthMs = Math.min(toMs, horizonMs) - fromMs;
    if (lengthMs >= 0) count += Math.floor(lengthMs / intervalMs) + 1;
  }
  return count;
}

/** Removes the instants less than one interval before or after a call that starts at `atMs`. */
const excludeAround = (free: readonly FreeInterval[], atMs: number, intervalMs: number): FreeInterval[] =>
  free.flatMap(({ fromMs, toMs }) => {
    const lastBeforeMs = atMs - intervalMs;
    const firstAfterMs = atMs + intervalMs;
    if (toMs <= lastBeforeMs || fromMs >= firstAfterMs) return [{ fromMs, toMs }];
    const parts = [
      { fromMs, toMs: lastBeforeMs },
      { fromMs: firstAfterMs, toMs },
    ];
    return parts.filter((part) => part.toMs >= part.fromMs);
  });
