import type { Queryable, Statement } from '../queryable.ts';

export interface WhichCallback {
  readonly workspaceId: string;
  readonly dispositionId: string;
}

export interface DueCallbacksWanted {
  readonly at: Date;
  /** Those that have been looked at. */
  readonly exceptIds: readonly string[];
  /** Whose calls have no room. */
  readonly exceptWorkspaces: readonly string[];
  readonly limit: number;
}

const statement: Statement = {
  name: 'list_due_callbacks',
  text: `select workspace_id as "workspaceId", id as "dispositionId" from dispositions
    where status = 'pending' and scheduled_at <= $1 and id <> all($2) and workspace_id <> all($3)
    order by scheduled_at, id limit $4`,
};

/** The longest due first. `db` is the system's scope. */
export function listDueCallbacks(db: Queryable, wanted: DueCallbacksWanted): Promise<WhichCallback[]> {
  const { at, exceptIds, exceptWorkspaces, limit } = wanted;
  return db.rows<WhichCallback>(statement, [at, exceptIds, exceptWorkspaces, limit]);
}
