import type { Queryable, Statement } from '../queryable.ts';
import type { WhichCallback } from './list-due-callbacks.ts';

const statement: Statement = {
  name: 'find_callee_zone',
  text: `select coalesce(disposition.customer, call.customer)->>'timezone' as zone
    from dispositions disposition left join calls call on call.workspace_id = $1 and call.id = disposition.call_id
    where disposition.workspace_id = $1 and disposition.id = $2`,
  isLookup: true,
};

/** IANA; the customer's own, as the callback or the call that it came from has it. Undefined where neither tells. */
export async function findCalleeZone(
  db: Queryable,
  { workspaceId, dispositionId }: WhichCallback,
): Promise<string | undefined> {
  const row = await db.row<{ zone: string | null }>(statement, [workspaceId, dispositionId]);
  return row?.zone ?? undefined;
}
