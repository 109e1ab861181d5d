import type { ResultVariables, RowResult } from '../../domain/batches/row-result.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import { Conditions } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { jobView, jobViewStatus } from './batch-jobs.ts';
import type { BatchKey } from './batches.ts';

/**
 * SQL: the result of a row of `jobView`. The parameters are the variable of the decisive question and the array of the variables for
 * times. Null while the row waits or is called, and if it was skipped.
 */
const resultOf = (question: string, times: string): string => `case
    when ${jobViewStatus} in ('pending', 'dialing', 'in_progress', 'skipped') then null
    when outcome = 'opted_out' then 'opted_out'
    when outcome in ('answered', 'transferred') then coalesce((select case
        when call.disposition = 'wrong_number' then 'wrong_number'
        when call.disposition = 'callback_scheduled' then 'other_time'
        when call.disposition = 'interested' or (call.disposition is distinct from 'not_interested'
          and lower(call.variables->>${question}::text) in ('true', 'yes', 'confirmed')) then 'confirmed'
        when lower(call.variables->>${question}::text) = 'other_time'
          or exists (select from unnest(${times}::text[]) name where call.variables->>name <> '') then 'other_time'
        when call.disposition = 'not_interested'
          or lower(call.variables->>${question}::text) in ('false', 'no', 'declined') then 'declined'
        else 'answered' end
      from calls call where call.workspace_id = batch_jobs.workspace_id and call.id = batch_jobs.call_id), 'answered')
    when outcome = 'failed' then 'failed'
    when outcome <> 'dnc' then 'not_reached' end`;

/** Adds the condition that a row of `jobView` has the result. */
export function addResultCondition(
  conditions: Conditions,
  { result, question, times }: ResultVariables & { readonly result: RowResult },
): void {
  const placeholders = [question, times].map((value) => conditions.parameter(value)) as [string, string];
  conditions.add(`${resultOf(...placeholders)} = ?`, result);
}

export interface ResultCount {
  readonly result: RowResult | null;
  readonly outcome: JobOutcome | null;
  readonly rows: number;
}

/** Counts the rows of a batch by result and outcome. */
export function countResults(
  db: Queryable,
  { workspaceId, batchId }: BatchKey,
  { question, times }: ResultVariables,
): Promise<ResultCount[]> {
  const text = `select ${resultOf('$3', '$4')} as result, outcome, count(*)::integer as rows
    from ${jobView} where workspace_id = $1 and batch_id = $2 group by 1, 2`;
  return db.rows<ResultCount>({ text }, [workspaceId, batchId, question, times]);
}

interface RowDetails {
  readonly jobId: string;
  readonly result: RowResult | null;
  readonly disposition: string | null;
  readonly callbackAt: Date | null;
  readonly variables: Readonly<Record<string, VariableValue>> | null;
}

/** Returns result, disposition, callback and variables of the last calls of these jobs, by job. */
export async function findRowDetails(
  db: Queryable,
  { workspaceId, batchId, jobIds }: BatchKey & { readonly jobIds: readonly string[] },
  { question, times }: ResultVariables,
): Promise<ReadonlyMap<string, RowDetails>> {
  if (jobIds.length === 0) return new Map();
  const lastCall = `(select jsonb_build_object('disposition', call.disposition, 'variables', call.variables)
    from calls call where call.workspace_id = batch_jobs.workspace_id and call.id = batch_jobs.call_id)`;
  const callbackAt = `(select scheduled_at from dispositions agreed where agreed.workspace_id = batch_jobs.workspace_id
    and agreed.call_id = batch_jobs.call_id and agreed.disposition = 'callback_scheduled')`;
  const text = `select id as "jobId", result, last_call->>'disposition' as disposition, "callbackAt", last_call->'variables' as variables
    from (select id, ${callbackAt} as "callbackAt", ${resultOf('$4', '$5')} as result, ${lastCall} as last_call
      from ${jobView} where workspace_id = $1 and batch_id = $2 and id = any($3)) jobs`;
  const rows = await db.rows<RowDetails>({ text }, [workspaceId, batchId, jobIds, question, times]);
  return new Map(rows.map((row) => [row.jobId, row]));
}
