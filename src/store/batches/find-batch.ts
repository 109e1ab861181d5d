import type { Queryable, Statement } from '../queryable.ts';
import { batchColumns, type BatchRow, type BatchKey } from './batch-row.ts';

const statement: Statement = {
  name: 'find_batch',
  text: `select ${batchColumns} from batches where workspace_id = $1 and id = $2`,
  isLookup: true,
};

export function findBatch(db: Queryable, { workspaceId, batchId }: BatchKey): Promise<BatchRow | undefined> {
  return db.row<BatchRow>(statement, [workspaceId, batchId]);
}
