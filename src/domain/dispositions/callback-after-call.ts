import type { EndReason } from '../call-state.ts';
import type { DispositionCode, DispositionStatus } from '../disposition.ts';

/** How the call ended that was made to follow a disposition up. */
export interface EndedCallback {
  readonly endReason: EndReason;
  /** What was recorded of it. */
  readonly disposition: string;
  /** Whether a carrier may have been asked to ring the phone. */
  readonly isDialed: boolean;
  readonly isAnswered: boolean;
  readonly endedAt: Date;
}

/** What the disposition that was followed up still may do. */
export interface CallbackRetryState {
  /** Calls that may still be made after this one. */
  readonly triesLeft: number;
  /** Nobody is called after this instant. */
  readonly expiresAt: Date;
  /** Of the disposition that the call ended with; a code that nobody knows any more is taken as terminal. */
  readonly dispositionCode: Pick<DispositionCode, 'isTerminal' | 'retryDelaySeconds'> | undefined;
}

/** What becomes of a disposition when the call that followed it up ends. */
export interface CallbackTransition {
  readonly status: DispositionStatus;
  /** When it is tried again; null unless it is `pending`. */
  readonly scheduledAt: Date | null;
  /** A sentence for people; null where the status says it all. */
  readonly note: string | null;
}

/** The rule, as the table in docs/dispositions.md has it. */
export function callbackAfterCall(end: EndedCallback, prospects: CallbackRetryState): CallbackTransition {
  if (!end.isDialed) return undialed(end, prospects);
  if (end.endReason === 'node_lost' && !end.isAnswered) return leftToPeople(whileRinging);
  if (end.endReason === 'node_lost' && end.disposition === 'failed') return leftToPeople(whileTalking);
  const { dispositionCode, triesLeft } = prospects;
  if (
    dispositionCode === undefined ||
    dispositionCode.isTerminal ||
    dispositionCode.retryDelaySeconds === null
  )
    return done;
  if (triesLeft <= 0) return over('Nobody was reached in the last call that could be made.');
  return again(end, Math.max(dispositionCode.retryDelaySeconds * 1000, pauseMsMin), prospects);
}

const pauseMsMin = 60_000;
/** What keeps a call from being placed, such as a voice that is not set up, takes a person to put right. */
const repairMs = 3_600_000;

/** Nobody's phone rang, so it is tried again, unless the number was suppressed meanwhile. */
function undialed(end: EndedCallback, prospects: CallbackRetryState): CallbackTransition {
  if (end.disposition === 'do_not_call')
    return { status: 'cancelled', scheduledAt: null, note: 'Cancelled: this number is not to be called.' };
  return again(end, end.endReason === 'cancelled' ? pauseMsMin : repairMs, prospects);
}

function again(
  { endedAt }: EndedCallback,
  delayMs: number,
  { expiresAt }: CallbackRetryState,
): CallbackTransition {
  const scheduledAt = new Date(endedAt.getTime() + delayMs);
  if (scheduledAt > expiresAt) return over('Nobody was reached while there was time.');
  return { status: 'pending', scheduledAt, note: null };
}

const done: CallbackTransition = { status: 'completed', scheduledAt: null, note: null };

const over = (note: string): CallbackTransition => ({ status: 'expired', scheduledAt: null, note });

const whileRinging = 'while the phone may have rung';
const whileTalking = 'in the middle of the talk';

const leftToPeople = (when: string): CallbackTransition => ({
  status: 'failed',
  scheduledAt: null,
  note:
    `The machine went down ${when}, so nobody is called again on their own. A person decides: ` +
    'schedule it anew, or call.',
});
