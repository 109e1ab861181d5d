import type { Queryable, Statement } from '../queryable.ts';

export interface DialIntentRow {
  readonly reference: string;
  readonly workspaceId: string;
  readonly callId: string;
  readonly attempt: number;
  readonly nodeId: string;
  readonly carrier: string;
  readonly createdAt: Date;
}

const statement: Statement = {
  name: 'list_orphaned_intents',
  text: `select reference, workspace_id as "workspaceId", call_id as "callId", attempt, node_id as "nodeId", carrier,
      created_at as "createdAt"
    from dial_intents
    where settled_at is null
      and not exists (select from nodes where nodes.id = dial_intents.node_id and lease_until > now())
    order by created_at limit $1`,
};

/** Intents without an outcome whose node is dead: whether the phone rang is unknown. `db` is the system's scope. */
export function listOrphanedIntents(
  db: Queryable,
  { limit }: { readonly limit: number },
): Promise<DialIntentRow[]> {
  return db.rows<DialIntentRow>(statement, [limit]);
}
