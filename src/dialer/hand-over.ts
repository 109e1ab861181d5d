import type { Bus } from '../contracts/bus.ts';
import type { Leg, LegEndCause, LegEvent } from '../contracts/carrier.ts';
import type { LegAudioEvent } from '../contracts/leg-audio.ts';
import type { Clock, Timer } from '../core/clock.ts';

/** Outcomes that are the callee's, or their network's: the carrier did what it was asked. */
const calleesOwn: ReadonlySet<LegEndCause> = new Set<LegEndCause>([
  'busy',
  'declined',
  'no_answer',
  'invalid_number',
  'far_hangup',
]);

/**
 * A 100 Trying says only that the next hop has the INVITE (RFC 3261 §8.2.6.1). A carrier that cannot place the call says so
 * within this time.
 */
const refusalWaitMs = 1_000;

/** Tells whoever waits for it, once, whether the carrier has taken the call in hand. */
export class HandOver {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #topic: string;
  #patience: Timer | undefined;
  #told = false;

  constructor({ bus, clock }: { readonly bus: Bus; readonly clock: Clock }, callId: string) {
    this.#bus = bus;
    this.#clock = clock;
    this.#topic = `calls.${callId}`;
  }

  /** Handed over: it rings or is answered, it ends as the callee has it, or the network has it and does not refuse in time. */
  watch(leg: Leg): void {
    const off = leg.on((event) => {
      this.#hear(event);
      if (event.type === 'leg-ended') off();
    });
  }

  /** No capacity for the call yet: the job is tried again. */
  waiting(): void {
    if (!this.#told) this.#bus.publish(this.#topic, { type: 'waiting' });
  }

  /** `message` is a sentence for the caller of the API. */
  failed(message: string): void {
    this.#tell({ type: 'failed', message });
  }

  #hear(event: LegEvent | LegAudioEvent): void {
    switch (event.type) {
      case 'leg-proceeding':
        if (!this.#told) this.#patience ??= this.#clock.after(refusalWaitMs, () => this.#succeeded());
        return;
      case 'leg-ringing':
      case 'leg-answered':
        return this.#succeeded();
      case 'leg-ended':
        if (calleesOwn.has(event.cause)) return this.#succeeded();
        return this.failed(event.detail ?? 'The carrier did not take the call.');
      // What is heard of a call comes after it was handed over.
      default:
    }
  }

  #succeeded(): void {
    this.#tell({ type: 'handed-over' });
  }

  #tell(
    report: { readonly type: 'handed-over' } | { readonly type: 'failed'; readonly message: string },
  ): void {
    this.#patience?.cancel();
    if (this.#told) return;
    this.#told = true;
    this.#bus.publish(this.#topic, report);
  }
}
