import type { Queryable, Statement } from '../queryable.ts';

export interface CallbackKey {
  readonly workspaceId: string;
  readonly dispositionId: string;
}

export interface DueCallbackQuery {
  readonly at: Date;
  /** Callbacks that were handled already. */
  readonly exceptIds: readonly string[];
  /** Workspaces without capacity for a call. */
  readonly exceptWorkspaces: readonly string[];
  readonly limit: number;
}

const statement: Statement = {
  name: 'list_due_callbacks',
  text: `select workspace_id as "workspaceId", id as "dispositionId" from dispositions
    where status = 'pending' and scheduled_at <= $1 and id <> all($2) and workspace_id <> all($3)
    order by scheduled_at, id limit $4`,
};

/** Lists due callbacks, the longest due first. `db` is the system's scope. */
export function listDueCallbacks(db: Queryable, query: DueCallbackQuery): Promise<CallbackKey[]> {
  const { at, exceptIds, exceptWorkspaces, limit } = query;
  return db.rows<CallbackKey>(statement, [at, exceptIds, exceptWorkspaces, limit]);
}
