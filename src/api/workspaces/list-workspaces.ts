import { listWorkspaces as findWorkspaces } from '../../store/workspaces.ts';
import { endpoint } from '../endpoint.ts';
import { isOperator } from '../operator.ts';
import { listResponse, listQuery, listResponseSchema, listWindow, queryText } from '../paging.ts';
import { toWorkspaceResponse, WorkspaceResponse } from './workspace-response.ts';

export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/v1/api/workspaces',
  operationId: 'listWorkspaces',
  tag: 'Workspaces',
  summary: 'List workspaces',
  description:
    'Returns the workspaces that the key or user may access, newest first. The operator gets all workspaces.',
  scope: 'workspace:read',
  query: listQuery({ search: queryText.optional().meta({ description: 'Matches anywhere in the name.' }) }),
  reply: listResponseSchema('workspaces', WorkspaceResponse),

  async handle({ caller, query }, context) {
    const { database, settings } = context;
    const ids = isOperator(caller) ? undefined : caller.workspaceIds;
    const filters = { ids, search: query.search, ...listWindow(query) };
    const found = await findWorkspaces(database.asSystem(), filters);
    return listResponse('workspaces', query, found, (row) => toWorkspaceResponse(row, settings.ratePlans));
  },
});
