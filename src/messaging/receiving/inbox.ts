import type { DueMessage, InboundPartStore } from '../../contracts/inbound-part-store.ts';
import type { InboundMessage, PartsInbox } from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import {
  addInboundPart,
  listDueParts,
  markPartsDelivered,
  type DuePartRow,
} from '../../store/conversations/inbound-parts.ts';
import { releaseInboundId } from '../../store/conversations/messages.ts';
import type { Database } from '../../store/database.ts';
import { receiveReceipt } from '../sending/delivery-receipt.ts';

/** Stores an inbound message of a carrier. Resolves after the commit; only then may the message be acknowledged to the carrier. */
export type InboundHandler = (carrier: string, message: InboundMessage) => Promise<void>;

interface InboxContext {
  readonly database: Database;
  readonly clock: Clock;
}

/** Returns the inbox of a carrier, which receives its messages, parts of messages and receipts. */
export const inboxOf = (
  carrier: string,
  { database, clock, onInbound }: InboxContext & { readonly onInbound: InboundHandler },
): PartsInbox => ({
  parts: inboundPartsOf(carrier, { database, clock }),
  onMessage: (message) => onInbound(carrier, message),
  onAcknowledged: (externalId) => releaseInboundId(database.asSystem(), { carrier, externalId }),
  onReceipt: (receipt) => receiveReceipt({ database, clock }, carrier, receipt),
});

/** Returns the store of the parts of a carrier's inbound messages. */
export function inboundPartsOf(carrier: string, { database, clock }: InboxContext): InboundPartStore {
  const now = () => new Date(clock.now());
  return {
    add: (part) =>
      database.asSystem().transaction((tx) => addInboundPart(tx, { ...part, carrier, at: now() })),
    markDelivered: (parts) =>
      markPartsDelivered(database.asSystem(), { ids: parts.map(({ id }) => id), at: now() }),
    listDue: async (limits) => toMessages(await listDueParts(database.asSystem(), { ...limits, carrier })),
  };
}

const toMessages = (rows: readonly DuePartRow[]): DueMessage[] =>
  [...Map.groupBy(rows, ({ messageKey }) => messageKey)].map(([messageKey, parts]) => ({
    messageKey,
    parts,
    receivedAt: parts[0]!.firstReceivedAt,
    exceedsLimit: parts[0]!.exceedsLimit,
  }));
