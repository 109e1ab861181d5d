import type { Customer } from '../../domain/call.ts';
import type { BatchKey } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** A due job, locked by the transaction that reads it. */
export interface DueJob {
  readonly id: string;
  /** PostgreSQL's ctid (physical location) of the job's row, valid while the row is locked. */
  readonly ctid: string;
  readonly phoneNumber: string;
  readonly attempt: number;
  readonly fromNumber: string | null;
  /** Whether the job has a `fromNumber` that is not an active number of the workspace. */
  readonly isFromNumberInactive: boolean;
  readonly customer: Customer;
  readonly dynamic: Readonly<Record<string, string>>;
  readonly overrides: { readonly language?: string; readonly firstMessage?: string } | null;
  /** Whether the predial check of the next call has passed and its clearance is valid. */
  readonly isCleared: boolean;
  /** Number of consecutive predial checks without a usable response. */
  readonly predialFailures: number;
  /** Whether the number is suppressed. */
  readonly suppressed: boolean;
}

const statement: Statement = {
  name: 'find_due_batch_jobs',
  text: `select id, ctid::text as ctid, phone_number as "phoneNumber", attempt, from_number as "fromNumber", customer, dynamic, overrides,
      cleared_attempt is not distinct from attempt + 1 and cleared_until > $3 as "isCleared", predial_failures as "predialFailures",
      exists (select from suppressions
        where suppressions.workspace_id = $1 and channel = 'voice' and address = phone_number) as suppressed,
      from_number is not null and not exists (select from phone_numbers
        where phone_numbers.workspace_id = $1 and e164 = from_number and phone_numbers.status = 'active') as "isFromNumberInactive"
    from batch_jobs
    where workspace_id = $1 and batch_id = $2 and status = 'pending' and run_at <= $3 and id <> all($4)
    order by run_at, id limit $5 for update skip locked`,
};

/** Locks and returns the first due jobs in the order of their due times. Skips jobs that are locked. */
export function findDueJobs(
  tx: Queryable,
  {
    workspaceId,
    batchId,
    at,
    except,
    limit,
  }: BatchKey & { readonly at: Date; readonly except: readonly string[]; readonly limit: number },
): Promise<DueJob[]> {
  return tx.rows<DueJob>(statement, [workspaceId, batchId, at, except, limit]);
}
