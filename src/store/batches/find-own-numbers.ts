import type { Queryable, Statement } from '../queryable.ts';

const statement: Statement = {
  name: 'find_own_numbers',
  text: `select e164 from phone_numbers where workspace_id = $1 and status = 'active'`,
};

/** Returns every active number of the workspace, in E.164. */
export async function findOwnNumbers(
  db: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string[]> {
  const rows = await db.rows<{ e164: string }>(statement, [workspaceId]);
  return rows.map(({ e164 }) => e164);
}
