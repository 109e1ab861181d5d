import type {
  DueMessage,
  InboundPartStore,
  OpenPart,
  ReceivedPart,
} from '../../contracts/inbound-part-store.ts';
import type { Clock, Timer } from '../../core/clock.ts';
import type { Concatenation, InboundPart } from './inbound-part.ts';

export interface ReassemblyOptions {
  readonly clock: Pick<Clock, 'after' | 'now'>;
  readonly store: InboundPartStore;
  /** Receives the parts of a message in order. A missing part is undefined. */
  readonly deliver: (parts: readonly (InboundPart | undefined)[]) => Promise<void>;
  /** Receives the error of an incomplete message that could not be delivered. It is attempted again unless `isLost`. */
  readonly onFailed: (error: unknown, isLost: boolean) => void;
}

/** An incomplete message is delivered after this time. */
export const incompleteMs = 5 * 60_000;
/** An incomplete message that cannot be delivered is discarded after this time. */
export const discardMs = 3_600_000;
/** Interval of the search for incomplete messages to deliver. */
export const searchMs = 60_000;
/** Limits of the parts of incomplete messages that are stored. */
export const maxParts = 5_000;
export const maxOctets = 4 * 1024 * 1024;
/** Longest key of a message, in characters. SMPP limits an address to 20 characters (SMPP 3.4 §5.2.8). */
const maxKeyLength = 500;
/** Attempts to store a part whose place has a part of another message. */
const maxAttempts = 3;

/** A part with the fields that the parts of a message share. */
type KeyFields = readonly [from: string, to: string, reference: string, total: number, coding: number];

/** Returns whether the part belongs to a message of several parts that can be joined. */
export const isJoinable = (part: InboundPart): part is InboundPart & { concatenation: Concatenation } =>
  part.concatenation !== undefined && keyOf(part, part.concatenation).length <= maxKeyLength;

/** Joins the parts of long messages, which are stored until their message is complete. Count, octets and age of incomplete messages are limited. */
export class Reassembly {
  readonly #options: ReassemblyOptions;
  #timer: Timer | undefined;
  #search: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: ReassemblyOptions) {
    this.#options = options;
    this.#schedule();
  }

  /**
   * Adds a part of a message with several parts. Resolves when the part may be acknowledged: when it is stored, and delivered if the message is complete.
   * After a rejection the SMSC repeats the part.
   */
  async add(part: InboundPart & { readonly concatenation: Concatenation }): Promise<void> {
    const { number, total } = part.concatenation;
    const received = {
      messageKey: keyOf(part, part.concatenation),
      number,
      total,
      content: part.octets,
    };
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) if (await this.#store(received)) return;
    throw new Error('The parts of different inbound SMS have the same reference.');
  }

  /** Ends the search for incomplete messages. They remain stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#search;
  }

  /** Stores a part and delivers its message if it is complete. Returns false if an older message was in the place of the part: it is now delivered. */
  async #store(received: ReceivedPart): Promise<boolean> {
    const added = await this.#options.store.add(received);
    if (added.state === 'complete' || added.state === 'conflict')
      await this.#deliver(received.messageKey, added.parts);
    else if (added.state === 'incomplete' && (added.open.parts > maxParts || added.open.octets > maxOctets))
      await this.#deliverDue();
    return added.state !== 'conflict';
  }

  async #deliver(messageKey: string, open: readonly OpenPart[]): Promise<void> {
    const [from, to, , total, coding] = JSON.parse(messageKey) as KeyFields;
    const octets = new Map(open.map(({ number, content }) => [number, content]));
    const parts = Array.from({ length: total }, (_, index) => octets.get(index + 1));
    await this.#options.deliver(
      parts.map((content) => content && { from, to, coding, octets: content, concatenation: undefined }),
    );
    await this.#options.store.markDelivered(open);
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = this.#options.clock.after(searchMs, () => {
      void this.#deliverDue().finally(() => this.#schedule());
    });
  }

  /** Delivers the incomplete messages that are due. Never rejects. */
  #deliverDue(): Promise<void> {
    this.#search ??= this.#searchDue().finally(() => (this.#search = undefined));
    return this.#search;
  }

  async #searchDue(): Promise<void> {
    const { clock, store, onFailed } = this.#options;
    const before = new Date(clock.now() - incompleteMs);
    try {
      for (const message of await store.listDue({ before, maxParts, maxOctets })) {
        if (this.#isClosed) return;
        await this.#deliverIncomplete(message);
      }
    } catch (error) {
      onFailed(error, false);
    }
  }

  async #deliverIncomplete({ messageKey, parts, receivedAt, exceedsLimit }: DueMessage): Promise<void> {
    const { clock, store, onFailed } = this.#options;
    try {
      await this.#deliver(messageKey, parts);
    } catch (error) {
      const isLost = exceedsLimit || clock.now() - receivedAt.getTime() >= discardMs;
      if (isLost) await store.markDelivered(parts);
      onFailed(error, isLost);
    }
  }
}

const keyOf = ({ from, to, coding }: InboundPart, { reference, total }: Concatenation): string =>
  JSON.stringify([from, to, reference, total, coding] satisfies KeyFields);
