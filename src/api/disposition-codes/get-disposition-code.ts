import { reject } from '../../core/problems.ts';
import { findDispositionCode } from '../../store/disposition-codes.ts';
import { endpoint } from '../endpoint.ts';
import {
  DispositionCodeResponse,
  dispositionCodeParameter,
  toDispositionCodeResponse,
} from './disposition-code-response.ts';

export const getDispositionCode = endpoint({
  method: 'GET',
  path: '/v1/api/disposition-codes/{codeId}',
  operationId: 'getDispositionCode',
  tag: 'Dispositions',
  summary: 'Get a disposition code',
  scope: 'dispositions:read',
  workspace: 'required',
  parameters: dispositionCodeParameter,
  reply: DispositionCodeResponse,

  async handle({ caller: { workspaceId }, path: { codeId } }, { database }) {
    const row = await findDispositionCode(database.inWorkspace(workspaceId), { workspaceId, codeId });
    return toDispositionCodeResponse(row ?? reject('disposition_code_not_found'));
  },
});
