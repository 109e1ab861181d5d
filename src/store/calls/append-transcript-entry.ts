import type { TranscriptEntry } from '../../domain/call.ts';
import { withoutNul, type Queryable, type Statement } from '../queryable.ts';

export interface NewTranscriptEntry {
  readonly workspaceId: string;
  readonly callId: string;
  /** Assigned by the call session, from 1. An entry with the same number is replaced. */
  readonly sequence: number;
  readonly entry: TranscriptEntry;
}

const statement: Statement = {
  name: 'append_transcript_entry',
  text: `insert into transcript_entries (workspace_id, call_id, sequence, role, content, start_ms, end_ms, interrupted,
      digits, confidence, node_id, agent_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    on conflict (call_id, sequence) do update set content = excluded.content, start_ms = excluded.start_ms,
      end_ms = excluded.end_ms, interrupted = excluded.interrupted, digits = excluded.digits,
      confidence = excluded.confidence`,
};

export async function appendTranscriptEntry(db: Queryable, newEntry: NewTranscriptEntry): Promise<void> {
  const { entry } = newEntry;
  await db.execute(statement, [
    newEntry.workspaceId,
    newEntry.callId,
    newEntry.sequence,
    entry.role,
    withoutNul(entry.content),
    entry.startMs,
    entry.endMs,
    entry.interrupted,
    entry.digits,
    entry.confidence,
    entry.nodeId,
    entry.agentId,
  ]);
}
