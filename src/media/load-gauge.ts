const binMs = 0.1;
/** Values of 100 ms and above share the last bin. */
const bins = 1001;
const windowSeconds = 5;
/** Maximum lateness of ticks above the timer jitter. */
const maxLatenessAboveJitterMs = 3;
/** Maximum lateness of ticks, whatever the timer jitter. Packets that are a whole frame late are audible. */
const maxLatenessMs = 20;
/** Maximum utilisation: the share of time that the worker is awake. */
const maxUtilisation = 0.75;

/** A histogram of lateness. Percentiles are rounded up to 0.1 ms. */
export class LatenessHistogram {
  readonly #counts = new Uint32Array(bins);
  #total = 0;

  record(latenessMs: number): void {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(latenessMs / binMs)));
    this.#counts[bin]! += 1;
    this.#total += 1;
  }

  /** Returns a percentile. `share` is 0 to 1. Returns 0 ms if nothing was recorded. */
  percentileMs(share: number): number {
    let remaining = Math.ceil(this.#total * share);
    if (remaining === 0) return 0;
    for (let bin = 0; bin < bins; bin++) {
      remaining -= this.#counts[bin]!;
      if (remaining <= 0) return (bin + 1) * binMs;
    }
    return bins * binMs;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#total = 0;
  }
}

/** The measurements of one second. */
interface Second {
  readonly latenessP99Ms: number;
  readonly isLate: boolean;
  readonly utilisation: number;
}

/**
 * Measures the load of a worker over the last five seconds. Distinguishes the lateness of ticks from the overrun of
 * sleeps between ticks. The latter is the timer jitter of the machine, which the calls of this worker do not cause.
 */
export class LoadGauge {
  readonly #tickLateness = new LatenessHistogram();
  readonly #sleepOverruns = new LatenessHistogram();
  readonly #seconds: Second[] = [];
  #timerJitterMs = 0;
  #sleptMs = 0;

  /** The p99 overrun of sleeps in the last second in which the worker slept. */
  get timerJitterMs(): number {
    return this.#timerJitterMs;
  }

  /** The p99 tick lateness of the worst second in the window. */
  get latenessP99Ms(): number {
    return this.#seconds.reduce((max, second) => Math.max(max, second.latenessP99Ms), 0);
  }

  /** The utilisation: the share of the window that the worker was awake, 0 to 1. */
  get utilisation(): number {
    if (this.#seconds.length === 0) return 0;
    return this.#seconds.reduce((sum, second) => sum + second.utilisation, 0) / this.#seconds.length;
  }

  /** Whether every second of a full window was late, or every second exceeded the maximum utilisation. */
  get overloaded(): boolean {
    if (this.#seconds.length < windowSeconds) return false;
    return (
      this.#seconds.every((second) => second.isLate) ||
      this.#seconds.every((second) => second.utilisation > maxUtilisation)
    );
  }

  /** Records the lateness of one tick. */
  recordTick(latenessMs: number): void {
    this.#tickLateness.record(latenessMs);
  }

  /** Records a sleep: its actual duration, and the time by which it was too long. */
  recordSleep(durationMs: number, overrunMs: number): void {
    this.#sleptMs += durationMs;
    this.#sleepOverruns.record(overrunMs);
  }

  /** Clears the window when no calls are remaining. Keeps the timer jitter. */
  reset(): void {
    this.#seconds.length = 0;
    this.#tickLateness.clear();
    this.#sleepOverruns.clear();
    this.#sleptMs = 0;
  }

  /** Ends an interval of about one second. */
  endSecond(durationMs: number): void {
    this.#timerJitterMs = this.#sleepOverruns.percentileMs(0.99) || this.#timerJitterMs;
    const latenessP99Ms = this.#tickLateness.percentileMs(0.99);
    const aboveJitterMs = latenessP99Ms - this.#timerJitterMs;
    this.#seconds.push({
      latenessP99Ms,
      isLate: aboveJitterMs > maxLatenessAboveJitterMs || latenessP99Ms > maxLatenessMs,
      utilisation: Math.min(1, Math.max(0, 1 - this.#sleptMs / durationMs)),
    });
    if (this.#seconds.length > windowSeconds) this.#seconds.shift();
    this.#tickLateness.clear();
    this.#sleepOverruns.clear();
    this.#sleptMs = 0;
  }
}
