import type { DeliveryReceipt } from '../../contracts/message-carrier.ts';
import type { Clock } from '../../core/clock.ts';
import { isId } from '../../core/ids.ts';
import { type ConversationRow, lockConversation } from '../../store/conversations/conversations.ts';
import {
  findMessagePart,
  insertMessageParts,
  lockExternalIds,
  recordPartOutcome,
  type StoredReceipt,
  storeReceipt,
} from '../../store/conversations/message-parts.ts';
import { findMessage } from '../../store/conversations/messages.ts';
import { changeMessageStatus, findMessageByReference } from '../../store/conversations/sending.ts';
import type { Database } from '../../store/database.ts';
import { type Queryable, withoutNul } from '../../store/queryable.ts';
import { addSuppressions } from '../../store/suppressions.ts';
import { publishMessageStatus } from '../message-events.ts';

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

/** The message of a receipt. The transaction has locked its conversation. */
export interface ReceiptTarget {
  readonly conversation: ConversationRow;
  readonly workspaceId: string;
  readonly messageId: string;
  readonly carrier: string;
  /** Whether the status of the message is `sent`. False if it is another one, or not known. */
  readonly isSent: boolean;
}

type Receipt = Omit<StoredReceipt, 'carrier'>;

/**
 * Applies a receipt to a message that no worker is sending. Any receipt resolves an unknown outcome: the carrier has the message. All parts delivered: the
 * message is delivered; one part failed: it has failed. A repeated or late receipt changes nothing.
 */
export async function applyReceipt(
  tx: Queryable,
  target: ReceiptTarget,
  receipt: Receipt,
  at: Date,
): Promise<void> {
  const { workspaceId, messageId, conversation, isSent } = target;
  const sent = isSent
    ? undefined
    : await changeMessageStatus(tx, { workspaceId, messageId, status: 'sent', at });
  if (sent !== undefined) await publishMessageStatus(tx, conversation, sent, 'sent');
  const outcome = await messageOutcome(tx, target, receipt, at);
  if (outcome !== 'sent') {
    const failure = outcome === 'failed' ? failureText(receipt.detail) : undefined;
    const changed = await changeMessageStatus(tx, { workspaceId, messageId, status: outcome, failure, at });
    if (changed !== undefined) await publishMessageStatus(tx, conversation, changed, outcome);
  }
  if (receipt.suppresses !== null) await suppress(tx, target, receipt.suppresses, at);
}

const failureText = (detail: string): string =>
  detail || 'The carrier reported that the message was not delivered.';

/** Returns the outcome of the message after a receipt of one of its parts, or of the whole. */
async function messageOutcome(
  tx: Queryable,
  { workspaceId, messageId, carrier }: ReceiptTarget,
  { externalId, outcome }: Receipt,
  at: Date,
): Promise<Receipt['outcome']> {
  if (externalId === null) return outcome;
  // Records the part if it is missing because the worker died before it could store the ids of the parts.
  await insertMessageParts(tx, { workspaceId, messageId, carrier, externalIds: [externalId], at });
  const outcomes = await recordPartOutcome(tx, { workspaceId, messageId, externalId, outcome });
  if (outcomes.includes('failed')) return 'failed';
  return outcomes.every((part) => part === 'delivered') ? 'delivered' : 'sent';
}

const suppressionReasons = {
  opted_out: 'The carrier reported an opt-out.',
  complaint: 'The recipient complained to the mail provider.',
  no_such_address: 'The address does not exist.',
} as const satisfies Record<NonNullable<Receipt['suppresses']>, string>;

async function suppress(
  tx: Queryable,
  { conversation: { workspaceId, channel, recipient: address } }: ReceiptTarget,
  reason: keyof typeof suppressionReasons,
  at: Date,
): Promise<void> {
  const entries = [{ channel, address, reason: suppressionReasons[reason] }];
  await addSuppressions(tx, { workspaceId, entries, createdBy: null, at });
}
