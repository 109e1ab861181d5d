import type { Clock } from '../core/clock.ts';

/** Late packets of a call that is over must not reach the next one. */
const quarantineMs = 30_000;

/** Even UDP ports for RTP; the odd one after each belongs to it. Goes round, so that a port rests as long as possible. */
export class PortAllocator {
  readonly #first: number;
  readonly #count: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #inUse = new Set<number>();
  /** Port → when it may be used again, oldest first. */
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

  /** A port that is free, or undefined. */
  take(): number | undefined {
    this.#endRests();
    for (let tried = 0; tried < this.#count; tried++) {
      const port = this.#first + 2 * this.#next;
      this.#next = (this.#next + 1) % this.#count;
      if (this.#inUse.has(port) || this.#resting.has(port)) continue;
      this.#inUse.add(port);
      return port;
    }
    return undefined;
  }

  /** Gives a port back; it rests for 30 s. */
  release(port: number): void {
    if (this.#inUse.delete(port)) this.#resting.set(port, this.#clock.monotonicMs() + quarantineMs);
  }

  #endRests(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [port, untilMs] of this.#resting) {
      if (untilMs > nowMs) return;
      this.#resting.delete(port);
    }
  }
}
