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
  /** Ids of the calls that the node carries. */
  readonly carried: readonly string[];
  readonly limit: number;
}

/** Lists the open calls that a node owns by their rows but does not carry, oldest first. `db` is the system's scope. */
export function listOrphanedCalls(
  db: Queryable,
  { nodeId, carried, limit }: OrphanedCallQuery,
): Promise<CallRow[]> {
  return db.rows<CallRow>(statement, [nodeId, carried, limit]);
}
