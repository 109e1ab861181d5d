import { reject } from '../../core/problems.ts';
import { deleteDispositionCode as removeCode } from '../../store/disposition-codes.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { dispositionCodeParameter } from './disposition-code-response.ts';

export const deleteDispositionCode = endpoint({
  method: 'DELETE',
  path: '/v1/api/disposition-codes/{codeId}',
  operationId: 'deleteDispositionCode',
  tag: 'Dispositions',
  summary: 'Delete a disposition code',
  description: 'Existing dispositions keep the code.',
  scope: 'dispositions:write',
  workspace: 'required',
  parameters: dispositionCodeParameter,
  reply: deletedResponse('dispositionCode'),

  async handle({ caller: { workspaceId }, path: { codeId }, requestRecord }, { database }) {
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      if (!(await removeCode(tx, { workspaceId, codeId }))) reject('disposition_code_not_found');
      return requestRecord.storeResponse(tx, { id: codeId, deleted: true as const });
    });
  },
});
