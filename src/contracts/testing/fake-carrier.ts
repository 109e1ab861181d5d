import type { Clock } from '../../core/clock.ts';
import type { Carrier, DialRequest, Leg } from '../carrier.ts';
import { FakeLeg } from './fake-leg.ts';

/** Carrier without a network: returns fake legs and stores all requests. */
export class FakeCarrier implements Carrier {
  readonly name = 'fake';
  readonly #clock: Clock;
  readonly #onDial: (leg: FakeLeg) => void;
  #handler: ((leg: Leg) => void) | undefined;
  readonly requests: DialRequest[] = [];
  readonly legs: FakeLeg[] = [];

  /** `onDial` simulates the far end of each dialed leg. It is called when the caller of `dial` has had time to subscribe to the leg. */
  constructor(clock: Clock, onDial: (leg: FakeLeg) => void = () => undefined) {
    this.#clock = clock;
    this.#onDial = onDial;
  }

  dial(request: DialRequest): FakeLeg {
    const { reference, from, to } = request;
    const leg = new FakeLeg({ clock: this.#clock, reference, from, to });
    this.requests.push(request);
    this.legs.push(leg);
    queueMicrotask(() => this.#onDial(leg));
    return leg;
  }

  onIncoming(handler: (leg: Leg) => void): void {
    this.#handler = handler;
  }

  /** Simulates an inbound call to `to`. */
  receiveCall(call: { reference?: string; from: string; to: string }): FakeLeg {
    const leg = new FakeLeg({ clock: this.#clock, direction: 'inbound', ...call });
    this.legs.push(leg);
    this.#handler?.(leg);
    return leg;
  }

  checkHealth(): Promise<{ ok: boolean; detail: string }> {
    return Promise.resolve({ ok: true, detail: 'Fake carrier.' });
  }

  close(): Promise<void> {
    for (const leg of this.legs) leg.hangup();
    return Promise.resolve();
  }
}
