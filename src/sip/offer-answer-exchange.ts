/** The valid state transitions. `offered`: a local offer is open; `answering`: a remote offer is open. */
const transitions = {
  idle: ['offered', 'answering'],
  offered: ['idle'],
  answering: ['idle'],
} as const satisfies Record<string, readonly string[]>;

type ExchangeState = keyof typeof transitions;

/** RFC 3264 §4 over SIP (RFC 6337 §2): a dialog has at most one open offer, local or remote. */
export class OfferAnswerExchange {
  #state: ExchangeState = 'idle';

  get state(): ExchangeState {
    return this.#state;
  }

  /** Opens a local offer. */
  offer(): void {
    this.#enter('offered');
  }

  /** Opens a remote offer. */
  receiveOffer(): void {
    this.#enter('answering');
  }

  /** Closes the open offer after its answer or rejection. Does nothing if none is open. */
  closeOffer(): void {
    if (this.#state !== 'idle') this.#enter('idle');
  }

  #enter(next: ExchangeState): void {
    if (!(transitions[this.#state] as readonly string[]).includes(next))
      throw new Error(`an exchange that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}
