import type { EndReason } from '../call-state.ts';
import { delayMs, type Retry } from './batch.ts';
import type { JobOutcome, JobStatus } from './batch-state.ts';

/** How the call of a job ended. */
export interface JobCallEnd {
  readonly endReason: EndReason;
  /** The disposition that the call recorded. */
  readonly disposition: string;
  /** A human-readable sentence. */
  readonly endDetail: string | null;
  /** Whether a person or a machine answered. */
  readonly isAnswered: boolean;
  /** Whether the disposition adds the number to the do-not-call list. */
  readonly addsToDnc: boolean;
  readonly endedAt: Date;
}

/** The retry settings and state of a job. */
export interface JobRetryState {
  readonly retry: Retry;
  /** Calls started so far, including the one that ended. */
  readonly attempt: number;
  /** Whether the batch may make more calls; false if it was cancelled. */
  readonly isBatchOpen: boolean;
}

/** The status of a job after its call. */
export interface JobTransition {
  readonly status: JobStatus;
  readonly outcome: JobOutcome | null;
  readonly skipReason: 'suppressed' | null;
  readonly detail: string | null;
  /** Time of the next attempt; null unless it is `pending` again. */
  readonly runAt: Date | null;
}

/** Returns the status of a job after its call, as in the table in docs/batch-results.md. */
export function jobAfterCall(end: JobCallEnd, { retry, attempt, isBatchOpen }: JobRetryState): JobTransition {
  const outcome = outcomeOf(end);
  const detail = outcome === 'unknown' ? unknownDetail(end) : end.endDetail;
  const common = { outcome, skipReason: null, detail, runAt: null };
  if (outcome === null) return { ...common, status: 'cancelled' };
  if (outcome === 'dnc') return { ...common, status: 'skipped', skipReason: 'suppressed' };
  if (!isBatchOpen || attempt >= retry.maxAttempts || !isRetried(outcome, retry))
    return { ...common, status: isReached(outcome) ? 'completed' : 'failed' };
  return { ...common, status: 'pending', runAt: nextAttemptAt(end.endedAt, retry, attempt) };
}

/** Returns the outcome. Null if the call was cancelled before the callee answered or spoke. */
function outcomeOf({ endReason, disposition, isAnswered, addsToDnc }: JobCallEnd): JobOutcome | null {
  if (!isAnswered) return disposition === 'do_not_call' ? 'dnc' : unansweredOutcomes[endReason];
  if (endReason === 'transferred' || endReason === 'voicemail') return endReason;
  if (addsToDnc) return 'opted_out';
  if (endReason === 'node_lost' && disposition === 'failed') return 'unknown';
  return isCancelled(endReason, disposition) ? null : (answeredOutcomes[disposition] ?? 'answered');
}

/** The end reason must match too, because a flow may record `cancelled` for an appointment. */
const isCancelled = (endReason: EndReason, disposition: string): boolean =>
  endReason === 'cancelled' && disposition === 'cancelled';

/** The outcome of an unanswered call. */
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

/** Dispositions of answered calls with another outcome than `answered`. */
const answeredOutcomes: { readonly [disposition: string]: JobOutcome } = {
  no_answer: 'no_answer',
  busy: 'busy',
  voicemail: 'voicemail',
  failed: 'failed',
  transferred: 'transferred',
  invalid_number: 'invalid_number',
};

const unknownDetail = ({ endDetail, isAnswered }: JobCallEnd): string =>
  `${endDetail ?? 'The call was lost.'} It is unknown ` +
  `${isAnswered ? 'what the customer understood or agreed to' : 'whether the phone rang'}, so the call is not retried ` +
  'automatically. Call the number manually, or add it to a new batch.';

const reached: ReadonlySet<JobOutcome> = new Set(['answered', 'transferred', 'opted_out', 'voicemail']);

/** Returns whether a person or a machine answered the call. */
const isReached = (outcome: JobOutcome): boolean => reached.has(outcome);

const isRetried = (outcome: JobOutcome, { on }: Retry): boolean =>
  (on as readonly JobOutcome[]).includes(outcome);

/** The last delay repeats. */
function nextAttemptAt(endedAt: Date, { delays }: Retry, attempt: number): Date {
  const delay = delays[Math.min(attempt, delays.length) - 1]!;
  return new Date(endedAt.getTime() + delayMs(delay));
}
