import type { Clock } from '../core/clock.ts';

/**
 * Time for which a released port is avoided while others are free. A remote side that did not notice the end of its
 * call can send for some time; these packets must not reach the next call.
 */
const preferredCooldownMs = 30_000;
/** Time for which a released port is never reused. Packets in flight at the end of the call arrive within this time. */
const minCooldownMs = 2_000;

/**
 * Allocates even UDP ports for RTP; the odd port after each is its RTCP port. Allocates round-robin, to maximise the
 * time until reuse.
 */
export class PortAllocator {
  readonly #first: number;
  readonly #count: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #inUse = new Set<number>();
  /** The ports that must not be reused yet, with their release times, oldest first. */
  readonly #cooling = new Map<number, number>();
  /** The ports that are reused only if no other is free, with their release times, oldest first. */
  readonly #reusable = new Map<number, number>();
  #next = 0;

  /** `first` to `last` inclusive, 1024 to 65535, with at least one even port and the next. Throws `RangeError`. */
  constructor(first: number, last: number, clock: Pick<Clock, 'monotonicMs'>) {
    this.#first = first + (first % 2);
    this.#count = Math.floor((last - this.#first + 1) / 2);
    this.#clock = clock;
    const areIntegers = Number.isInteger(first) && Number.isInteger(last);
    if (!areIntegers || first < 1024 || last > 65_535 || this.#count < 1)
      throw new RangeError(
        'The RTP ports must be a range within 1024 to 65535 that contains an even port and the next.',
      );
  }

  /** The number of calls that the range supports. */
  get capacity(): number {
    return this.#count;
  }

  /** The number of ports that `allocate` can return now. */
  get freeCount(): number {
    this.#updateCooldowns();
    return this.#count - this.#inUse.size - this.#cooling.size;
  }

  /**
   * Returns a free port, preferably one unused for 30 s, otherwise the one released longest ago; `undefined` if none is
   * available.
   */
  allocate(): number | undefined {
    if (this.freeCount === 0) return undefined;
    const port = this.#findCooledDown() ?? this.#reusable.keys().next().value!;
    this.#reusable.delete(port);
    this.#inUse.add(port);
    return port;
  }

  /** Releases a port. It is not reused for at least 2 s. */
  release(port: number): void {
    if (this.#inUse.delete(port)) this.#cooling.set(port, this.#clock.monotonicMs());
  }

  #findCooledDown(): number | undefined {
    if (this.freeCount === this.#reusable.size) return undefined;
    for (;;) {
      const port = this.#first + 2 * this.#next;
      this.#next = (this.#next + 1) % this.#count;
      if (!this.#inUse.has(port) && !this.#cooling.has(port) && !this.#reusable.has(port)) return port;
    }
  }

  #updateCooldowns(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [port, sinceMs] of this.#cooling) {
      if (nowMs - sinceMs < minCooldownMs) break;
      this.#cooling.delete(port);
      this.#reusable.set(port, sinceMs);
    }
    for (const [port, sinceMs] of this.#reusable) {
      if (nowMs - sinceMs < preferredCooldownMs) return;
      this.#reusable.delete(port);
    }
  }
}
