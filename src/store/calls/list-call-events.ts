import type { Queryable, Statement } from '../queryable.ts';

export interface CallEventRow {
  readonly sequence: number;
  readonly at: Date;
  /** A state of the call, or another event. */
  readonly type: string;
  readonly detail: Record<string, unknown>;
}

const statement: Statement = {
  name: 'list_call_events',
  text: `select sequence, at, type, detail from call_events where workspace_id = $1 and call_id = $2
    order by sequence limit 10000`,
};

/** Lists the timeline, oldest first; at most 10,000 entries. */
export function listCallEvents(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<CallEventRow[]> {
  return db.rows<CallEventRow>(statement, [workspaceId, callId]);
}
