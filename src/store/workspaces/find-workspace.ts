import type { Queryable, Statement } from '../queryable.ts';
import { workspaceColumns, type WorkspaceRow } from './workspace-row.ts';

const statement: Statement = {
  name: 'find_workspace',
  text: `select ${workspaceColumns} from workspaces where id = $1`,
};

export function findWorkspace(
  db: Queryable,
  { workspaceId }: { readonly workspaceId: string },
): Promise<WorkspaceRow | undefined> {
  return db.row<WorkspaceRow>(statement, [workspaceId]);
}
