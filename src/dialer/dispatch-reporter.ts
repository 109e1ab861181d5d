import type { Bus } from '../contracts/bus.ts';
import type { Leg, LegEndCause, LegEvent } from '../contracts/carrier.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Clock, Timer } from '../core/clock.ts';

/** End causes that the callee or the callee's network decides: the carrier has accepted the call. */
const calleeCauses: ReadonlySet<LegEndCause> = new Set<LegEndCause>([
  'busy',
  'declined',
  'no_answer',
  'invalid_number',
  'far_hangup',
]);

/**
 * A 100 Trying confirms only that the next hop has the INVITE (RFC 3261 §8.2.6.1). A carrier that cannot place the call
 * reports that within this time.
 */
const refusalWaitMs = 1_000;

/** Publishes once whether the carrier has accepted the call. */
export class DispatchReporter {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #topic: string;
  #acceptTimer: Timer | undefined;
  #isPublished = false;

  constructor({ bus, clock }: { readonly bus: Bus; readonly clock: Clock }, callId: string) {
    this.#bus = bus;
    this.#clock = clock;
    this.#topic = `calls.${callId}`;
  }

  /**
   * Publishes `reached-carrier` if the call rings, is answered or ends with a cause in `calleeCauses`, or if the network does
   * not reject it in time.
   */
  observe(leg: Leg): void {
    const off = leg.on((event) => {
      this.#onLegEvent(event);
      if (event.type === 'leg-ended') off();
    });
  }

  /** Publishes that the call waits for capacity. Its job is retried. */
  reportWaiting(): void {
    if (!this.#isPublished) this.#bus.publish(this.#topic, { type: 'waiting' });
  }

  /** Publishes that the call was not placed. `message` is shown to the API client. */
  reportFailure(message: string): void {
    this.#publish({ type: 'failed', message });
  }

  #onLegEvent(event: LegEvent | LegAudioEvent): void {
    switch (event.type) {
      case 'leg-proceeding':
        if (!this.#isPublished)
          this.#acceptTimer ??= this.#clock.after(refusalWaitMs, () => this.#accepted());
        return;
      case 'leg-ringing':
      case 'leg-answered':
        return this.#accepted();
      case 'leg-ended':
        if (calleeCauses.has(event.cause)) return this.#accepted();
        return this.reportFailure(event.detail ?? 'The carrier did not accept the call.');
      // Audio events arrive only after the call was accepted.
      default:
    }
  }

  #accepted(): void {
    this.#publish({ type: 'reached-carrier' });
  }

  #publish(
    report: { readonly type: 'reached-carrier' } | { readonly type: 'failed'; readonly message: string },
  ): void {
    this.#acceptTimer?.cancel();
    if (this.#isPublished) return;
    this.#isPublished = true;
    this.#bus.publish(this.#topic, report);
  }
}
