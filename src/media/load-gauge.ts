/** 0.1 ms. */
const binMs = 0.1;
/** 100 ms and above share the last bin. */
const bins = 1001;
const windowSeconds = 5;
/** Above the machine's own noise of the same second. */
const latenessAboveNoiseMostMs = 3;
/** Whoever is to blame: a call whose packets come a whole frame late can be heard to suffer. */
const latenessMostMs = 20;
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
  readonly tooLate: boolean;
  readonly busy: number;
}

/**
 * How heavy a worker's work is, over the last five seconds. Two latenesses are kept apart: that of a tick, and that with which a
 * plain sleep ends. The second is the machine's noise, for which no call of this worker is to blame.
 */
export class LoadGauge {
  readonly #ticks = new LatenessHistogram();
  readonly #wakeUps = new LatenessHistogram();
  readonly #seconds: Second[] = [];
  #noiseFloorMs = 0;
  #sleptMs = 0;

  /** How late plain sleeps ended in the last second that had any, at p99. */
  get noiseFloorMs(): number {
    return this.#noiseFloorMs;
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
    return (
      this.#seconds.every((second) => second.tooLate) ||
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
    this.#noiseFloorMs = this.#wakeUps.percentileMs(0.99) || this.#noiseFloorMs;
    const latenessP99Ms = this.#ticks.percentileMs(0.99);
    const aboveNoiseMs = latenessP99Ms - this.#noiseFloorMs;
    this.#seconds.push({
      latenessP99Ms,
      tooLate: aboveNoiseMs > latenessAboveNoiseMostMs || latenessP99Ms > latenessMostMs,
      busy: Math.min(1, Math.max(0, 1 - this.#sleptMs / durationMs)),
    });
    if (this.#seconds.length > windowSeconds) this.#seconds.shift();
    this.#ticks.clear();
    this.#wakeUps.clear();
    this.#sleptMs = 0;
  }
}
