import type { Queryable, Statement } from '../queryable.ts';

export interface TranscriptRow {
  readonly sequence: number;
  readonly role: 'agent' | 'customer';
  readonly content: string;
  /** Relative to the answer of the call. */
  readonly startMs: number;
  readonly endMs: number;
  readonly interrupted: boolean;
  readonly digits: string | null;
  readonly confidence: number | null;
  readonly nodeId: string | null;
  /** The agent to which the call was handed over before; null for the first agent of the call. */
  readonly agentId: string | null;
}

const statement: Statement = {
  name: 'list_transcript',
  text: `select sequence, role, content, start_ms as "startMs", end_ms as "endMs", interrupted, digits, confidence,
      node_id as "nodeId", agent_id as "agentId"
    from transcript_entries where workspace_id = $1 and call_id = $2 order by sequence limit 10000`,
};

/** Lists the transcript in order; at most 10,000 entries. */
export function listTranscript(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<TranscriptRow[]> {
  return db.rows<TranscriptRow>(statement, [workspaceId, callId]);
}
