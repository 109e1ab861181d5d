import type { Queryable, Statement } from '../queryable.ts';
import { dispositionColumns, type DispositionRow } from './disposition-row.ts';

interface DispositionKey {
  readonly workspaceId: string;
  readonly dispositionId: string;
}

const text = `select ${dispositionColumns} from dispositions where workspace_id = $1 and id = $2`;
const find: Statement = { name: 'find_disposition', text, isLookup: true };
const lock: Statement = { name: 'lock_disposition', text: `${text} for update` };

export function findDisposition(
  db: Queryable,
  { workspaceId, dispositionId }: DispositionKey,
): Promise<DispositionRow | undefined> {
  return db.row<DispositionRow>(find, [workspaceId, dispositionId]);
}

/** Reads and locks a disposition until the transaction ends. */
export function lockDisposition(
  tx: Queryable,
  { workspaceId, dispositionId }: DispositionKey,
): Promise<DispositionRow | undefined> {
  return tx.row<DispositionRow>(lock, [workspaceId, dispositionId]);
}
