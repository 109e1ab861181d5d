import type { Queryable, Statement } from '../queryable.ts';
import { jobViewColumns, jobView, type BatchJobRow } from './batch-job-row.ts';
import type { BatchKey } from './batch-row.ts';

const statement: Statement = {
  name: 'find_batch_job',
  text: `select ${jobViewColumns} from ${jobView} where workspace_id = $1 and batch_id = $2 and id = $3`,
};

export function findBatchJob(
  db: Queryable,
  { workspaceId, batchId, jobId }: BatchKey & { readonly jobId: string },
): Promise<BatchJobRow | undefined> {
  return db.row<BatchJobRow>(statement, [workspaceId, batchId, jobId]);
}
