import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'delete_disposition_code',
  text: `delete from disposition_codes where workspace_id = $1 and id = $2`,
};

/** Deletes a code. Returns false if it does not exist. Dispositions with the code are unchanged. */
export async function deleteDispositionCode(
  db: Queryable,
  { workspaceId, codeId }: { readonly workspaceId: string; readonly codeId: string },
): Promise<boolean> {
  return (await db.execute(statement, [workspaceId, codeId])) > 0;
}
