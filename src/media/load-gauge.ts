/** 0.1 ms. */
const binMs = 0.1;
/** 100 ms and above share the last bin. */
const bins = 1001;
const windowSeconds = 5;
/** Above the machine's own noise. */
const latenessAboveFloorMostMs = 3;
const busyMost = 0.75;

/** Counts how late things were, and tells percentiles to 0.1 ms, upwards. */
export class LatenessHistogram {
  readonly #counts = new Uint32Array(bins);
  #total = 0;

  record(latenessMs: number): void {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(latenessMs / binMs)));
    this.#counts[bin]! += 1;
    this.#total += 1;
  }

  /** `share` 0 to 1; 0 ms where nothing was recorded. */
  percentileMs(share: number): number {
    let left = Math.ceil(this.#total * share);
    if (left === 0) return 0;
    for (let bin = 0; bin < bins; bin++) {
      left -= this.#counts[bin]!;
      if (left <= 0) return (bin + 1) * binMs;
    }
    return bins * binMs;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#total = 0;
  }
}

interface Second {
  readonly latenessP99Ms: number;
  readonly floorP99Ms: number;
  readonly busy: number;
}

/**
 * How heavy a worker's work is, over the last five seconds. Two latenesses are kept apart: that of a tick, and that with which a
 * plain sleep ends. The lowest ever seen of the second is the machine's noise, for which no call is to blame.
 */
export class LoadGauge {
  readonly #ticks = new LatenessHistogram();
  readonly #wakeUps = new LatenessHistogram();
  readonly #seconds: Second[] = [];
  #noiseFloorMs = Number.POSITIVE_INFINITY;
  #sleptMs = 0;

  get noiseFloorMs(): number {
    return Number.isFinite(this.#noiseFloorMs) ? this.#noiseFloorMs : 0;
  }

  /** The worst second of the window. */
  get latenessP99Ms(): number {
    return this.#seconds.reduce((most, second) => Math.max(most, second.latenessP99Ms), 0);
  }

  /** Share of the window spent awake, 0 to 1. */
  get busy(): number {
    if (this.#seconds.length === 0) return 0;
    return this.#seconds.reduce((sum, second) => sum + second.busy, 0) / this.#seconds.length;
  }

  /** True once every second of a whole window was too late, or every one too busy. */
  get overloaded(): boolean {
    if (this.#seconds.length < windowSeconds) return false;
    const latenessMost = this.noiseFloorMs + latenessAboveFloorMostMs;
    return (
      this.#seconds.every((second) => second.latenessP99Ms > latenessMost) ||
      this.#seconds.every((second) => second.busy > busyMost)
    );
  }

  tick(latenessMs: number): void {
    this.#ticks.record(latenessMs);
  }

  slept(durationMs: number, overrunMs: number): void {
    this.#sleptMs += durationMs;
    this.#wakeUps.record(overrunMs);
  }

  /** Forgets the window, where no calls are left; the noise floor stays. */
  rest(): void {
    this.#seconds.length = 0;
    this.#ticks.clear();
    this.#wakeUps.clear();
    this.#sleptMs = 0;
  }

  /** Ends an interval of about a second. */
  endSecond(durationMs: number): void {
    const floorP99Ms = this.#wakeUps.percentileMs(0.99);
    this.#seconds.push({
      latenessP99Ms: this.#ticks.percentileMs(0.99),
      floorP99Ms,
      busy: Math.min(1, Math.max(0, 1 - this.#sleptMs / durationMs)),
    });
    if (this.#seconds.length > windowSeconds) this.#seconds.shift();
    if (floorP99Ms > 0) this.#noiseFloorMs = Math.min(this.#noiseFloorMs, floorP99Ms);
    this.#ticks.clear();
    this.#wakeUps.clear();
    this.#sleptMs = 0;
  }
}
