import type { EndReason } from '../call-state.ts';
import { delayMs, type Retry } from './batch.ts';
import type { JobOutcome, JobStatus } from './batch-state.ts';

/** How a call of a batch ended. */
export interface JobCallEnd {
  readonly endReason: EndReason;
  /** What was recorded of it. */
  readonly disposition: string;
  /** A sentence for people. */
  readonly endDetail: string | null;
  /** Whether somebody, or something, picked up. */
  readonly isAnswered: boolean;
  /** The disposition puts the number on the do-not-call list. */
  readonly addsToDnc: boolean;
  readonly endedAt: Date;
}

/** The batch as far as the next attempt depends on it. */
export interface JobRetryState {
  readonly retry: Retry;
  /** Calls begun so far, the one that ended included. */
  readonly attempt: number;
  /** Whether the batch may call again; one that was cancelled may not. */
  readonly isBatchOpen: boolean;
}

/** What becomes of a job when its call ends. */
export interface JobTransition {
  readonly status: JobStatus;
  readonly outcome: JobOutcome | null;
  readonly skipReason: 'suppressed' | null;
  readonly detail: string | null;
  /** When the next attempt is due; null unless it is `pending` again. */
  readonly runAt: Date | null;
}

/** The rule, as the table in docs/batches.md has it. */
export function jobAfterCall(end: JobCallEnd, { retry, attempt, isBatchOpen }: JobRetryState): JobTransition {
  const outcome = outcomeOf(end);
  const detail = outcome === 'unknown' ? unknownDetail(end) : end.endDetail;
  const stays = { outcome, skipReason: null, detail, runAt: null };
  if (outcome === null) return { ...stays, status: 'cancelled' };
  if (outcome === 'dnc') return { ...stays, status: 'skipped', skipReason: 'suppressed' };
  if (!isBatchOpen || attempt >= retry.maxAttempts || !isRetried(outcome, retry))
    return { ...stays, status: isReached(outcome) ? 'completed' : 'failed' };
  return { ...stays, status: 'pending', runAt: nextAttemptAt(end.endedAt, retry, attempt) };
}

/** Null: the call was called off before anybody answered, or was heard. */
function outcomeOf({ endReason, disposition, isAnswered, addsToDnc }: JobCallEnd): JobOutcome | null {
  if (!isAnswered) return disposition === 'do_not_call' ? 'dnc' : unansweredOutcomes[endReason];
  if (endReason === 'transferred' || endReason === 'voicemail') return endReason;
  if (addsToDnc) return 'opted_out';
  if (endReason === 'node_lost' && disposition === 'failed') return 'unknown';
  return isCalledOff(endReason, disposition) ? null : (answeredOutcomes[disposition] ?? 'answered');
}

/** A flow may record an appointment as `cancelled`: then the call itself was not. */
const isCalledOff = (endReason: EndReason, disposition: string): boolean =>
  endReason === 'cancelled' && disposition === 'cancelled';

/** What the carrier or the callee did with a call that nobody answered. */
const unansweredOutcomes: { readonly [reason in EndReason]: JobOutcome | null } = {
  customer_hangup: 'no_answer',
  agent_hangup: null,
  transferred: 'transferred',
  voicemail: 'voicemail',
  no_answer: 'no_answer',
  busy: 'busy',
  declined: 'no_answer',
  invalid_number: 'invalid_number',
  carrier_error: 'failed',
  max_duration: 'failed',
  silence: 'no_answer',
  cancelled: null,
  media_timeout: 'failed',
  provider_error: 'failed',
  node_lost: 'unknown',
};

/** Dispositions of answered calls that say that no person was reached, or what came of it; all others are `answered`. */
const answeredOutcomes: { readonly [disposition: string]: JobOutcome } = {
  no_answer: 'no_answer',
  busy: 'busy',
  voicemail: 'voicemail',
  failed: 'failed',
  transferred: 'transferred',
  invalid_number: 'invalid_number',
};

const unknownDetail = ({ endDetail, isAnswered }: JobCallEnd): string =>
  `${endDetail ?? 'The call was lost.'} It is not known ` +
  `${isAnswered ? 'what the customer understood or agreed to' : 'whether the phone rang'}, so it is not called again on its ` +
  'own. A person decides: call it by hand, or put it into a new batch.';

const reached: ReadonlySet<JobOutcome> = new Set(['answered', 'transferred', 'opted_out', 'voicemail']);

/** Whether somebody, or something, took the call. */
const isReached = (outcome: JobOutcome): boolean => reached.has(outcome);

const isRetried = (outcome: JobOutcome, { on }: Retry): boolean =>
  (on as readonly JobOutcome[]).includes(outcome);

/** The last delay repeats. */
function nextAttemptAt(endedAt: Date, { delays }: Retry, attempt: number): Date {
  const delay = delays[Math.min(attempt, delays.length) - 1]!;
  return new Date(endedAt.getTime() + delayMs(delay));
}
