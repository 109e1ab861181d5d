import { namedEnum } from '../fields.ts';

/** The allowed status transitions of a batch, as drawn in docs/batch-results.md. */
export const batchTransitions = {
  validating: ['scheduled', 'failed'],
  scheduled: ['running', 'paused', 'cancelled', 'failed'],
  running: ['paused', 'completed', 'cancelled', 'failed'],
  paused: ['scheduled', 'running', 'completed', 'cancelled', 'failed'],
  completed: [],
  cancelled: [],
  failed: [],
} as const satisfies Record<string, readonly string[]>;

export type BatchStatus = keyof typeof batchTransitions;

export const batchStatuses = Object.keys(batchTransitions) as BatchStatus[];

export const batchStatus = namedEnum(batchStatuses, {
  id: 'BatchStatus',
  title: 'Batch status',
  description: 'The stage of the batch. `completed`, `cancelled` and `failed` are final.',
  values: {
    validating: 'The file is being read.',
    scheduled: 'The batch waits for `scheduledAt`.',
    running: 'Calls are placed within limits and calling hours.',
    paused: 'No new calls are placed. Calls in progress continue.',
    completed: 'Every row has ended.',
    cancelled: 'The batch was cancelled. Its pending rows are not called.',
    failed: 'The batch could not start or continue. `statusDetail` contains the reason.',
  },
  example: 'running',
});

/** The allowed status transitions of a job. `dialing` and `in_progress` return to `pending` for a retry. */
export const jobTransitions = {
  pending: ['dialing', 'skipped', 'failed', 'cancelled'],
  dialing: ['in_progress', 'pending', 'completed', 'failed', 'skipped', 'cancelled'],
  in_progress: ['pending', 'completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  skipped: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>;

export type JobStatus = keyof typeof jobTransitions;

export const jobStatuses = Object.keys(jobTransitions) as JobStatus[];

export const batchCallStatus = namedEnum(jobStatuses, {
  id: 'BatchCallStatus',
  title: 'Batch call status',
  description: 'The stage of one row of a batch. `completed`, `failed`, `skipped` and `cancelled` are final.',
  values: {
    pending: 'The row waits for its first or next call.',
    dialing: 'The call is being connected.',
    in_progress: 'The call is answered.',
    completed: 'The row has a final outcome and is not called again.',
    failed: 'All attempts were used without a success, or the row could not be called.',
    skipped: 'The row was not called. `skipReason` contains the reason.',
    cancelled: 'The batch was cancelled before the row ended.',
  },
  example: 'completed',
});

export const canBatchTransition = (from: BatchStatus, to: BatchStatus): boolean =>
  (batchTransitions[from] as readonly string[]).includes(to);

export const canJobTransition = (from: JobStatus, to: JobStatus): boolean =>
  (jobTransitions[from] as readonly string[]).includes(to);

export const isBatchEnded = (status: BatchStatus): boolean => batchTransitions[status].length === 0;

export const isJobEnded = (status: JobStatus): boolean => jobTransitions[status].length === 0;

/** The result of the last call of a job, independent of the job status. */
export const jobOutcomes = [
  'answered',
  'voicemail',
  'no_answer',
  'busy',
  'failed',
  'transferred',
  'opted_out',
  'invalid_number',
  'dnc',
  'unknown',
] as const;

export type JobOutcome = (typeof jobOutcomes)[number];

export const batchCallOutcome = namedEnum(jobOutcomes, {
  id: 'BatchCallOutcome',
  title: 'Batch call outcome',
  description: 'The result of the last call of the row.',
  values: {
    answered: 'A person answered.',
    voicemail: 'An answering machine answered.',
    no_answer: 'The call was not answered, or nothing was said.',
    busy: 'The line was busy.',
    failed: 'The call failed, or the flow recorded `failed`.',
    transferred: 'The customer was transferred to a person.',
    opted_out: 'The customer asked not to be called again.',
    invalid_number: 'The number does not exist.',
    dnc: 'The number is suppressed (do not call), so no call was placed.',
    unknown: 'The server crashed during the call. The phone may have rung; the row is not called again.',
  },
  example: 'answered',
});

export const waitingReasons = ['none', 'window', 'concurrency', 'retries'] as const;

export type WaitingReason = (typeof waitingReasons)[number];

export const waitingFor = namedEnum(waitingReasons, {
  id: 'BatchWaitingReason',
  title: 'Batch waiting reason',
  description: 'The reason why a running batch places no call at the moment.',
  values: {
    none: 'The batch is not waiting.',
    window: 'The next rows wait for their calling hours.',
    concurrency: 'The limit of concurrent calls is reached.',
    retries: 'Every open row waits for its next attempt.',
  },
  example: 'window',
});
