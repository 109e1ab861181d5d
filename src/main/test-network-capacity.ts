import type { Leg } from '../contracts/carrier.ts';

/** That of the call, and that of whoever is called. */
const portsPerCall = 2;
/** The stream of the agent, which is opened when the call is dialed. */
const streamsPerAgent = 1;

export interface TestNetworkCapacityOptions {
  /** Media ports that may be opened now. */
  readonly portsFree: () => number;
  /** Streams of speech recognition that may be opened now: each person needs one. */
  readonly streamsFree: () => number;
  /** Simulated people on the phone now. */
  readonly activeCalls: () => number;
  /** Of these, at once. */
  readonly maxCalls: number;
}

/**
 * Whether this machine has room for one more simulated person. People who are called and do not ring yet are about to take it: without
 * a look at them, what is ours to lack would come back as an error of the network.
 */
export class TestNetworkCapacity {
  readonly #options: TestNetworkCapacityOptions;
  #setUps = 0;

  constructor(options: TestNetworkCapacityOptions) {
    this.#options = options;
  }

  get hasCapacity(): boolean {
    const { portsFree, streamsFree, activeCalls, maxCalls } = this.#options;
    const calls = this.#setUps + 1;
    if (streamsFree() < calls + streamsPerAgent) return false;
    return portsFree() >= calls * portsPerCall && activeCalls() + calls <= maxCalls;
  }

  /** A call to one of them, before anything has happened to it. It is set up once it rings, or is over. */
  trackSetup(leg: Pick<Leg, 'on'>): void {
    this.#setUps += 1;
    const stop = leg.on(({ type }) => {
      if (type !== 'leg-ringing' && type !== 'leg-answered' && type !== 'leg-ended') return;
      stop();
      this.#setUps -= 1;
    });
  }
}
