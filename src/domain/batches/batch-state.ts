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

export const waitingReasons = ['none', 'window', 'concurrency', 'retries'] as const;

export type WaitingReason = (typeof waitingReasons)[number];
