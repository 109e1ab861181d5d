import type { Clock, Timer } from '../../core/clock.ts';
import type { InboundPart } from './inbound-part.ts';

export interface ReassemblyOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Receives the parts of a message in order. A missing part is undefined. */
  readonly deliver: (parts: readonly (InboundPart | undefined)[]) => Promise<void>;
  /** Receives the error of a message that was discarded, because it could not be delivered. */
  readonly onLost: (error: unknown) => void;
}

/** Acknowledgements of an incomplete message are held for this time, because most SMSCs send all parts at once. */
export const holdMs = 1_000;
/** An incomplete message is delivered after this time. */
export const incompleteMs = 5 * 60_000;
/** Attempts to deliver an incomplete message, apart from those that the SMSC causes with a repetition. */
const maxAttempts = 12;
/** Parts of a delivered message are recognised for this time, because the SMSC may repeat them. */
const repeatMs = 60_000;
const maxMessages = 1_000;
const maxOctets = 4 * 1024 * 1024;

interface Message {
  readonly key: string;
  readonly parts: (InboundPart | undefined)[];
  octets: number;
  /** Settles when the current delivery does. Replaced after a rejection. */
  outcome: PromiseWithResolvers<void>;
  state: 'collecting' | 'delivering' | 'delivered';
  /** Whether a part was acknowledged before the delivery: the SMSC does not repeat it. */
  isAcknowledged: boolean;
  attempts: number;
  timer: Timer;
}

/** Joins the parts of long messages. Count, octets and age of incomplete messages are limited. */
export class Reassembly {
  readonly #options: ReassemblyOptions;
  readonly #messages = new Map<string, Message>();
  #octets = 0;

  constructor(options: ReassemblyOptions) {
    this.#options = options;
  }

  /**
   * Adds a part of a message with several parts. Resolves when the part may be acknowledged: after the delivery of the complete message, or after
   * `holdMs` if parts are missing. Rejects if the delivery fails; the SMSC then repeats the parts that it holds.
   */
  async add(part: InboundPart): Promise<void> {
    const message = this.#messageOf(part);
    const index = part.concatenation!.number - 1;
    if (message.parts[index] === undefined) {
      message.parts[index] = part;
      message.octets += part.octets.length;
      this.#octets += part.octets.length;
    }
    if (message.state === 'delivered') return;
    this.#evict(message);
    const { outcome } = message;
    if (message.parts.includes(undefined)) await this.#hold(message, outcome.promise);
    else {
      if (message.state === 'collecting') this.#deliver(message);
      await outcome.promise;
    }
  }

  /** Delivers the incomplete messages of which parts were acknowledged, and rejects the others. */
  async close(): Promise<void> {
    const messages = [...this.#messages.values()];
    for (const message of messages) {
      this.#remove(message);
      if (message.state !== 'collecting') continue;
      if (message.isAcknowledged) this.#deliver(message);
      else message.outcome.reject(new Error('The connection is being closed.'));
    }
    const open = messages.filter(({ state }) => state === 'delivering');
    await Promise.allSettled(open.map(({ outcome }) => outcome.promise));
  }

  /** Returns the message of a part. A part that differs from the one in its place begins another message. */
  #messageOf(part: InboundPart): Message {
    const { reference, total, number } = part.concatenation!;
    const key = [part.from, part.to, reference, total, part.coding].join('\n');
    const existing = this.#messages.get(key);
    if (existing !== undefined) {
      const known = existing.parts[number - 1];
      if (known === undefined || known.octets.equals(part.octets)) return existing;
      this.#remove(existing);
      if (existing.state === 'collecting') this.#deliver(existing);
    }
    const message: Message = {
      key,
      parts: Array.from({ length: total }, () => undefined),
      octets: 0,
      outcome: newOutcome(),
      state: 'collecting',
      isAcknowledged: false,
      attempts: 0,
      timer: { cancel: () => undefined },
    };
    this.#messages.set(key, message);
    this.#schedule(message, incompleteMs, () => this.#deliverIncomplete(message));
    return message;
  }

  /** Delivers the oldest other messages while the limits are exceeded. */
  #evict(current: Message): void {
    for (const message of this.#messages.values()) {
      if (this.#messages.size <= maxMessages && this.#octets <= maxOctets) return;
      if (message === current) continue;
      this.#remove(message);
      if (message.state === 'collecting') this.#deliver(message);
    }
  }

  #deliver(message: Message): void {
    message.state = 'delivering';
    this.#options.deliver(message.parts).then(
      () => this.#onDelivered(message),
      (error: unknown) => this.#onRejected(message, error),
    );
  }

  #deliverIncomplete(message: Message): void {
    message.attempts += 1;
    if (message.state === 'collecting') this.#deliver(message);
  }

  #onDelivered(message: Message): void {
    message.state = 'delivered';
    message.outcome.resolve();
    this.#schedule(message, repeatMs, () => this.#remove(message));
  }

  /** The parts remain: the SMSC repeats those that it holds, and the others are acknowledged already. */
  #onRejected(message: Message, error: unknown): void {
    const { outcome } = message;
    message.state = 'collecting';
    message.outcome = newOutcome();
    outcome.reject(error);
    if (this.#messages.get(message.key) === message && message.attempts < maxAttempts) {
      this.#schedule(message, incompleteMs, () => this.#deliverIncomplete(message));
      return;
    }
    this.#remove(message);
    this.#options.onLost(error);
  }

  #schedule(message: Message, delayMs: number, run: () => void): void {
    message.timer.cancel();
    // A message that was removed has no timer.
    if (this.#messages.get(message.key) === message) message.timer = this.#options.clock.after(delayMs, run);
  }

  #remove(message: Message): void {
    message.timer.cancel();
    if (this.#messages.get(message.key) !== message) return;
    this.#messages.delete(message.key);
    this.#octets -= message.octets;
  }

  /** Resolves with the outcome, or after the hold time. */
  async #hold(message: Message, outcome: Promise<void>): Promise<void> {
    const held = Promise.withResolvers<void>();
    const timer = this.#options.clock.after(holdMs, () => {
      message.isAcknowledged = true;
      held.resolve();
    });
    try {
      await Promise.race([outcome, held.promise]);
    } finally {
      timer.cancel();
    }
  }
}

function newOutcome(): PromiseWithResolvers<void> {
  const outcome = Promise.withResolvers<void>();
  // An outcome is awaited only while parts are held.
  outcome.promise.catch(() => undefined);
  return outcome;
}
