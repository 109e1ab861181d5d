import type { Leg } from '../contracts/carrier.ts';

/** One port for the call, one for the simulated person. */
const portsPerCall = 2;
const streamsOfNewAgent = 1;

export interface TestNetworkCapacityOptions {
  /** Free media ports. */
  readonly portsFree: () => number;
  /** Free streams of speech recognition. Each simulated person needs one. */
  readonly streamsFree: () => number;
  /** Active calls of simulated people. */
  readonly activeCalls: () => number;
  /** Maximum number of active calls. */
  readonly maxCalls: number;
}

/**
 * Decides whether the test network has capacity for one more call. It also counts calls in setup, which do not ring yet. Without that
 * count, missing capacity would appear as a network error.
 */
export class TestNetworkCapacity {
  readonly #options: TestNetworkCapacityOptions;
  #callsInSetup = 0;

  constructor(options: TestNetworkCapacityOptions) {
    this.#options = options;
  }

  get hasCapacity(): boolean {
    const { portsFree, streamsFree, activeCalls, maxCalls } = this.#options;
    const calls = this.#callsInSetup + 1;
    // Each of these calls still needs a stream for its simulated person. Only the new call needs one for its agent: the others have it.
    if (streamsFree() < calls + streamsOfNewAgent) return false;
    return portsFree() >= calls * portsPerCall && activeCalls() + calls <= maxCalls;
  }

  /** Counts a new call as in setup until it rings, is answered or ends. */
  trackSetup(leg: Pick<Leg, 'on'>): void {
    this.#callsInSetup += 1;
    const unsubscribe = leg.on(({ type }) => {
      if (type !== 'leg-ringing' && type !== 'leg-answered' && type !== 'leg-ended') return;
      unsubscribe();
      this.#callsInSetup -= 1;
    });
  }
}
