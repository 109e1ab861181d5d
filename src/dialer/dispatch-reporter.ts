import type { Bus } from '../contracts/bus.ts';
import type { Leg, LegEndCause, LegEvent } from '../contracts/carrier.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Clock, Timer } from '../core/clock.ts';

/**
 * End causes that come from the callee or the callee's phone. They show that the carrier has accepted the call. A number
 * that is not assigned is rejected by the carrier itself, unless the call has rung.
 */
const calleeCauses: ReadonlySet<LegEndCause> = new Set<LegEndCause>([
  'busy',
  'declined',
  'no_answer',
  'far_hangup',
]);

/**
 * Time in which a carrier that cannot place the call rejects it. A 100 Trying confirms only that the next hop has the
 * INVITE (RFC 3261 §8.2.6.1). With the wait for the first response (5 s), it is within the 10 s of the API request.
 */
const rejectionWaitMs = 4_000;

/** Publishes once whether the carrier has accepted the call, and before that its first response. */
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
   * Publishes `reached-carrier` if the call rings, is answered, ends with a cause in `calleeCauses`, or is not rejected within
   * `rejectionWaitMs` after the carrier has the request.
   */
  observe(leg: Leg): void {
    const off = leg.on((event) => {
      this.#onLegEvent(event);
      if (event.type === 'leg-ended') off();
    });
  }

  /** Publishes that capacity for the call is missing. The job is retried, unless this was its last attempt. */
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
        return this.#onProceeding();
      case 'leg-ringing':
      case 'leg-answered':
        return this.#reportCarrierReached();
      case 'leg-ended':
        if (calleeCauses.has(event.cause)) return this.#reportCarrierReached();
        return this.reportFailure(event.detail ?? 'The carrier did not accept the call.');
      // The other events do not show whether the carrier has accepted the call.
      default:
    }
  }

  #onProceeding(): void {
    if (this.#isPublished || this.#acceptTimer !== undefined) return;
    this.#acceptTimer = this.#clock.after(rejectionWaitMs, () => this.#reportCarrierReached());
    this.#bus.publish(this.#topic, { type: 'proceeding' });
  }

  #reportCarrierReached(): void {
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
