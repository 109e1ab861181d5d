import type { Queryable, Statement } from '../queryable.ts';
import { batchColumns, type BatchRow, type BatchKey } from './batch-row.ts';

const statement: Statement = {
  name: 'open_batch',
  text: `update batches set status = 'scheduled', variables = $3, numbers_digest = $5, updated_at = $4
    where workspace_id = $1 and id = $2 and status = 'validating' returning ${batchColumns}`,
};

/** Sets a batch to `scheduled` after all its jobs were inserted. Its calls may then be dialed. */
export async function openBatch(
  tx: Queryable,
  {
    workspaceId,
    batchId,
    variables,
    numbersDigest,
    at,
  }: BatchKey & {
    readonly variables: readonly string[];
    readonly numbersDigest: string;
    readonly at: Date;
  },
): Promise<BatchRow> {
  return (await tx.row<BatchRow>(statement, [workspaceId, batchId, variables, at, numbersDigest]))!;
}
