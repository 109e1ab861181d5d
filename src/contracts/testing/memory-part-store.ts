import type { Clock } from '../../core/clock.ts';
import type {
  AddedPart,
  DueLimits,
  DueMessage,
  InboundPartStore,
  OpenPart,
  ReceivedPart,
} from '../inbound-part-store.ts';
import type { CarrierInbox, PartsInbox } from '../message-carrier.ts';

interface MemoryPart extends OpenPart {
  readonly messageKey: string;
  readonly receivedAt: Date;
  isDelivered: boolean;
}

/** Stores parts in memory, for tests. */
export class MemoryPartStore implements InboundPartStore {
  readonly #clock: Pick<Clock, 'now'>;
  #parts: MemoryPart[] = [];
  #lastId = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  async add({ messageKey, number, total, content }: ReceivedPart): Promise<AddedPart> {
    const known = this.#parts.find((part) => part.messageKey === messageKey && part.number === number);
    const isEqual = known?.content.equals(content) === true;
    if (isEqual && known.isDelivered) return { state: 'repeated' };
    if (known !== undefined && !isEqual) {
      if (!known.isDelivered) return { state: 'conflict', parts: this.#openParts(messageKey) };
      this.#parts = this.#parts.filter((part) => part.messageKey !== messageKey || !part.isDelivered);
    }
    if (!isEqual) {
      this.#lastId += 1;
      const receivedAt = new Date(this.#clock.now());
      const stored = { id: this.#lastId, number, content: Buffer.from(content) };
      this.#parts.push({ ...stored, messageKey, receivedAt, isDelivered: false });
    }
    const parts = this.#openParts(messageKey);
    return parts.length >= total
      ? { state: 'complete', parts }
      : { state: 'incomplete', open: totalsOf(this.#parts.filter(({ isDelivered }) => !isDelivered)) };
  }

  async markDelivered(parts: readonly OpenPart[]): Promise<void> {
    const ids = new Set(parts.map(({ id }) => id));
    for (const part of this.#parts) if (ids.has(part.id)) part.isDelivered = true;
  }

  async listDue({ before, maxParts, maxOctets }: DueLimits): Promise<readonly DueMessage[]> {
    const open = this.#parts.filter(({ isDelivered }) => !isDelivered);
    const newestFirst = [...Map.groupBy(open.toReversed(), ({ messageKey }) => messageKey)];
    const newer: MemoryPart[] = [];
    const due: DueMessage[] = [];
    for (const [messageKey, parts] of newestFirst) {
      newer.push(...parts);
      const totals = totalsOf(newer);
      const exceedsLimit = totals.parts > maxParts || totals.octets > maxOctets;
      const { receivedAt } = parts.at(-1)!;
      if (exceedsLimit || receivedAt < before)
        due.unshift({ messageKey, parts: this.#openParts(messageKey), receivedAt, exceedsLimit });
    }
    return due;
  }

  #openParts(messageKey: string): OpenPart[] {
    return this.#parts
      .filter((part) => part.messageKey === messageKey && !part.isDelivered)
      .map(({ id, number, content }) => ({ id, number, content }))
      .toSorted((a, b) => a.number - b.number);
  }
}

/** Returns the inbox with a store of parts in memory. */
export const withParts = (inbox: CarrierInbox, clock: Pick<Clock, 'now'>): PartsInbox => ({
  parts: new MemoryPartStore(clock),
  onMessage: (message) => inbox.onMessage(message),
  onReceipt: (receipt) => inbox.onReceipt(receipt),
  onAcknowledged: async (externalId) => inbox.onAcknowledged?.(externalId),
});

const totalsOf = (parts: readonly OpenPart[]) => ({
  parts: parts.length,
  octets: parts.reduce((sum, { content }) => sum + content.length, 0),
});
