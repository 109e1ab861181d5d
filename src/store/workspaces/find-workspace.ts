import type { Queryable, Statement } from '../queryable.ts';
import { workspaceColumns, type WorkspaceRow } from './workspace-row.ts';

const find: Statement = {
  name: 'find_workspace',
  text: `select ${workspaceColumns} from workspaces where id = $1`,
  isLookup: true,
};

const hold: Statement = {
  name: 'hold_workspace',
  text: `select ${workspaceColumns} from workspaces where id = $1 for update`,
};

interface WhichWorkspace {
  readonly workspaceId: string;
}

export function findWorkspace(
  db: Queryable,
  { workspaceId }: WhichWorkspace,
): Promise<WorkspaceRow | undefined> {
  return db.row<WorkspaceRow>(find, [workspaceId]);
}

/** Locked until the transaction ends, so that what it was and what it becomes are told truly. */
export function holdWorkspace(
  tx: Queryable,
  { workspaceId }: WhichWorkspace,
): Promise<WorkspaceRow | undefined> {
  return tx.row<WorkspaceRow>(hold, [workspaceId]);
}
