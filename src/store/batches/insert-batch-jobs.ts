import type { Queryable, Statement } from '../queryable.ts';
import type { JobArrays } from './job-arrays.ts';

/**
 * Inserts up to a few thousand rows, with an array per column, because COPY does not support tables with row-level
 * security. A job with a suppressed number gets the status `skipped`.
 */
const statement: Statement = {
  name: 'insert_batch_jobs',
  text: `with sent as (
      select job.*, skip_reason is null and exists (select from suppressions
          where workspace_id = $1 and channel = 'voice' and address = phone_number) as suppressed
      from unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[],
          $14::text[], $15::text[])
        as job(id, row_number, phone_number, skip_reason, outcome, detail, from_number, customer, dynamic, overrides, scheduled_at)
    ), stored as (
      insert into batch_jobs (workspace_id, batch_id, id, row_number, phone_number, status, outcome, skip_reason, detail,
        from_number, customer, dynamic, overrides, scheduled_at, run_at, created_at, updated_at, ended_at)
      select $1, $2, id, row_number::integer, phone_number,
        case when suppressed or skip_reason is not null then 'skipped' else 'pending' end,
        case when suppressed then 'dnc' else outcome end, case when suppressed then 'suppressed' else skip_reason end, detail,
        from_number, customer::jsonb, dynamic::jsonb, overrides::jsonb, scheduled_at::timestamptz,
        greatest(scheduled_at::timestamptz, $3, $4), $4, $4,
        case when suppressed or skip_reason is not null then $4::timestamptz end
      from sent
      returning skip_reason
    )
    select count(*) filter (where skip_reason = 'suppressed')::integer as suppressed from stored`,
};

export interface NewBatchJobs {
  readonly workspaceId: string;
  readonly batchId: string;
  readonly jobs: JobArrays;
  /** Start of the batch; no job is due earlier. */
  readonly scheduledAt: Date | null;
  readonly at: Date;
}

/** Inserts jobs. Returns the number of jobs whose number is suppressed. */
export async function insertBatchJobs(tx: Queryable, batch: NewBatchJobs): Promise<number> {
  const { workspaceId, batchId, jobs, scheduledAt, at } = batch;
  const row = await tx.row<{ suppressed: number }>(statement, [
    workspaceId,
    batchId,
    scheduledAt,
    at,
    jobs.id,
    jobs.rowNumber,
    jobs.phoneNumber,
    jobs.skipReason,
    jobs.outcome,
    jobs.detail,
    jobs.fromNumber,
    jobs.customer,
    jobs.dynamic,
    jobs.overrides,
    jobs.scheduledAt,
  ]);
  return row!.suppressed;
}
