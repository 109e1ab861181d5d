import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_open_requests',
  text: `select started.detail from call_events started
    join calls call on call.id = started.call_id and call.workspace_id = $1
    where started.call_id = $2 and started.type = 'http_request_started' and not exists (
      select from call_events ended where ended.call_id = $2 and ended.type = 'http_request_ended'
        and ended.detail ->> 'requestId' = started.detail ->> 'requestId')
    order by started.sequence`,
};

/** Returns the details of the call's `http_request_started` entries without an `http_request_ended`, in order. */
export async function findOpenRequests(
  db: Queryable,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
): Promise<Readonly<Record<string, unknown>>[]> {
  const rows = await db.rows<{ detail: Readonly<Record<string, unknown>> }>(statement, [workspaceId, callId]);
  return rows.map(({ detail }) => detail);
}
