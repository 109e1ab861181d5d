import type { OutboundSms } from '../../contracts/message-carrier.ts';

/** Messages without a result that are remembered. */
const maxMessages = 10_000;

/**
 * The messages by their `user_message_reference`, a number of 16 bits (SMPP 3.4 §5.3.2.17). A receipt with this number resolves a message whose response
 * was lost.
 */
export class MessageReferences {
  readonly #messages = new Map<number, Pick<OutboundSms, 'reference' | 'to'>>();
  #next: number;

  constructor(first: number) {
    this.#next = first;
  }

  /** Assigns a number to a message. */
  add({ reference, to }: OutboundSms): number {
    const number = this.#next;
    this.#next = (number + 1) % 65_536;
    this.#messages.delete(number);
    this.#messages.set(number, { reference, to });
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > maxMessages && oldest !== undefined) this.#messages.delete(oldest);
    return number;
  }

  /** Forgets a message with a known result. */
  delete(number: number): void {
    this.#messages.delete(number);
  }

  /** Returns the reference of the message with a number and a recipient. `addresses` are the digits of the receipt's addresses. */
  find(number: number | undefined, addresses: readonly string[]): string | undefined {
    const message = number === undefined ? undefined : this.#messages.get(number);
    return message !== undefined && addresses.includes(message.to.replace(/\D/g, ''))
      ? message.reference
      : undefined;
  }
}
