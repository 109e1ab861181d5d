import type { DispositionCode } from '../domain/disposition.ts';
import { Conditions, listPage, type ListPage, type ListWindow } from './listing.ts';
import type { Queryable, Statement } from './queryable.ts';

/** A custom disposition code of the workspace. */
export interface DispositionCodeRow extends DispositionCode {
  readonly id: string;
  readonly workspaceId: string;
  readonly code: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const dispositionCodeColumns = `id, workspace_id as "workspaceId", code, is_terminal as "isTerminal",
  adds_to_dnc as "addsToDnc", retry_delay_seconds as "retryDelaySeconds", created_at as "createdAt", updated_at as "updatedAt"`;

const byId: Statement = {
  name: 'find_disposition_code',
  text: `select ${dispositionCodeColumns} from disposition_codes where workspace_id = $1 and id = $2`,
  isLookup: true,
};

const byCode: Statement = {
  name: 'find_disposition_code_by_code',
  text: `select ${dispositionCodeColumns} from disposition_codes where workspace_id = $1 and code = $2`,
  isLookup: true,
};

export function findDispositionCode(
  db: Queryable,
  { workspaceId, codeId }: { readonly workspaceId: string; readonly codeId: string },
): Promise<DispositionCodeRow | undefined> {
  return db.row<DispositionCodeRow>(byId, [workspaceId, codeId]);
}

export function findDispositionCodeByCode(
  db: Queryable,
  { workspaceId, code }: { readonly workspaceId: string; readonly code: string },
): Promise<DispositionCodeRow | undefined> {
  return db.row<DispositionCodeRow>(byCode, [workspaceId, code]);
}

export function listDispositionCodes(
  db: Queryable,
  { workspaceId, ...window }: { readonly workspaceId: string } & ListWindow,
): Promise<ListPage<DispositionCodeRow>> {
  const conditions = new Conditions().add('workspace_id = ?', workspaceId);
  return listPage(db, { table: 'disposition_codes', columns: dispositionCodeColumns, conditions }, window);
}

export type NewDispositionCodeRow = Omit<DispositionCodeRow, 'createdAt' | 'updatedAt'> & {
  readonly at: Date;
};

const insertDispositionCodeStatement: Statement = {
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
  return db.row<DispositionCodeRow>(insertDispositionCodeStatement, [
    code.id,
    code.workspaceId,
    code.code,
    code.isTerminal,
    code.addsToDnc,
    code.retryDelaySeconds,
    code.at,
  ]);
}

export interface DispositionCodeChange extends DispositionCode {
  readonly workspaceId: string;
  readonly codeId: string;
  readonly at: Date;
}

const updateDispositionCodeStatement: Statement = {
  name: 'update_disposition_code',
  text: `update disposition_codes set is_terminal = $3, adds_to_dnc = $4, retry_delay_seconds = $5, updated_at = $6
    where workspace_id = $1 and id = $2 returning ${dispositionCodeColumns}`,
};

/** Updates a code. Returns undefined if it does not exist. */
export function updateDispositionCode(
  db: Queryable,
  change: DispositionCodeChange,
): Promise<DispositionCodeRow | undefined> {
  return db.row<DispositionCodeRow>(updateDispositionCodeStatement, [
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

const deleteDispositionCodeStatement: Statement = {
  name: 'delete_disposition_code',
  text: `delete from disposition_codes where workspace_id = $1 and id = $2`,
};

/** Deletes a code. Returns false if it does not exist. Dispositions with the code are unchanged. */
export async function deleteDispositionCode(
  db: Queryable,
  { workspaceId, codeId }: { readonly workspaceId: string; readonly codeId: string },
): Promise<boolean> {
  return (await db.execute(deleteDispositionCodeStatement, [workspaceId, codeId])) > 0;
}
