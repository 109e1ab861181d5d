import type { Queryable, Statement } from '../queryable.ts';
import { callColumns, type CallRow } from './call-row.ts';

/** Excludes queued calls, which have no node: their job dials them. */
const statement: Statement = {
  name: 'list_lost_calls',
  text: `select ${callColumns} from calls
    where state <> 'ended' and node_id <> $2
      and not exists (select from nodes where nodes.id = calls.node_id and lease_until > now())
    order by created_at limit $1`,
};

export interface LostCallQuery {
  /** This node, which is alive even if its lease expired while the database was unavailable. */
  readonly exceptNodeId: string;
  readonly limit: number;
}

/** Lists the open calls of dead nodes, oldest first. `db` is the system's scope. */
export function listLostCalls(db: Queryable, { exceptNodeId, limit }: LostCallQuery): Promise<CallRow[]> {
  return db.rows<CallRow>(statement, [limit, exceptNodeId]);
}
