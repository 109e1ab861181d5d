import { listDispositionCodes as findCodes } from '../../store/disposition-codes.ts';
import { endpoint } from '../endpoint.ts';
import { listResponse, listQuery, listResponseSchema, listWindow } from '../paging.ts';
import { DispositionCodeResponse, toDispositionCodeResponse } from './disposition-code-response.ts';

export const listDispositionCodes = endpoint({
  method: 'GET',
  path: '/v1/api/disposition-codes',
  operationId: 'listDispositionCodes',
  tag: 'Dispositions',
  summary: 'List disposition codes',
  description: 'Returns the codes of the workspace, newest first, without the built-in ones.',
  scope: 'dispositions:read',
  workspace: 'required',
  query: listQuery({}),
  reply: listResponseSchema('dispositionCodes', DispositionCodeResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const found = await findCodes(database.inWorkspace(workspaceId), { workspaceId, ...listWindow(query) });
    return listResponse('dispositionCodes', query, found, toDispositionCodeResponse);
  },
});
