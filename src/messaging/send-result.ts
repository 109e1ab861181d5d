import { MessageCarrierError, type AcceptedMessage } from '../contracts/message-carrier.ts';
import { withoutNul } from '../store/queryable.ts';

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
