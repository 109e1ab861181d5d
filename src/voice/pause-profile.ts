/** What everybody gets before we know how they speak. */
const startMs = 400;
/** Room above the pauses that a caller made and spoke on after. */
const marginMs = 150;
/** How fast the profile follows: quickly to more patience, slowly to less. */
const riseShare = 0.6;
const fallShare = 0.15;

export interface PauseLimits {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * How long this caller's silence must last until a turn is taken to be over. It follows the pauses that the caller makes within a
 * turn (an exponential moving average), within the agent's limits.
 */
export class PauseProfile {
  readonly #limits: PauseLimits;
  #patienceMs = startMs;

  constructor(limits: PauseLimits) {
    this.#limits = limits;
  }

  get silenceMs(): number {
    return Math.min(this.#limits.maxMs, Math.max(this.#limits.minMs, this.#patienceMs));
  }

  /** The caller paused for so long and then spoke on. */
  pausedWithinTurn(pauseMs: number): void {
    const wantedMs = Math.min(this.#limits.maxMs, pauseMs + marginMs);
    const share = wantedMs > this.#patienceMs ? riseShare : fallShare;
    this.#patienceMs += share * (wantedMs - this.#patienceMs);
  }
}
