import type { EndReason } from '../call-state.ts';
import type { DispositionCode, DispositionStatus } from '../disposition.ts';

/** How a follow-up call of a disposition ended. */
export interface EndedCallback {
  readonly endReason: EndReason;
  /** The disposition that the call recorded. */
  readonly disposition: string;
  /** Whether the call may have been sent to a carrier. */
  readonly isDialed: boolean;
  readonly isAnswered: boolean;
  readonly endedAt: Date;
}

/** The remaining attempts of a disposition with a follow-up. */
export interface CallbackRetryState {
  /** Calls that may still be made after this one. */
  readonly attemptsLeft: number;
  /** No follow-up call is made after this instant. */
  readonly expiresAt: Date;
  /** The rules of the disposition that the call ended with. Undefined if the code is unknown, which counts as terminal. */
  readonly dispositionCode: Pick<DispositionCode, 'isTerminal' | 'retryDelaySeconds'> | undefined;
}

/** The status of a disposition after its follow-up call. */
export interface CallbackTransition {
  readonly status: DispositionStatus;
  /** Time of the next attempt; null unless it is `pending`. */
  readonly scheduledAt: Date | null;
  /** A human-readable explanation; null if the status is sufficient. */
  readonly note: string | null;
}

/** Returns the status of a disposition after its follow-up call, as in the table in docs/dispositions.md. */
export function callbackAfterCall(end: EndedCallback, retryState: CallbackRetryState): CallbackTransition {
  if (!end.isDialed) return afterUndialedCall(end, retryState);
  if (end.endReason === 'node_lost' && !end.isAnswered) return needsDecision(whileRinging);
  if (end.endReason === 'node_lost' && end.disposition === 'failed') return needsDecision(whileTalking);
  const { dispositionCode, attemptsLeft } = retryState;
  if (
    dispositionCode === undefined ||
    dispositionCode.isTerminal ||
    dispositionCode.retryDelaySeconds === null
  )
    return completed;
  if (attemptsLeft <= 0) return expired('The last attempt did not reach the customer.');
  return retryAfter(end, Math.max(dispositionCode.retryDelaySeconds * 1000, minRetryDelayMs), retryState);
}

const minRetryDelayMs = 60_000;
/** Delay after a configuration error that a user must fix, such as a voice that is not configured. */
const configurationErrorDelayMs = 3_600_000;

/** The phone did not ring, so the call is retried unless the number was suppressed in the meantime. */
function afterUndialedCall(end: EndedCallback, retryState: CallbackRetryState): CallbackTransition {
  if (end.disposition === 'do_not_call')
    return { status: 'cancelled', scheduledAt: null, note: 'Cancelled: this number is not to be called.' };
  return retryAfter(
    end,
    end.endReason === 'cancelled' ? minRetryDelayMs : configurationErrorDelayMs,
    retryState,
  );
}

function retryAfter(
  { endedAt }: EndedCallback,
  delayMs: number,
  { expiresAt }: CallbackRetryState,
): CallbackTransition {
  const scheduledAt = new Date(endedAt.getTime() + delayMs);
  if (scheduledAt > expiresAt) return expired('The customer was not reached before the callback expired.');
  return { status: 'pending', scheduledAt, note: null };
}

const completed: CallbackTransition = { status: 'completed', scheduledAt: null, note: null };

const expired = (note: string): CallbackTransition => ({ status: 'expired', scheduledAt: null, note });

const whileRinging = 'while the phone may have rung';
const whileTalking = 'during the conversation';

const needsDecision = (when: string): CallbackTransition => ({
  status: 'failed',
  scheduledAt: null,
  note:
    `The server failed ${when}, so the call is not retried automatically. ` +
    'Schedule a new callback, or call the customer.',
});
