import type { JobOutcome, JobStatus } from '../../domain/batches/batch-state.ts';
import type { skipReasons } from '../../domain/batches/csv-reader.ts';
import type { Customer } from '../../domain/call.ts';

export interface BatchJobRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly batchId: string;
  readonly rowNumber: number;
  readonly phoneNumber: string;
  readonly status: JobStatus;
  readonly outcome: JobOutcome | null;
  readonly skipReason: (typeof skipReasons)[number] | null;
  readonly detail: string | null;
  /** Number of calls so far. */
  readonly attempt: number;
  readonly fromNumber: string | null;
  readonly customer: Customer;
  readonly dynamic: Readonly<Record<string, string>>;
  readonly overrides: { readonly language?: string; readonly firstMessage?: string } | null;
  readonly scheduledAt: Date | null;
  readonly callId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | null;
}

const columnsWith = (status: string, updatedAt: string, endedAt: string, fromNumber: string): string =>
  `id, workspace_id as "workspaceId", batch_id as "batchId", row_number as "rowNumber",
  phone_number as "phoneNumber", ${status} as status, outcome, skip_reason as "skipReason",
  coalesce(put_off_detail, detail) as detail, attempt, ${fromNumber} as "fromNumber", customer, dynamic, overrides,
  scheduled_at as "scheduledAt", call_id as "callId", created_at as "createdAt",
  ${updatedAt} as "updatedAt", ${endedAt} as "endedAt"`;

/** Columns as stored. */
export const batchJobColumns = columnsWith('status', 'updated_at', 'ended_at', 'from_number');

/**
 * SQL: jobs with the cancellation of their batch. `batch_cancelled_at` is set on pending jobs of a cancelled batch,
 * whose rows stay unchanged.
 */
export const jobView = `batch_jobs left join (
    select id as cancelled_batch_id, ended_at as batch_cancelled_at from batches where status = 'cancelled'
  ) cancelled_batch on cancelled_batch_id = batch_id and status = 'pending'`;

/** Status in `jobView`. */
export const jobViewStatus = `case when batch_cancelled_at is null then status else 'cancelled' end`;

/** Columns of `jobView`. */
export const jobViewColumns = columnsWith(
  jobViewStatus,
  'coalesce(batch_cancelled_at, updated_at)',
  'coalesce(batch_cancelled_at, ended_at)',
  `coalesce((select call.from_number from calls call
    where call.workspace_id = batch_jobs.workspace_id and call.id = batch_jobs.call_id), from_number)`,
);
