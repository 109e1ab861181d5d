import type { Queryable, Statement } from '../queryable.ts';
import { dispositionCodeColumns, type DispositionCodeRow } from './disposition-code-row.ts';

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
