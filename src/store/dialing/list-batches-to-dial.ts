import type { Queryable, Statement } from '../queryable.ts';

/** A batch that has calls to dial, now or later. */
export interface BatchToDial {
  readonly batchId: string;
  readonly workspaceId: string;
  readonly scheduledAt: Date | null;
}

const columns = `id as "batchId", workspace_id as "workspaceId", scheduled_at as "scheduledAt"`;

const all: Statement = {
  name: 'list_batches_to_dial',
  text: `select ${columns} from batches where status in ('scheduled', 'running') and pending > 0
    order by scheduled_at nulls first, id`,
};

const one: Statement = {
  name: 'find_batch_to_dial',
  text: `select ${columns} from batches where id = $1 and status in ('scheduled', 'running') and pending > 0`,
};

/** Lists all batches that have calls to dial. `db` is the system's scope. */
export function listBatchesToDial(db: Queryable): Promise<BatchToDial[]> {
  return db.rows<BatchToDial>(all);
}

/** Returns a batch, or undefined if it has no calls to dial. `db` is the system's scope. */
export function findBatchToDial(
  db: Queryable,
  { batchId }: { readonly batchId: string },
): Promise<BatchToDial | undefined> {
  return db.row<BatchToDial>(one, [batchId]);
}
