import type { Queryable, Statement } from '../queryable.ts';
import { callColumns, type CallRow } from './call-row.ts';

const statement: Statement = {
  name: 'list_calls_of_nodes',
  text: `select ${callColumns} from calls where state <> 'ended' and node_id = any($1) order by created_at limit $2`,
};

/** Lists the open calls of these nodes, oldest first. `db` is the system's scope. */
export function listCallsOfNodes(
  db: Queryable,
  { nodeIds, limit }: { readonly nodeIds: readonly string[]; readonly limit: number },
): Promise<CallRow[]> {
  return db.rows<CallRow>(statement, [nodeIds, limit]);
}
