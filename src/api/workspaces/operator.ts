import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';

/**
 * Returns whether the caller is the operator: its home workspace is the operator workspace, and it has the scope `workspace:write`. The operator
 * can read and change the settings of every workspace, but access only the data of workspaces that the key or user can select.
 */
export async function isOperator(
  { homeWorkspaceId: workspaceId, scopes }: Caller,
  { database }: Pick<ApiContext, 'database'>,
): Promise<boolean> {
  if (!scopes.includes('workspace:write')) return false;
  const home = await findWorkspace(database.inWorkspace(workspaceId), { workspaceId });
  return home?.isOperator === true;
}
