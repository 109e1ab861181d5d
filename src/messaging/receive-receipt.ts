import type { DeliveryReceipt } from '../contracts/message-carrier.ts';
import type { Clock } from '../core/clock.ts';
import { isId } from '../core/ids.ts';
import { findMessage } from '../store/conversations/messages.ts';
import { findMessageByReference } from '../store/conversations/sending.ts';
import { lockConversation } from '../store/conversations/conversations.ts';
import {
  findMessagePart,
  lockExternalIds,
  type StoredReceipt,
  storeReceipt,
} from '../store/conversations/message-parts.ts';
import type { Database } from '../store/database.ts';
import { withoutNul, type Queryable } from '../store/queryable.ts';
import { applyReceipt } from './apply-receipt.ts';

export interface ReceiptContext {
  readonly database: Database;
  readonly clock: Clock;
}

/** Longest id and detail that are stored, in characters. */
const maxIdLength = 200;
const maxDetailLength = 500;

/**
 * Records a delivery receipt of a carrier. Resolves after the commit; only then may the receipt be acknowledged to the carrier. A receipt whose message is unknown
 * or is being sent is stored until the outcome of the send is recorded. A receipt for a message of another carrier is ignored.
 */
export async function receiveReceipt(
  { database, clock }: ReceiptContext,
  carrier: string,
  delivery: DeliveryReceipt,
): Promise<void> {
  const receipt = toStoredReceipt(carrier, delivery);
  if (receipt.externalId === null && receipt.reference === null) return;
  const at = new Date(clock.now());
  await database.asSystem().transaction(async (tx) => {
    const externalIds = receipt.externalId === null ? [] : [receipt.externalId];
    await lockExternalIds(tx, { carrier, externalIds });
    const found = await findOutbound(tx, receipt);
    // The message is read after the lock. Both statements cost one round trip.
    const [conversation, message] =
      found === undefined ? [] : await Promise.all([lockConversation(tx, found), findMessage(tx, found)]);
    if (found === undefined || conversation === undefined || message === undefined)
      await storeReceipt(tx, receipt, at);
    else if (message.carrier !== carrier) return;
    else if (message.status === 'sending') await storeReceipt(tx, { ...receipt, reference: message.id }, at);
    else {
      const isSent = message.status === 'sent';
      await applyReceipt(tx, { ...found, conversation, carrier, isSent }, receipt, at);
    }
  });
}

/** Returns the receipt as it is stored. Ids and details that are too long are cut. A reference that is not an id of a message is omitted: another program set it. */
const toStoredReceipt = (carrier: string, delivery: DeliveryReceipt): StoredReceipt => ({
  carrier,
  externalId: withoutNul(delivery.externalId ?? '').slice(0, maxIdLength) || null,
  reference: delivery.reference !== null && isId('message', delivery.reference) ? delivery.reference : null,
  outcome: delivery.outcome,
  detail: withoutNul(delivery.detail).slice(0, maxDetailLength),
  suppresses: delivery.suppresses ?? null,
});

/** Returns the workspace, the conversation and the id of the message of a receipt; undefined if the message is unknown. */
async function findOutbound(tx: Queryable, { carrier, externalId, reference }: StoredReceipt) {
  const part = externalId === null ? undefined : await findMessagePart(tx, { carrier, externalId });
  const messageId = reference ?? part?.messageId ?? null;
  const place = messageId === null ? undefined : await findMessageByReference(tx, messageId);
  return place === undefined || messageId === null ? undefined : { ...place, messageId };
}
