import type { Queryable, Statement } from '../queryable.ts';
import { callColumns, type CallRow } from './call-row.ts';

const statement: Statement = {
  name: 'list_orphaned_calls',
  text: `select ${callColumns} from calls
    where state <> 'ended' and node_id = $1 and id <> all ($2)
    order by created_at limit $3`,
};

export interface OrphanedCallQuery {
  readonly nodeId: string;
  /** Ids of the active calls of the node. */
  readonly activeCallIds: readonly string[];
  readonly limit: number;
}

/**
 * Lists the open calls whose rows name the node, but which are not active on it, oldest first. `db` is the system's
 * scope.
 */
export function listOrphanedCalls(
  db: Queryable,
  { nodeId, activeCallIds, limit }: OrphanedCallQuery,
): Promise<CallRow[]> {
  return db.rows<CallRow>(statement, [nodeId, activeCallIds, limit]);
}
