import { changeMessageStatus } from '../store/conversations/sending.ts';
import type { ConversationRow } from '../store/conversations/conversations.ts';
import {
  insertMessageParts,
  recordPartOutcome,
  type StoredReceipt,
} from '../store/conversations/message-parts.ts';
import type { Queryable } from '../store/queryable.ts';
import { addSuppressions } from '../store/suppressions.ts';
import { publishMessageStatus } from './message-event.ts';

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
