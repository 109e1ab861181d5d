/**
 * Calls of one scope begin one interval apart at least; several scopes hold at once, such as a batch and its trunk. With a single scope
 * this is the generic cell rate algorithm without a burst (ITU-T I.371, annex A, virtual scheduling). Where scopes are shared, a call that
 * another scope puts off leaves the time before it to calls of others. Times are in ms from one moment on.
 */
export class RateSchedule {
  readonly #scopes: ReadonlyMap<string, Scope>;

  constructor(scopes: readonly RateScope[]) {
    this.#scopes = new Map(
      scopes.map(({ scope, intervalMs, free }) => [scope, { intervalMs, free: fromNowOn(free) }]),
    );
  }

  /** When the next call of all these scopes may begin. */
  nextInMs(scopes: readonly string[]): number {
    const limiting = this.#limiting(scopes);
    let atMs = 0;
    for (let last = -1; atMs > last;) {
      last = atMs;
      for (const { free } of limiting) atMs = firstFrom(free, atMs);
    }
    return atMs;
  }

  /** How many calls of these scopes may begin up to the horizon, at most; 0 only where there is none. */
  countUntil(scopes: readonly string[], horizonMs: number): number {
    if (this.nextInMs(scopes) > horizonMs) return 0;
    const counts = this.#limiting(scopes).map(({ intervalMs, free }) => countOf(free, intervalMs, horizonMs));
    return Math.min(...counts);
  }

  /** Reserves the next instant; undefined, and nothing is reserved, where it lies beyond the horizon. */
  reserve(scopes: readonly string[], horizonMs: number): number | undefined {
    const atMs = this.nextInMs(scopes);
    if (atMs > horizonMs) return undefined;
    for (const scope of this.#limiting(scopes)) scope.free = without(scope.free, atMs, scope.intervalMs);
    return atMs;
  }

  /** When calls of each scope may begin, after what was reserved. */
  get free(): ReadonlyMap<string, readonly FreeInterval[]> {
    return new Map([...this.#scopes].map(([scope, { free }]) => [scope, free]));
  }

  /** Those with a rate. */
  #limiting(scopes: readonly string[]): Scope[] {
    return scopes.flatMap((name) => this.#scopes.get(name) ?? []).filter(({ intervalMs }) => intervalMs > 0);
  }
}

/** Within it a call may begin, its ends included. */
export interface FreeInterval {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface RateScope {
  readonly scope: string;
  /** Of each call to the next; 0: none. */
  readonly intervalMs: number;
  /** In order; the last has no end. What is past counts for nothing. */
  readonly free: readonly FreeInterval[];
}

interface Scope {
  readonly intervalMs: number;
  free: readonly FreeInterval[];
}

const fromNowOn = (free: readonly FreeInterval[]): FreeInterval[] =>
  free.filter(({ toMs }) => toMs >= 0).map(({ fromMs, toMs }) => ({ fromMs: Math.max(fromMs, 0), toMs }));

/** The first moment that is free and not before `atMs`. */
function firstFrom(free: readonly FreeInterval[], atMs: number): number {
  const time = free.find(({ toMs }) => toMs >= atMs);
  return Math.max(time?.fromMs ?? Infinity, atMs);
}

function countOf(free: readonly FreeInterval[], intervalMs: number, horizonMs: number): number {
  let count = 0;
  for (const { fromMs, toMs } of free) {
    const lengthMs = Math.min(toMs, horizonMs) - fromMs;
    if (lengthMs >= 0) count += Math.floor(lengthMs / intervalMs) + 1;
  }
  return count;
}

/** A call begins at `atMs`: no other less than an interval before or after it. */
const without = (free: readonly FreeInterval[], atMs: number, intervalMs: number): FreeInterval[] =>
  free.flatMap(({ fromMs, toMs }) => {
    const before = { fromMs, toMs: Math.min(toMs, atMs - intervalMs) };
    const after = { fromMs: Math.max(fromMs, atMs + intervalMs), toMs };
    const isApart = toMs <= before.toMs || fromMs >= after.fromMs;
    return isApart ? [{ fromMs, toMs }] : [before, after].filter((rest) => rest.toMs >= rest.fromMs);
  });
