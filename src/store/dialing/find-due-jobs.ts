import type { Customer } from '../../domain/call.ts';
import type { WhichBatch } from '../batches/batch-row.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** A job whose time has come, held by the transaction that found it. */
export interface DueJob {
  readonly id: string;
  /** Where its row lies, for as long as it is held. */
  readonly tid: string;
  readonly phoneNumber: string;
  readonly attempt: number;
  readonly fromNumber: string | null;
  /** False where it has a number of its own to be called from, and that is not active. */
  readonly isFromActive: boolean;
  readonly customer: Customer;
  readonly dynamic: Readonly<Record<string, string>>;
  readonly overrides: { readonly language?: string; readonly firstMessage?: string } | null;
  /** Whoever is asked before each call has allowed the next one, a short time ago. */
  readonly isCleared: boolean;
  /** How often in a row whoever is asked before each call gave no answer. */
  readonly predialFailures: number;
  /** The number is not to be called. */
  readonly suppressed: boolean;
}

const statement: Statement = {
  name: 'find_due_batch_jobs',
  text: `select id, ctid::text as tid, phone_number as "phoneNumber", attempt, from_number as "fromNumber", customer, dynamic, overrides,
      cleared_attempt is not distinct from attempt + 1 and cleared_until > $3 as "isCleared", predial_failures as "predialFailures",
      exists (select from suppressions
        where suppressions.workspace_id = $1 and channel = 'voice' and address = phone_number) as suppressed,
      from_number is null or exists (select from phone_numbers
        where phone_numbers.workspace_id = $1 and e164 = from_number and phone_numbers.status = 'active') as "isFromActive"
    from batch_jobs
    where workspace_id = $1 and batch_id = $2 and status = 'pending' and run_at <= $3 and id <> all($4)
    order by run_at, id limit $5 for update skip locked`,
};

/** The first of them in the order of their time, without those that are held already. */
export function findDueJobs(
  tx: Queryable,
  {
    workspaceId,
    batchId,
    at,
    except,
    limit,
  }: WhichBatch & { readonly at: Date; readonly except: readonly string[]; readonly limit: number },
): Promise<DueJob[]> {
  return tx.rows<DueJob>(statement, [workspaceId, batchId, at, except, limit]);
}
