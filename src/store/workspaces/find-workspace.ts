import type { Queryable, Statement } from '../queryable.ts';
import { workspaceColumns, type WorkspaceRow } from './workspace-row.ts';

const find: Statement = {
  name: 'find_workspace',
  text: `select ${workspaceColumns} from workspaces where id = $1`,
  isLookup: true,
};

const lock: Statement = {
  name: 'lock_workspace',
  text: `select ${workspaceColumns} from workspaces where id = $1 for update`,
};

interface WorkspaceKey {
  readonly workspaceId: string;
}

export function findWorkspace(
  db: Queryable,
  { workspaceId }: WorkspaceKey,
): Promise<WorkspaceRow | undefined> {
  return db.row<WorkspaceRow>(find, [workspaceId]);
}

/** Locks a workspace until the transaction ends, so that an update knows the values that it replaces. */
export function lockWorkspace(
  tx: Queryable,
  { workspaceId }: WorkspaceKey,
): Promise<WorkspaceRow | undefined> {
  return tx.row<WorkspaceRow>(lock, [workspaceId]);
}
