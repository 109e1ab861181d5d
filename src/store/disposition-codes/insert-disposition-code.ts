import type { Queryable, Statement } from '../queryable.ts';
import { dispositionCodeColumns, type DispositionCodeRow } from './disposition-code-row.ts';

export type NewDispositionCodeRow = Omit<DispositionCodeRow, 'createdAt' | 'updatedAt'> & {
  readonly at: Date;
};

const statement: Statement = {
  name: 'insert_disposition_code',
  text: `insert into disposition_codes (id, workspace_id, code, is_terminal, adds_to_dnc, retry_delay_seconds, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (workspace_id, code) do nothing returning ${dispositionCodeColumns}`,
};

/** Inserts a code. Returns undefined if the workspace has it already. */
export function insertDispositionCode(
  db: Queryable,
  code: NewDispositionCodeRow,
): Promise<DispositionCodeRow | undefined> {
  return db.row<DispositionCodeRow>(statement, [
    code.id,
    code.workspaceId,
    code.code,
    code.isTerminal,
    code.addsToDnc,
    code.retryDelaySeconds,
    code.at,
  ]);
}
