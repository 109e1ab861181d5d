import type { Bus } from '../contracts/bus.ts';
import type { Leg, LegEndCause } from '../contracts/carrier.ts';

/** Outcomes that are the callee's, or their network's: the carrier did what it was asked. */
const calleesOwn: ReadonlySet<LegEndCause> = new Set<LegEndCause>([
  'busy',
  'declined',
  'no_answer',
  'invalid_number',
  'far_hangup',
]);

/** Tells whoever waits for it, once, whether the carrier has taken the call in hand. */
export class HandOver {
  readonly #bus: Bus;
  readonly #topic: string;
  #told = false;

  constructor(bus: Bus, callId: string) {
    this.#bus = bus;
    this.#topic = `calls.${callId}`;
  }

  watch(leg: Leg): void {
    const off = leg.on((event) => {
      if (event.type === 'leg-proceeding' || event.type === 'leg-ringing' || event.type === 'leg-answered')
        this.#tell({ type: 'handed-over' });
      if (event.type !== 'leg-ended') return;
      off();
      if (calleesOwn.has(event.cause)) this.#tell({ type: 'handed-over' });
      else this.failed(event.detail ?? 'The carrier did not take the call.');
    });
  }

  /** `message` is a sentence for the caller of the API. */
  failed(message: string): void {
    this.#tell({ type: 'failed', message });
  }

  #tell(
    report: { readonly type: 'handed-over' } | { readonly type: 'failed'; readonly message: string },
  ): void {
    if (this.#told) return;
    this.#told = true;
    this.#bus.publish(this.#topic, report);
  }
}
