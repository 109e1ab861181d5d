/** The estimate before any pause was observed. */
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
 * Estimates the silence that ends a turn, from the caller's pauses within turns: an exponential moving average, limited by the agent's settings.
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
    const targetMs = Math.min(this.#limits.maxMs, pauseMs + marginMs);
    const factor = targetMs > this.#estimateMs ? riseFactor : fallFactor;
    this.#estimateMs += factor * (targetMs - this.#estimateMs);
  }
}
