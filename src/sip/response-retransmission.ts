import type { Clock, Timer } from '../core/clock.ts';

/** RFC 3261 §17.1.1.1, in milliseconds: T1 is the round-trip estimate, T2 the maximum retransmission interval. */
export interface RetransmissionTimes {
  readonly t1Ms: number;
  readonly t2Ms: number;
}

export const defaultRetransmissionTimes: RetransmissionTimes = { t1Ms: 500, t2Ms: 4000 };

/**
 * Retransmits a response until it is acknowledged: the 2xx to an INVITE until its ACK (RFC 3261 §13.3.1.4, intervals up
 * to T2), or a reliable provisional response until its PRACK (RFC 3262 §3, intervals without limit). Gives up after 64
 * T1.
 */
export class ResponseRetransmission {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #send: () => void;
  readonly #onTimeout: () => void;
  readonly #maxIntervalMs: number;
  #intervalMs: number;
  #repeatTimer: Timer | undefined;
  readonly #timeoutTimer: Timer;

  constructor(options: {
    readonly clock: Pick<Clock, 'after'>;
    readonly times: RetransmissionTimes;
    readonly maxIntervalMs: number;
    readonly send: () => void;
    readonly onTimeout: () => void;
  }) {
    this.#clock = options.clock;
    this.#send = options.send;
    this.#onTimeout = options.onTimeout;
    this.#maxIntervalMs = options.maxIntervalMs;
    this.#intervalMs = options.times.t1Ms;
    this.#timeoutTimer = options.clock.after(64 * options.times.t1Ms, () => this.#timeOut());
    this.#send();
    this.#schedule();
  }

  /** Stops the retransmissions: after the acknowledgement, or when no acknowledgement is required any more. */
  stop(): void {
    this.#repeatTimer?.cancel();
    this.#timeoutTimer.cancel();
  }

  #schedule(): void {
    this.#repeatTimer = this.#clock.after(this.#intervalMs, () => {
      this.#send();
      this.#intervalMs = Math.min(this.#intervalMs * 2, this.#maxIntervalMs);
      this.#schedule();
    });
  }

  #timeOut(): void {
    this.stop();
    this.#onTimeout();
  }
}
