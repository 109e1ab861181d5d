import type { Queryable, Statement } from '../queryable.ts';
import { callColumns, type CallRow } from './call-row.ts';

/** A call that waits to be dialed has no node yet and is not lost: its job brings it on. */
const statement: Statement = {
  name: 'list_lost_calls',
  text: `select ${callColumns} from calls
    where state <> 'ended' and node_id <> $2
      and not exists (select from nodes where nodes.id = calls.node_id and lease_until > now())
    order by created_at limit $1`,
};

export interface LostCallsWanted {
  /** Who asks lives, whatever its lease says after the database was away. */
  readonly exceptNodeId: string;
  readonly limit: number;
}

/** Calls under way whose node is dead, oldest first. `db` is the system's scope. */
export function listLostCalls(db: Queryable, { exceptNodeId, limit }: LostCallsWanted): Promise<CallRow[]> {
  return db.rows<CallRow>(statement, [limit, exceptNodeId]);
}
