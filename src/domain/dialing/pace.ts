/**
 * The generic cell rate algorithm without a burst (ITU-T I.371, annex A, virtual scheduling): calls of one scope begin evenly, one
 * interval apart at least. Several scopes hold at once, such as a batch and its trunk. Times are in ms from one moment on.
 */
export class Pace {
  readonly #nextInMs: Map<string, number>;
  readonly #intervalMs: ReadonlyMap<string, number>;

  /** A time in the past counts as now. */
  constructor(scopes: readonly PaceScope[]) {
    this.#intervalMs = new Map(scopes.map(({ scope, intervalMs }) => [scope, intervalMs]));
    this.#nextInMs = new Map(scopes.map(({ scope, nextInMs }) => [scope, Math.max(nextInMs, 0)]));
  }

  /** When the next call of all these scopes may begin. */
  nextInMs(scopes: readonly string[]): number {
    return Math.max(0, ...scopes.map((scope) => this.#nextInMs.get(scope) ?? 0));
  }

  /** How many calls of these scopes may begin up to the horizon. */
  countUntil(scopes: readonly string[], horizonMs: number): number {
    const counts = scopes.map((scope) => {
      const aheadMs = horizonMs - (this.#nextInMs.get(scope) ?? 0);
      return aheadMs < 0 ? 0 : Math.floor(aheadMs / this.#intervalMs.get(scope)!) + 1;
    });
    return Math.min(...counts);
  }

  /** Reserves the next instant; undefined, and nothing is reserved, where it lies beyond the horizon. */
  reserve(scopes: readonly string[], horizonMs: number): number | undefined {
    const atMs = this.nextInMs(scopes);
    if (atMs > horizonMs) return undefined;
    for (const scope of scopes) this.#nextInMs.set(scope, atMs + this.#intervalMs.get(scope)!);
    return atMs;
  }

  /** When the next call of each scope may begin, after what was reserved. */
  get next(): ReadonlyMap<string, number> {
    return this.#nextInMs;
  }
}

export interface PaceScope {
  readonly scope: string;
  /** Of each call to the next; 0: none. */
  readonly intervalMs: number;
  readonly nextInMs: number;
}
