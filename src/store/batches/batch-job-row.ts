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

/** As the table holds them. */
export const batchJobColumns = columnsWith('status', 'updated_at', 'ended_at', 'from_number');

/** Where jobs are read from: `called_off_at` is when a pending one was cancelled with its batch, which no row of a job tells. */
export const toldJobs = `batch_jobs left join (
    select id as called_off_id, ended_at as called_off_at from batches where status = 'cancelled'
  ) called_off on called_off_id = batch_id and status = 'pending'`;

/** The status of one of `toldJobs`. */
export const toldStatus = `case when called_off_at is null then status else 'cancelled' end`;

/** The columns of `toldJobs`. */
export const toldJobColumns = columnsWith(
  toldStatus,
  'coalesce(called_off_at, updated_at)',
  'coalesce(called_off_at, ended_at)',
  `coalesce((select call.from_number from calls call
    where call.workspace_id = batch_jobs.workspace_id and call.id = batch_jobs.call_id), from_number)`,
);
