import type { Queryable, Statement } from '../queryable.ts';
import { suppressionColumns, type SuppressionRow } from './suppression-row.ts';

const statement: Statement = {
  name: 'remove_suppression',
  text: `delete from suppressions where workspace_id = $1 and id = $2 returning ${suppressionColumns}`,
};

/** Removes a suppression and returns it, or undefined if it does not exist. */
export function removeSuppression(
  db: Queryable,
  { workspaceId, suppressionId }: { readonly workspaceId: string; readonly suppressionId: string },
): Promise<SuppressionRow | undefined> {
  return db.row<SuppressionRow>(statement, [workspaceId, suppressionId]);
}
