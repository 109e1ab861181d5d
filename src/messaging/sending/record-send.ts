import { type AcceptedMessage, MessageCarrierError } from '../../contracts/message-carrier.ts';
import { type ConversationRow, lockConversation } from '../../store/conversations/conversations.ts';
import {
  insertMessageParts,
  lockExternalIds,
  takeReceipts,
} from '../../store/conversations/message-parts.ts';
import type { MessageRow } from '../../store/conversations/messages.ts';
import { changeMessageStatus, findWaitingMessage } from '../../store/conversations/sending.ts';
import { type Queryable, withoutNul } from '../../store/queryable.ts';
import { openTask } from '../../store/tasks.ts';
import { addSuppressions } from '../../store/suppressions.ts';
import { publishMessageStatus } from '../message-events.ts';
import { applyReceipt } from './delivery-receipt.ts';
import { rescheduleSend, type SendingContext, sendNext } from './send-jobs.ts';

/** The outcome of one attempt to send a message. */
export type SendResult =
  | { readonly type: 'sent'; readonly externalIds: readonly string[] }
  /** The message is sent again later. */
  | { readonly type: 'unavailable'; readonly detail: string; readonly retryAfterMs: number | undefined }
  | { readonly type: 'failed'; readonly detail: string; readonly isOptOut: boolean }
  | { readonly type: 'unknown'; readonly detail: string };

export const toSendResult = ({ externalIds }: AcceptedMessage): SendResult => ({
  type: 'sent',
  externalIds: externalIds.map(withoutNul),
});

/**
 * Returns the outcome of an attempt that threw. An error other than `MessageCarrierError` may have occurred before or after the carrier accepted the message, so
 * the outcome is unknown.
 */
export function resultOfError(error: unknown): SendResult {
  if (!(error instanceof MessageCarrierError))
    return { type: 'unknown', detail: 'The connection to the carrier failed during the transfer.' };
  const { failure, message: detail, retryAfterMs } = error;
  if (failure === 'unavailable') return { type: 'unavailable', detail, retryAfterMs };
  if (failure === 'unknown') return { type: 'unknown', detail };
  return { type: 'failed', detail, isOptOut: failure === 'opted_out' };
}

const minRetryMs = 5_000;
const maxRetryMs = 15 * 60_000;
/** Time from the first attempt after which a message that was not accepted has failed. */
export const giveUpAfterMs = 24 * 3_600_000;

/**
 * Returns the delay of the next attempt in ms: what the carrier requests, or else the time since the first attempt (5 s to 15 min), which doubles with each attempt.
 * A random part is added (at most 1 s, or a quarter of the delay), so that simultaneous failures are not retried simultaneously.
 * @param fraction a random number from 0 to 1
 */
export function retryDelayMs(
  { elapsedMs, retryAfterMs }: { readonly elapsedMs: number; readonly retryAfterMs: number | undefined },
  fraction: number,
): number {
  if (retryAfterMs !== undefined) return Math.max(retryAfterMs, 0) + 1_000 * fraction;
  const delayMs = Math.min(Math.max(elapsedMs, minRetryMs), maxRetryMs);
  return delayMs * (1 + 0.25 * fraction);
}

/** An attempt to send a message, whose outcome `recordSend` records. */
export interface RecordedAttempt {
  readonly conversation: ConversationRow;
  /** The message as it was when the attempt began: `attempts` is the number of this attempt. */
  readonly message: MessageRow;
}

export interface RecordContext extends Pick<SendingContext, 'clock' | 'random'> {
  /** Completes the job of the attempt in the same transaction. */
  readonly complete: (tx: Queryable) => Promise<void>;
}

/**
 * Records the outcome of an attempt: the status, the ids of the carrier, receipts that arrived before, the event, and the next attempt. Changes nothing if a
 * receipt, a user or another worker has already resolved the attempt.
 */
export async function recordSend(
  tx: Queryable,
  attempt: RecordedAttempt,
  result: SendResult,
  { clock, random, complete }: RecordContext,
): Promise<void> {
  const { id: conversationId, workspaceId } = attempt.conversation;
  const externalIds = result.type === 'sent' ? result.externalIds : [];
  // `receiveReceipt` locks in this order too: the external ids, then the conversation.
  await lockExternalIds(tx, { carrier: attempt.message.carrier!, externalIds });
  const conversation = await lockConversation(tx, { workspaceId, conversationId });
  if (conversation === undefined) return complete(tx);
  const at = new Date(clock.now());
  const locked = { conversation, message: attempt.message, at };
  if (result.type === 'sent') return recordSent(tx, locked, externalIds, complete);
  // Completes this job first, because the job of the next attempt has the same key.
  await complete(tx);
  if (result.type === 'failed') await recordFailed(tx, locked, result);
  else if (result.type === 'unknown') await recordUnknown(tx, locked, result.detail);
  else await recordUnavailable(tx, locked, result, random.fraction());
  await sendNext(tx, conversation, at);
}

