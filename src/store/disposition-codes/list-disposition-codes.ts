import { Conditions, listPage, type ListPage, type ListWindow } from '../listing.ts';
import type { Queryable } from '../queryable.ts';
import { dispositionCodeColumns, type DispositionCodeRow } from './disposition-code-row.ts';

export function listDispositionCodes(
  db: Queryable,
  { workspaceId, ...window }: { readonly workspaceId: string } & ListWindow,
): Promise<ListPage<DispositionCodeRow>> {
  const conditions = new Conditions().add('workspace_id = ?', workspaceId);
  return listPage(db, { table: 'disposition_codes', columns: dispositionCodeColumns, conditions }, window);
}
