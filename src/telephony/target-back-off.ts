import type { Clock } from '../core/clock.ts';
import type { SipTarget } from '../sip/transport/transport.ts';

/** Back-off of a silent target, and of a 503 without Retry-After. */
const defaultBackOffMs = 30_000;
/** Limit of Retry-After. OPTIONS detects a longer outage. */
const maxBackOffMs = 300_000;
/** Maximum number of targets. Above it, the targets that failed first are forgotten. */
const maxTargets = 1_000;

/** The addresses of trunks that were silent or out of service recently (RFC 3261 §21.5.4). They are tried last. */
export class TargetBackOff {
  readonly #clock: Clock;
  /** Deadlines on the monotonic clock, by target. */
  readonly #untilMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Tries the target last for the duration of its Retry-After, or for 30 s. */
  add(target: SipTarget, retryAfterMs = defaultBackOffMs): void {
    const key = keyOf(target);
    this.#untilMs.delete(key);
    this.#untilMs.set(key, this.#clock.monotonicMs() + Math.min(retryAfterMs, maxBackOffMs));
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size > maxTargets) this.#untilMs.delete(oldest!);
  }

  /** Ends the back-off of a target that has responded. */
  delete(target: SipTarget): void {
    this.#untilMs.delete(keyOf(target));
  }

  has(target: SipTarget): boolean {
    return (this.#untilMs.get(keyOf(target)) ?? 0) > this.#clock.monotonicMs();
  }

  /** Returns the targets in the same order, those in back-off last. */
  order(targets: readonly SipTarget[]): readonly SipTarget[] {
    return [
      ...targets.filter((target) => !this.has(target)),
      ...targets.filter((target) => this.has(target)),
    ];
  }
}

const keyOf = ({ protocol, address, port }: SipTarget): string => `${protocol} ${address} ${port}`;
