import type { Clock } from '../core/clock.ts';

/** So long a port rests while there are others: packets of the call before, from a far end that did not notice its end, do not reach the next. */
const restMs = 30_000;
/** So long it rests in any case: packets that were on their way when the call ended have come by then. */
const leastRestMs = 2_000;

/** Even UDP ports for RTP; the odd one after each belongs to it. Goes round, so that a port rests as long as possible. */
export class PortAllocator {
  readonly #first: number;
  readonly #count: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #inUse = new Set<number>();
  /** Port → when it was given back, oldest first. */
  readonly #cooling = new Map<number, number>();
  /** The same of those that may be used again, if need be. */
  readonly #resting = new Map<number, number>();
  #next = 0;

  /** `first` to `last` inclusive, 1024 to 65535; at least one even port with the odd one after it. Throws `RangeError`. */
  constructor(first: number, last: number, clock: Pick<Clock, 'monotonicMs'>) {
    this.#first = first + (first % 2);
    this.#count = Math.floor((last - this.#first + 1) / 2);
    this.#clock = clock;
    const whole = Number.isInteger(first) && Number.isInteger(last);
    if (!whole || first < 1024 || last > 65_535 || this.#count < 1)
      throw new RangeError(
        'the RTP ports must be a range within 1024 to 65535 that holds an even port and the next',
      );
  }

  /** How many calls the range can hold. */
  get capacity(): number {
    return this.#count;
  }

  /** How many ports `take` would give now, one after the other. */
  get free(): number {
    this.#endRests();
    return this.#count - this.#inUse.size - this.#cooling.size;
  }

  /** A port that is free, one that has rested for 30 s where there is one and else the one that has rested longest, or undefined. */
  take(): number | undefined {
    if (this.free === 0) return undefined;
    const port = this.#findRested() ?? this.#resting.keys().next().value!;
    this.#resting.delete(port);
    this.#inUse.add(port);
    return port;
  }

  /** Gives a port back; it rests for 2 s at least. */
  release(port: number): void {
    if (this.#inUse.delete(port)) this.#cooling.set(port, this.#clock.monotonicMs());
  }

  #findRested(): number | undefined {
    if (this.free === this.#resting.size) return undefined;
    for (;;) {
      const port = this.#first + 2 * this.#next;
      this.#next = (this.#next + 1) % this.#count;
      if (!this.#inUse.has(port) && !this.#cooling.has(port) && !this.#resting.has(port)) return port;
    }
  }

  #endRests(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [port, sinceMs] of this.#cooling) {
      if (nowMs - sinceMs < leastRestMs) break;
      this.#cooling.delete(port);
      this.#resting.set(port, sinceMs);
    }
    for (const [port, sinceMs] of this.#resting) {
      if (nowMs - sinceMs < restMs) return;
      this.#resting.delete(port);
    }
  }
}
