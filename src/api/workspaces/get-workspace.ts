import { reject } from '../../core/problems.ts';
import { findWorkspace } from '../../store/workspaces.ts';
import { endpoint } from '../endpoint.ts';
import { isOperator } from '../operator.ts';
import {
  isSelectedWorkspace,
  toWorkspaceResponse,
  WorkspaceResponse,
  workspaceParameter,
} from './workspace-response.ts';

export const getWorkspace = endpoint({
  method: 'GET',
  path: '/v1/api/workspaces/{workspaceId}',
  operationId: 'getWorkspace',
  tag: 'Workspaces',
  summary: 'Get a workspace',
  description: 'Returns the workspace of the request; the operator can get any workspace.',
  scope: 'workspace:read',
  parameters: workspaceParameter,
  reply: WorkspaceResponse,

  async handle({ caller, path: { workspaceId } }, context) {
    const { database, settings } = context;
    if (!isSelectedWorkspace(caller, workspaceId) && !isOperator(caller)) reject('workspace_not_found');
    const row = await findWorkspace(database.inWorkspace(workspaceId), { workspaceId });
    return toWorkspaceResponse(row ?? reject('workspace_not_found'), settings.ratePlans);
  },
});
