import {
  MessageCarrierError,
  type AcceptedMessage,
  type CarrierInbox,
  type DeliveryReceipt,
  type InboundMessage,
  type MessageCarrier,
  type MessageChannel,
  type MessageFailure,
  type OutboundMessage,
} from '../message-carrier.ts';

/** The behaviour of one transfer. Default: the message is accepted. */
export type ScriptedTransfer =
  /** Throws without accepting. */
  | { readonly type: 'fail'; readonly failure: MessageFailure; readonly retryAfterMs?: number }
  /** Accepts, and then throws as after a lost response. */
  | { readonly type: 'accept-and-fail' }
  /** Accepts, and responds only after `release`. */
  | { readonly type: 'accept-and-hold' }
  /** Waits for `release`, then accepts. */
  | { readonly type: 'hold' };

export interface ScriptedMessageCarrierOptions {
  readonly name?: string;
  readonly channel?: MessageChannel;
  /** Receipts and inbound messages go there. */
  readonly inbox?: CarrierInbox;
  /** Whether it can search for messages. Defaults to false. */
  readonly canFind?: boolean;
  /** Number of ids per message. Defaults to 1. */
  readonly parts?: number;
}

/** A carrier for tests. Records what it accepts, and fails as scripted. */
export class ScriptedMessageCarrier implements MessageCarrier {
  readonly name: string;
  readonly channel: MessageChannel;
  /** Accepted messages in the order of their acceptance, with repetitions. */
  readonly accepted: OutboundMessage[] = [];
  /** Number of transfers in progress, and the highest so far. */
  active = 0;
  maxActive = 0;
  isClosed = false;
  /** The start of the attempt of the last search. */
  searchedFrom: Date | undefined;
  readonly find?: NonNullable<MessageCarrier['find']>;
  readonly #options: ScriptedMessageCarrierOptions;
  readonly #script: ScriptedTransfer[] = [];
  readonly #held: (() => void)[] = [];

  constructor(options: ScriptedMessageCarrierOptions = {}) {
    this.name = options.name ?? 'fake';
    this.channel = options.channel ?? 'sms';
    this.#options = options;
    if (options.canFind === true)
      this.find = async ({ reference }, startedAt) => {
        this.searchedFrom = startedAt;
        return this.#find(reference);
      };
  }

  /** Sets the behaviour of the next transfers, one each. */
  next(...transfers: ScriptedTransfer[]): void {
    this.#script.push(...transfers);
  }

  /** Accepts the messages that are held. */
  release(): void {
    for (const accept of this.#held.splice(0)) accept();
  }

  async send(message: OutboundMessage, signal: AbortSignal): Promise<AcceptedMessage> {
    this.active += 1;
    this.maxActive = Math.max(this.maxActive, this.active);
    try {
      return await this.#transfer(message, this.#script.shift(), signal);
    } finally {
      this.active -= 1;
    }
  }

  receive(message: InboundMessage): Promise<void> {
    return this.#options.inbox!.onMessage(message);
  }

  /** Sends a receipt of the accepted message with this position, by the id of its first part. */
  receipt(position: number, receipt: Partial<DeliveryReceipt> = {}): Promise<void> {
    const externalId = this.#idsOf(this.accepted[position]!.reference)[0]!;
    return this.#options.inbox!.onReceipt({
      externalId,
      reference: null,
      outcome: 'delivered',
      detail: '',
      ...receipt,
    });
  }

  async checkHealth(): Promise<{ ok: boolean; detail: string }> {
    return { ok: !this.isClosed, detail: `${this.accepted.length} messages` };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  async #transfer(
    message: OutboundMessage,
    transfer: ScriptedTransfer | undefined,
    signal: AbortSignal,
  ): Promise<AcceptedMessage> {
    signal.throwIfAborted();
    if (transfer?.type === 'fail') {
      const { failure, retryAfterMs } = transfer;
      throw new MessageCarrierError(`The fake carrier fails: ${failure}.`, { failure, retryAfterMs });
    }
    if (transfer?.type === 'hold') await this.#hold(signal);
    this.accepted.push(message);
    if (transfer?.type === 'accept-and-hold') await this.#hold(signal);
    if (transfer?.type === 'accept-and-fail') throw new Error('socket hang up');
    return { externalIds: this.#idsOf(message.reference) };
  }

  #hold(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#held.push(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  }

  #find(reference: string): AcceptedMessage | undefined {
    const isKnown = this.accepted.some((message) => message.reference === reference);
    return isKnown ? { externalIds: this.#idsOf(reference) } : undefined;
  }

  #idsOf(reference: string): string[] {
    const count = this.#options.parts ?? 1;
    return Array.from({ length: count }, (_none, part) => `${this.name}-${reference}-${part + 1}`);
  }
}
