import type { Queryable, Statement } from '../queryable.ts';
import { callColumns, type CallRow } from './call-row.ts';

/** By the index of calls under way: few of those are queued. */
const statement: Statement = {
  name: 'list_stale_calls',
  text: `select ${callColumns} from calls where state <> 'ended' and state = 'queued' and not_after < $1
    order by created_at limit $2`,
};

export interface StaleCallsWanted {
  /** They were not to be placed any more after it. */
  readonly before: Date;
  readonly limit: number;
}

/** Calls that wait though it is too late for them, oldest first. `db` is the system's scope. */
export function listStaleCalls(db: Queryable, { before, limit }: StaleCallsWanted): Promise<CallRow[]> {
  return db.rows<CallRow>(statement, [before, limit]);
}
