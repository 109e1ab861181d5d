import type { JobOutcome, JobStatus } from '../../domain/batches/batch-state.ts';
import type { skipReasons } from '../../domain/batches/csv-reading.ts';
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

export const batchJobColumns = `id, workspace_id as "workspaceId", batch_id as "batchId", row_number as "rowNumber",
  phone_number as "phoneNumber", status, outcome, skip_reason as "skipReason", detail, attempt,
  from_number as "fromNumber", customer, dynamic, overrides, scheduled_at as "scheduledAt", call_id as "callId",
  created_at as "createdAt", updated_at as "updatedAt", ended_at as "endedAt"`;
