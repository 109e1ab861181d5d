import type { Queryable, Statement } from '../queryable.ts';
import { callColumns, type CallRow } from './call-row.ts';

/** Uses the index of open calls, few of which are queued. */
const statement: Statement = {
  name: 'list_stale_calls',
  text: `select ${callColumns} from calls where state <> 'ended' and state = 'queued' and not_after < $1
    order by created_at limit $2`,
};

export interface StaleCallQuery {
  /** Lists calls whose deadline (`not_after`) is earlier. */
  readonly before: Date;
  readonly limit: number;
}

/** Lists the queued calls that are past their deadline, oldest first. `db` is the system's scope. */
export function listStaleCalls(db: Queryable, { before, limit }: StaleCallQuery): Promise<CallRow[]> {
  return db.rows<CallRow>(statement, [before, limit]);
}
