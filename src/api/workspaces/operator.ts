import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';

/**
 * Returns whether the caller is the operator: its home is the operator's workspace and it has `workspace:write`. The operator can
 * read and change the settings of every workspace, but accesses the data only of those that the key or user may enter.
 */
export async function isOperator(
  { homeWorkspaceId: workspaceId, scopes }: Caller,
  { database }: Pick<ApiContext, 'database'>,
): Promise<boolean> {
  if (!scopes.includes('workspace:write')) return false;
  const home = await findWorkspace(database.inWorkspace(workspaceId), { workspaceId });
  return home?.isOperator === true;
}
