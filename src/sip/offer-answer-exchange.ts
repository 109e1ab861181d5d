/** Which states may follow each state. `offered`: ours is open; `answering`: theirs is. */
const followers = {
  idle: ['offered', 'answering'],
  offered: ['idle'],
  answering: ['idle'],
} as const satisfies Record<string, readonly string[]>;

type ExchangeState = keyof typeof followers;

/** RFC 3264 §4 over SIP (RFC 6337 §2): in one dialog at most one offer is open at any time, ours or theirs. */
export class OfferAnswerExchange {
  #state: ExchangeState = 'idle';

  get state(): ExchangeState {
    return this.#state;
  }

  /** Our offer is about to leave. */
  offer(): void {
    this.#enter('offered');
  }

  /** Their offer has come. */
  receiveOffer(): void {
    this.#enter('answering');
  }

  /** The open offer was answered, or turned down. Nothing happens where none is open. */
  settle(): void {
    if (this.#state !== 'idle') this.#enter('idle');
  }

  #enter(next: ExchangeState): void {
    if (!(followers[this.#state] as readonly string[]).includes(next))
      throw new Error(`an exchange that is ${this.#state} cannot become ${next}`);
    this.#state = next;
  }
}
