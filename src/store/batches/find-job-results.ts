import type { CallAnalysis } from '../../domain/call.ts';
import type { EndReason } from '../../domain/call-state.ts';
import type { VariableValue } from '../../domain/flow/protocol.ts';
import type { Queryable, Statement } from '../queryable.ts';

/** Result of a job's last call. */
export interface JobResultRow {
  readonly callId: string;
  readonly disposition: string | null;
  readonly endReason: EndReason | null;
  readonly answeredAt: Date | null;
  readonly endedAt: Date | null;
  readonly isRecorded: boolean;
  readonly analysis: CallAnalysis | null;
  readonly variables: Readonly<Record<string, VariableValue>>;
  /** The customer's last intelligible utterance. */
  readonly lastUtterance: string | null;
}

/** Reads each call and the end of its transcript by primary key. */
const statement: Statement = {
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
  const rows = await db.rows<JobResultRow>(statement, [workspaceId, callIds]);
  return new Map(rows.map((row) => [row.callId, row]));
}