type LockedAttempt = RecordedAttempt & { readonly at: Date };

async function recordSent(
  tx: Queryable,
  { conversation, message, at }: LockedAttempt,
  externalIds: readonly string[],
  complete: RecordContext['complete'],
): Promise<void> {
  const { workspaceId, conversationId, id: messageId, attempts } = message;
  const carrier = message.carrier!;
  await insertMessageParts(tx, { workspaceId, messageId, carrier, externalIds, at });
  // The statements run in this order and cost one round trip.
  const [sent, receipts, next] = await Promise.all([
    changeMessageStatus(tx, { workspaceId, messageId, attempts, status: 'sent', at }),
    takeReceipts(tx, { carrier, externalIds, messageId }),
    findWaitingMessage(tx, { workspaceId, conversationId, at }),
    complete(tx),
  ]);
  const isSent = sent !== undefined;
  if (isSent) await publishMessageStatus(tx, conversation, sent, 'sent');
  for (const receipt of receipts)
    await applyReceipt(tx, { conversation, messageId, workspaceId, carrier, isSent }, receipt, at);
  if (next !== undefined)
    await rescheduleSend(tx, conversation, { messageId: next.messageId, runAt: next.dueAt });
}

async function recordFailed(
  tx: Queryable,
  { conversation, message, at }: LockedAttempt,
  { detail: failure, isOptOut }: Extract<SendResult, { type: 'failed' }>,
): Promise<void> {
  const { workspaceId, channel, recipient: address } = conversation;
  const { id: messageId, attempts } = message;
  const failed = await changeMessageStatus(tx, {
    workspaceId,
    messageId,
    attempts,
    status: 'failed',
    failure,
    at,
  });
  if (failed !== undefined) await publishMessageStatus(tx, conversation, failed, 'failed');
  if (!isOptOut) return;
  const entries = [{ channel, address, reason: `The carrier ${message.carrier} reported an opt-out.` }];
  await addSuppressions(tx, { workspaceId, entries, createdBy: null, at });
}

async function recordUnknown(
  tx: Queryable,
  { conversation, message, at }: LockedAttempt,
  failure: string,
): Promise<void> {
  const { workspaceId, id: messageId, attempts } = message;
  const unknown = { workspaceId, messageId, attempts, status: 'unknown', failure, at } as const;
  if ((await changeMessageStatus(tx, unknown)) !== undefined)
    await openTask(tx, {
      workspaceId,
      kind: 'unknown_message',
      reason: `It is unknown whether a message was sent. ${failure}`,
      address: conversation.recipient,
      conversationId: conversation.id,
      messageId,
      at,
    });
  await applyStoredReceipts(tx, { conversation, message, at });
}

/** Schedules the next attempt. The last one is 24 hours after the first; without success, the message has failed. */
async function recordUnavailable(
  tx: Queryable,
  attempt: LockedAttempt,
  { detail, retryAfterMs }: Extract<SendResult, { type: 'unavailable' }>,
  fraction: number,
): Promise<void> {
  const { conversation, message, at } = attempt;
  const { workspaceId, id: messageId, attempts } = message;
  const elapsedMs = at.getTime() - (message.firstAttemptAt ?? at).getTime();
  if (elapsedMs >= giveUpAfterMs) {
    const failure = `The carrier did not accept the message within 24 hours. The last error: ${detail}`;
    return recordFailed(tx, attempt, { type: 'failed', detail: failure, isOptOut: false });
  }
  const delayMs = retryDelayMs({ elapsedMs, retryAfterMs }, fraction);
  const dueAt = new Date(at.getTime() + Math.min(delayMs, giveUpAfterMs - elapsedMs));
  const change = {
    workspaceId,
    messageId,
    attempts,
    status: 'scheduled',
    failure: detail,
    dueAt,
    at,
  } as const;
  const scheduled = await changeMessageStatus(tx, change);
  if (scheduled !== undefined) await rescheduleSend(tx, conversation, { messageId, runAt: dueAt });
}

/** Applies the receipts that arrived before the outcome of the attempt was recorded. */
async function applyStoredReceipts(
  tx: Queryable,
  { conversation, message, at }: LockedAttempt,
): Promise<void> {
  const { id: messageId, workspaceId } = message;
  const carrier = message.carrier!;
  const receipts = await takeReceipts(tx, { carrier, externalIds: [], messageId });
  for (const receipt of receipts)
    await applyReceipt(tx, { conversation, messageId, workspaceId, carrier, isSent: false }, receipt, at);
}
