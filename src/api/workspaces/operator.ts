import { findWorkspace } from '../../store/workspaces/find-workspace.ts';
import type { ApiContext } from '../context.ts';
import type { Caller } from '../endpoint.ts';

/**
 * Whether the caller acts for the operator: at home in the operator's workspace, and allowed to change it. The operator sees and
 * changes the workspaces themselves, whichever they are, but enters only those that are open to the key or person.
 */
export async function isOperator(
  { homeWorkspaceId: workspaceId, scopes }: Caller,
  { database }: Pick<ApiContext, 'database'>,
): Promise<boolean> {
  if (!scopes.includes('workspace:write')) return false;
  const home = await findWorkspace(database.inWorkspace(workspaceId), { workspaceId });
  return home?.isOperator === true;
}
