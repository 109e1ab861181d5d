import {
  canJobTransition,
  isJobEnded,
  type JobOutcome,
  type JobStatus,
  jobStatuses,
} from '../../domain/batches/batch-state.ts';
import type { skipReasons } from '../../domain/batches/csv-reader.ts';
import { jobAfterCall } from '../../domain/batches/job-after-call.ts';
import type { EndReason } from '../../domain/call-state.ts';
import type { Analysis } from '../../domain/analysis.ts';
import type { Customer } from '../../domain/call.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { TextArray } from '../text-array.ts';
import type { BatchKey } from './batches.ts';
import { suppressedSql } from '../suppressions.ts';

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
  /** When a pending job is due. */
  readonly dueAt: Date | null;
  readonly callId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | null;
}

const columnsWith = (status: string, updatedAt: string, endedAt: string, fromNumber: string): string =>
  `id, workspace_id as "workspaceId", batch_id as "batchId", row_number as "rowNumber",
  phone_number as "phoneNumber", ${status} as status, outcome, skip_reason as "skipReason",
  coalesce(deferred_detail, detail) as detail, attempt, ${fromNumber} as "fromNumber", customer, dynamic, overrides,
  scheduled_at as "scheduledAt", case when ${status} = 'pending' then run_at end as "dueAt", call_id as "callId", created_at as "createdAt",
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

/** One row of a file, as stored. */
export interface NewBatchJob {
  readonly id: string;
  readonly rowNumber: number;
  /** E.164, or an email address; as written in the file if it is invalid. */
  readonly recipient: string;
  readonly skipReason?: 'invalid_row' | 'duplicate' | null | undefined;
  readonly outcome?: 'invalid_number' | undefined;
  /** Why the row is skipped, as shown to users. */
  readonly detail?: string | null | undefined;
  readonly fromNumber?: string | undefined;
  readonly customer: object;
  readonly dynamic: object;
  readonly overrides?: object | undefined;
  /** ISO 8601. */
  readonly scheduledAt?: string | undefined;
}

type Column = keyof NewBatchJob;

/** A `text[]` per column, all of the same length. A column is null if no job has a value. */
export type JobArrays = Readonly<Record<Column, Uint8Array<ArrayBuffer> | null>>;

/**
 * Builds the columns of new jobs. PostgreSQL parses text arrays in less than half the time of the same rows as JSON.
 */
export class JobArrayBuilder {
  readonly #arrays: Readonly<Record<Column, TextArray>> = {
    id: new TextArray(),
    rowNumber: new TextArray(),
    recipient: new TextArray(),
    skipReason: new TextArray(),
    outcome: new TextArray(),
    detail: new TextArray(),
    fromNumber: new TextArray(),
    customer: new TextArray(),
    dynamic: new TextArray(),
    overrides: new TextArray(),
    scheduledAt: new TextArray(),
  };

  /** Number of jobs. */
  get size(): number {
    return this.#arrays.id.size;
  }

  get sizeBytes(): number {
    return Object.values(this.#arrays).reduce((bytes, texts) => bytes + texts.sizeBytes, 0);
  }

  add(job: NewBatchJob): void {
    const arrays = this.#arrays;
    arrays.id.add(job.id);
    arrays.rowNumber.add(String(job.rowNumber));
    arrays.recipient.add(job.recipient);
    arrays.skipReason.add(job.skipReason);
    arrays.outcome.add(job.outcome);
    arrays.detail.add(job.detail);
    arrays.fromNumber.add(job.fromNumber);
    arrays.customer.add(JSON.stringify(job.customer));
    arrays.dynamic.add(JSON.stringify(job.dynamic));
    arrays.overrides.add(job.overrides && JSON.stringify(job.overrides));
    arrays.scheduledAt.add(job.scheduledAt);
  }

  /** Returns the columns of the jobs that were added since the last call. */
  take(): JobArrays {
    const arrays = Object.entries(this.#arrays).map(([column, texts]) => [column, texts.take()]);
    return Object.fromEntries(arrays) as JobArrays;
  }

  /** Reuses the memory of arrays that `take` returned. */
  recycle(arrays: JobArrays): void {
    for (const [column, texts] of Object.entries(this.#arrays)) {
      const bytes = arrays[column as Column];
      if (bytes !== null) texts.recycle(bytes);
    }
  }
}

const findBatchJobStatement: Statement = {
  name: 'find_batch_job',
  text: `select ${jobViewColumns} from ${jobView} where workspace_id = $1 and batch_id = $2 and id = $3`,
};

export function findBatchJob(
  db: Queryable,
  { workspaceId, batchId, jobId }: BatchKey & { readonly jobId: string },
): Promise<BatchJobRow | undefined> {
  return db.row<BatchJobRow>(findBatchJobStatement, [workspaceId, batchId, jobId]);
}

/** Result of a job's last call. */
export interface JobResultRow {
  readonly callId: string;
  readonly disposition: string | null;
  readonly endReason: EndReason | null;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly isRecorded: boolean;
  readonly analysis: Analysis | null;
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** The customer's last intelligible utterance. */
  readonly lastUtterance: string | null;
}

/** Reads each call and the end of its transcript by primary key. */
const findJobResultsStatement: Statement = {
  name: 'find_job_results',
  text: `select call.id as "callId", disposition, end_reason as "endReason", answered_at as "answeredAt", ended_at as "endedAt",
      recording_path is not null and state = 'ended' as "isRecorded", analysis, variables,
      (select content from transcript_entries
        where workspace_id = $1 and call_id = call.id and role = 'customer' and content <> '[unintelligible]' order by sequence desc limit 1) as "lastUtterance"
    from calls call where workspace_id = $1 and id = any($2)`,
};

/** Returns the results by call id. */
export async function findJobResults(
  db: Queryable,
  { workspaceId, callIds }: { readonly workspaceId: string; readonly callIds: readonly string[] },
): Promise<ReadonlyMap<string, JobResultRow>> {
  if (callIds.length === 0) return new Map();
  const rows = await db.rows<JobResultRow>(findJobResultsStatement, [workspaceId, callIds]);
  return new Map(rows.map((row) => [row.callId, row]));
}

/**
 * Inserts up to a few thousand rows, with an array per column, because COPY does not support tables with row-level
 * security. A job with a suppressed number, or of one of the rows `$16`, gets the status `skipped`.
 */
const insertBatchJobsStatement: Statement = {
  name: 'insert_batch_jobs',
  text: `with sent as (
      select job.*, case when skip_reason is not null then skip_reason
        when ${suppressedSql(`'voice'`, 'phone_number')} then 'suppressed'
        when row_number::integer = any($16) then 'recently_called' end as skipped_for
      from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
          $14::text[], $15::text[])
        as job(id, row_number, phone_number, skip_reason, outcome, detail, from_number, customer, dynamic, overrides, scheduled_at)
    ), stored as (
      insert into batch_jobs (workspace_id, batch_id, id, row_number, phone_number, status, outcome, skip_reason, detail,
        from_number, customer, dynamic, overrides, scheduled_at, run_at, created_at, updated_at, ended_at)
      select $1, $2, id, row_number::integer, phone_number,
        case when skipped_for is not null then 'skipped' else 'pending' end,
        case when skipped_for = 'suppressed' then 'dnc' else outcome end, skipped_for, detail,
        from_number, customer::jsonb, dynamic::jsonb, overrides::jsonb, scheduled_at::timestamptz,
        greatest(scheduled_at::timestamptz, $3, $4), $4, $4,
        case when skipped_for is not null then $4::timestamptz end
      from sent
      returning skip_reason
    )
    select count(*) filter (where skip_reason = 'suppressed')::integer as suppressed from stored`,
};

export interface NewBatchJobs {
  readonly workspaceId: string;
  readonly batchId: string;
  readonly jobs: JobArrays;
  /** Row numbers of jobs that are skipped, since their number was called recently. */
  readonly recentlyCalled?: readonly number[];
  /** Start of the batch; no job is due earlier. */
  readonly scheduledAt: Date | null;
  readonly at: Date;
}

/** Inserts jobs. Returns the number of jobs whose number is suppressed. */
export async function insertBatchJobs(tx: Queryable, batch: NewBatchJobs): Promise<number> {
  const { workspaceId, batchId, jobs, recentlyCalled = [], scheduledAt, at } = batch;
  const row = await tx.row<{ suppressed: number }>(insertBatchJobsStatement, [
    workspaceId,
    batchId,
    scheduledAt,
    at,
    jobs.id,
    jobs.rowNumber,
    jobs.recipient,
    jobs.skipReason,
    jobs.outcome,
    jobs.detail,
    jobs.fromNumber,
    jobs.customer,
    jobs.dynamic,
    jobs.overrides,
    jobs.scheduledAt,
    recentlyCalled,
  ]);
  return row!.suppressed;
}

export interface BatchJobChange extends BatchKey {
  readonly jobId: string;
  readonly to: JobStatus;
  /** Omitted: unchanged. */
  readonly outcome?: JobOutcome | undefined;
  readonly callId?: string | undefined;
  readonly at: Date;
}

/** Locks the batch before the job, as all statements that change both do. */
const changeBatchJobStatement: Statement = {
  name: 'change_batch_job',
  text: `with batch as materialized (
      select id as locked_id, status = 'cancelled' as is_cancelled from batches
      where workspace_id = $1 and id = $2 for no key update
    )
    update batch_jobs set status = case when is_cancelled and $4 = 'pending' then 'cancelled' else $4 end,
      outcome = coalesce($5, outcome), call_id = coalesce($6, call_id),
      attempt = attempt + case when $4 = 'dialing' then 1 else 0 end, updated_at = $7,
      ended_at = case when $8 or is_cancelled and $4 = 'pending' then $7::timestamptz end
    from batch
    where batch_jobs.workspace_id = $1 and batch_jobs.batch_id = locked_id and id = $3 and status = any($9)
      and not (is_cancelled and status = 'pending')
    returning ${batchJobColumns}`,
};

/**
 * Changes the status of a job. Returns undefined if the job does not exist or the transition is not allowed. In a
 * cancelled batch no job is retried: `pending` becomes `cancelled`.
 */
export function changeBatchJob(db: Queryable, change: BatchJobChange): Promise<BatchJobRow | undefined> {
  const from = jobStatuses.filter((status) => canJobTransition(status, change.to));
  return db.row<BatchJobRow>(changeBatchJobStatement, [
    change.workspaceId,
    change.batchId,
    change.jobId,
    change.to,
    change.outcome,
    change.callId,
    change.at,
    isJobEnded(change.to),
    from,
  ]);
}

/** The end of a call that was considered lost. */
export interface RecoveredEnd {
  readonly workspaceId: string;
  readonly callId: string;
  readonly endReason: EndReason;
  readonly endDetail: string | null;
  readonly disposition: string;
  readonly isAnswered: boolean;
  readonly optedOut: boolean;
  readonly at: Date;
}

const resolveUnknownJobOutcomeStatement: Statement = {
  name: 'resolve_unknown_job_outcome',
  text: `with call as materialized (select id, batch_id, job_id from calls where workspace_id = $1 and id = $2),
    batch as materialized (
      select id from batches where workspace_id = $1 and id = (select batch_id from call) for no key update)
    update batch_jobs job set status = $3, outcome = $4, detail = $5, updated_at = $6
    from call join batch on batch.id = call.batch_id
    where job.workspace_id = $1 and job.batch_id = batch.id and job.id = call.job_id and job.call_id = call.id
      and job.outcome = 'unknown'`,
};

/**
 * Writes the outcome of a job whose outcome is `unknown`, so that the number is not called again needlessly. The job is
 * not retried, since its batch may have ended. Returns false if the outcome is already known.
 */
export async function resolveUnknownJobOutcome(db: Queryable, found: RecoveredEnd): Promise<boolean> {
  const { workspaceId, callId, optedOut: addsToDnc, at: endedAt, ...end } = found;
  const noRetry = { retry: { maxAttempts: 1, on: [], delays: ['1h'] }, attempt: 1, isBatchOpen: false };
  const { status, outcome, detail } = jobAfterCall({ ...end, addsToDnc, endedAt }, noRetry);
  const settled = await db.execute(resolveUnknownJobOutcomeStatement, [
    workspaceId,
    callId,
    status,
    outcome,
    detail,
    endedAt,
  ]);
  return settled > 0;
}
