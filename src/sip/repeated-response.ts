import type { Clock, Timer } from '../core/clock.ts';

/** RFC 3261 §17.1.1.1, in milliseconds: T1 is the round trip, T2 the longest gap between retransmissions. */
export interface RetransmissionTimes {
  readonly t1Ms: number;
  readonly t2Ms: number;
}

export const defaultRetransmissionTimes: RetransmissionTimes = { t1Ms: 500, t2Ms: 4000 };

/**
 * Sends a response again until it is acknowledged: the 2xx to an INVITE until its ACK (RFC 3261 §13.3.1.4, gaps up to T2), or
 * a reliable provisional response until its PRACK (RFC 3262 §3, gaps without a bound). After 64 T1 it gives up.
 */
export class RepeatedResponse {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #send: () => void;
  readonly #onGiveUp: () => void;
  readonly #gapMsMax: number;
  #gapMs: number;
  #repeat: Timer | undefined;
  readonly #end: Timer;

  constructor(options: {
    readonly clock: Pick<Clock, 'after'>;
    readonly times: RetransmissionTimes;
    readonly gapMsMax: number;
    readonly send: () => void;
    readonly onGiveUp: () => void;
  }) {
    this.#clock = options.clock;
    this.#send = options.send;
    this.#onGiveUp = options.onGiveUp;
    this.#gapMsMax = options.gapMsMax;
    this.#gapMs = options.times.t1Ms;
    this.#end = options.clock.after(64 * options.times.t1Ms, () => this.#giveUp());
    this.#send();
    this.#schedule();
  }

  /** The acknowledgement came, or nobody waits for it any more. */
  stop(): void {
    this.#repeat?.cancel();
    this.#end.cancel();
  }

  #schedule(): void {
    this.#repeat = this.#clock.after(this.#gapMs, () => {
      this.#send();
      this.#gapMs = Math.min(this.#gapMs * 2, this.#gapMsMax);
      this.#schedule();
    });
  }

  #giveUp(): void {
    this.stop();
    this.#onGiveUp();
  }
}
