import type { DispositionCode } from '../../domain/disposition.ts';
import type { Queryable, Statement } from '../queryable.ts';
import { dispositionCodeColumns, type DispositionCodeRow } from './disposition-code-row.ts';

export interface DispositionCodeChange extends DispositionCode {
  readonly workspaceId: string;
  readonly codeId: string;
  readonly at: Date;
}

const statement: Statement = {
  name: 'update_disposition_code',
  text: `update disposition_codes set is_terminal = $3, adds_to_dnc = $4, retry_delay_seconds = $5, updated_at = $6
    where workspace_id = $1 and id = $2 returning ${dispositionCodeColumns}`,
};

/** Updates a code. Returns undefined if it does not exist. */
export function updateDispositionCode(
  db: Queryable,
  change: DispositionCodeChange,
): Promise<DispositionCodeRow | undefined> {
  return db.row<DispositionCodeRow>(statement, [
    change.workspaceId,
    change.codeId,
    change.isTerminal,
    change.addsToDnc,
    change.retryDelaySeconds,
    change.at,
  ]);
}

const locked: Statement = {
  name: 'lock_disposition_code',
  text: `select ${dispositionCodeColumns} from disposition_codes where workspace_id = $1 and id = $2 for update`,
};

/** Locks a code until the transaction ends and returns it. */
export function lockDispositionCode(
  tx: Queryable,
  { workspaceId, codeId }: { readonly workspaceId: string; readonly codeId: string },
): Promise<DispositionCodeRow | undefined> {
  return tx.row<DispositionCodeRow>(locked, [workspaceId, codeId]);
}
