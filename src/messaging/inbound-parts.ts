import type { DueMessage, InboundPartStore } from '../contracts/inbound-part-store.ts';
import type { Clock } from '../core/clock.ts';
import {
  addInboundPart,
  listDueParts,
  markPartsDelivered,
  type DuePartRow,
} from '../store/conversations/inbound-parts.ts';
import type { Database } from '../store/database.ts';

/** Returns the store of the parts of a carrier's inbound messages. */
export function inboundPartsOf(
  carrier: string,
  { database, clock }: { readonly database: Database; readonly clock: Pick<Clock, 'now'> },
): InboundPartStore {
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
