import {
  MessageCarrierError,
  type AcceptedMessage,
  type CarrierInbox,
  type DeliveryReceipt,
  type MessageCarrier,
  type MessageChannel,
  type MessageFailure,
  type OutboundMessage,
} from '../message-carrier.ts';
import type { PeerBehaviour } from './message-carrier-suite.ts';

const failures: Partial<Record<PeerBehaviour, MessageFailure>> = {
  refuse: 'refused',
  refuse_opted_out: 'opted_out',
  busy: 'unavailable',
  offline: 'unavailable',
};

/** A carrier of messages in memory. */
export class FakeMessageCarrier implements MessageCarrier {
  readonly name: string;
  readonly channel: MessageChannel;
  /** Applies to further messages. */
  behaviour: PeerBehaviour = 'accept';
  /** The messages that the carrier read, whatever its response was. */
  readonly read: OutboundMessage[] = [];
  readonly #accepted = new Map<string, AcceptedMessage>();
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;
  /** Ids that were assigned. */
  #count = 0;

  constructor(name: string, channel: MessageChannel) {
    this.name = name;
    this.channel = channel;
  }

  async send(message: OutboundMessage, signal: AbortSignal): Promise<AcceptedMessage> {
    if (this.#isClosed || signal.aborted) throw failed('unavailable');
    const failure = failures[this.behaviour];
    if (failure !== undefined) throw failed(failure);
    this.read.push(message);
    for (const wake of this.#waiting.splice(0)) wake();
    if (this.behaviour === 'ignore') return rejectWhenAborted(signal);
    this.#count += 1;
    const accepted = { externalIds: [`${this.name}-${this.#count}`] };
    this.#accepted.set(message.reference, accepted);
    if (this.behaviour === 'lose_response') throw failed('unknown');
    return accepted;
  }

  find(message: OutboundMessage): Promise<AcceptedMessage | undefined> {
    return Promise.resolve(this.#accepted.get(message.reference));
  }

  /** Resolves when the carrier has read so many messages. */
  async waitForRead(count: number): Promise<void> {
    while (this.read.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  checkHealth(): Promise<{ readonly ok: boolean; readonly detail: string }> {
    const ok = this.behaviour !== 'offline';
    return Promise.resolve({ ok, detail: ok ? '' : 'The carrier is offline.' });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return Promise.resolve();
  }

  /** Reports the outcome of the last accepted message. */
  async sendReceipts(inbox: CarrierInbox, outcome: DeliveryReceipt['outcome']): Promise<void> {
    const detail = outcome === 'failed' ? 'The phone is switched off.' : '';
    for (const externalId of [...this.#accepted.values()].at(-1)?.externalIds ?? []) {
      await inbox.onReceipt({ externalId, reference: null, outcome, detail });
    }
  }
}

const failed = (failure: MessageFailure): MessageCarrierError =>
  new MessageCarrierError(`The carrier would not accept the message: ${failure}.`, { failure });

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(failed('unknown')), { once: true });
  });
}
