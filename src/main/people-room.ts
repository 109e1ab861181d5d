import type { Leg } from '../contracts/carrier.ts';

/** That of the call, and that of whoever is called. */
const portsOfCall = 2;
/** The stream of the agent, which is opened when the call is dialed. */
const agentStreams = 1;

export interface PeopleRoomOptions {
  /** Media ports that may be opened now. */
  readonly portsFree: () => number;
  /** Streams of speech recognition that may be opened now: each person needs one. */
  readonly streamsFree: () => number;
  /** Simulated people on the phone now. */
  readonly activeCalls: () => number;
  /** Of these, at once. */
  readonly callsMost: number;
}

/**
 * Whether this machine has room for one more simulated person. People who are called and do not ring yet are about to take it: without
 * a look at them, what is ours to lack would come back as an error of the network.
 */
export class PeopleRoom {
  readonly #options: PeopleRoomOptions;
  #setUps = 0;

  constructor(options: PeopleRoomOptions) {
    this.#options = options;
  }

  get isLeft(): boolean {
    const { portsFree, streamsFree, activeCalls, callsMost } = this.#options;
    const calls = this.#setUps + 1;
    if (streamsFree() < calls + agentStreams) return false;
    return portsFree() >= calls * portsOfCall && activeCalls() + calls <= callsMost;
  }

  /** A call to one of them, before anything has happened to it. It is set up once it rings, or is over. */
  watch(leg: Pick<Leg, 'on'>): void {
    this.#setUps += 1;
    const stop = leg.on(({ type }) => {
      if (type !== 'leg-ringing' && type !== 'leg-answered' && type !== 'leg-ended') return;
      stop();
      this.#setUps -= 1;
    });
  }
}
