/** Initial value, before any pause was observed. */
const initialMs = 400;
/** Margin above the caller's observed pauses. */
const marginMs = 150;
/** Smoothing factors: the estimate rises quickly and falls slowly. */
const riseFactor = 0.6;
const fallFactor = 0.15;

export interface PauseLimits {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * Estimates how long the caller's silence must last until a turn has ended. An exponential moving average of the caller's pauses within turns,
 * limited by the agent's settings.
 */
export class PauseProfile {
  readonly #limits: PauseLimits;
  #estimateMs = initialMs;

  constructor(limits: PauseLimits) {
    this.#limits = limits;
  }

  get silenceMs(): number {
    return Math.min(this.#limits.maxMs, Math.max(this.#limits.minMs, this.#estimateMs));
  }

  /** Adds a pause after which the caller continued to speak. */
  addPause(pauseMs: number): void {
    const wantedMs = Math.min(this.#limits.maxMs, pauseMs + marginMs);
    const share = wantedMs > this.#estimateMs ? riseFactor : fallFactor;
    this.#estimateMs += share * (wantedMs - this.#estimateMs);
  }
}
