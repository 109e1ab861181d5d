import type { Queryable, Statement } from '../queryable.ts';

/** One row as JSON carries it; the names are short because a million rows repeat them. */
export interface JobJson {
  /** Its id. */
  readonly i: string;
  /** Its row in the file. */
  readonly n: number;
  /** The number to call. */
  readonly p: string;
  /** Why it is skipped. */
  readonly s?: 'invalid_row' | 'duplicate' | undefined;
  /** Its outcome, where it is skipped. */
  readonly o?: 'invalid_number' | undefined;
  /** Why, for people. */
  readonly d?: string | undefined;
  /** The number to call from. */
  readonly f?: string | undefined;
  /** Its customer. */
  readonly c: object;
  /** Its variables. */
  readonly v: object;
  /** What differs from the agent. */
  readonly x?: object | undefined;
  /** When it is to be called, ISO 8601. */
  readonly t?: string | undefined;
}

/**
 * COPY does not work on tables with row-level security, so rows come as JSON, which PostgreSQL takes apart in one statement for some
 * thousands of them. A number that may not be called makes a job that is skipped.
 */
const statement: Statement = {
  name: 'insert_batch_jobs',
  text: `with sent as (
      select job.*, job.s is null and exists (select from suppressions
          where workspace_id = $1 and channel = 'voice' and address = job.p) as suppressed
      from json_to_recordset($3::json) as job(i text, n integer, p text, s text, o text, d text, f text, c jsonb, v jsonb,
        x jsonb, t timestamptz)
    ), stored as (
      insert into batch_jobs (workspace_id, batch_id, id, row_number, phone_number, status, outcome, skip_reason, detail,
        from_number, customer, dynamic, overrides, scheduled_at, run_at, created_at, updated_at, ended_at)
      select $1, $2, i, n, p, case when suppressed or s is not null then 'skipped' else 'pending' end,
        case when suppressed then 'dnc' else o end, case when suppressed then 'suppressed' else s end, d,
        f, c, v, x, t, greatest(t, $4, $5), $5, $5, case when suppressed or s is not null then $5::timestamptz end
      from sent
      returning skip_reason
    )
    select count(*) filter (where skip_reason = 'suppressed')::integer as suppressed from stored`,
};

export interface NewBatchJobs {
  readonly workspaceId: string;
  readonly batchId: string;
  /** A JSON array of `JobJson` in UTF-8. */
  readonly jobsJson: Uint8Array;
  /** The batch's own; no job is due before it. */
  readonly scheduledAt: Date | null;
  readonly at: Date;
}

/** How many of them may not be called. */
export async function insertBatchJobs(tx: Queryable, jobs: NewBatchJobs): Promise<number> {
  const { workspaceId, batchId, jobsJson, scheduledAt, at } = jobs;
  // A buffer travels as it is, in the binary form of json, which is its text.
  const bytes = Buffer.from(jobsJson.buffer, jobsJson.byteOffset, jobsJson.byteLength);
  const row = await tx.row<{ suppressed: number }>(statement, [workspaceId, batchId, bytes, scheduledAt, at]);
  return row!.suppressed;
}
