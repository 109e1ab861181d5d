import type { Queryable, Statement } from '../queryable.ts';
import { takeFromBucketSql, type BucketRow, type TakeOptions } from './bucket-sql.ts';

const statement: Statement = {
  name: 'take_request',
  text: takeFromBucketSql('rate_limits', ['workspace_id', 'holder']),
};

export interface RequestToCount extends TakeOptions {
  readonly workspaceId: string;
  /** Id of the API key, or of the workspace for the limit of all its keys. */
  readonly holder: string;
}

/** Counts one request of an API key or workspace. Must not run in a transaction: other requests would wait for its end. */
export async function takeRequest(db: Queryable, request: RequestToCount): Promise<BucketRow> {
  const { workspaceId, holder, capacity, drainPerSecond, now } = request;
  const row = await db.row<BucketRow>(statement, [workspaceId, holder, capacity, drainPerSecond, now]);
  return row!;
}
