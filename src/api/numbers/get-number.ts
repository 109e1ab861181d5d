import { reject } from '../../core/problems.ts';
import { findOwnedNumber } from '../../store/phone-numbers.ts';
import { endpoint } from '../endpoint.ts';
import { numberParameter, OwnedNumberResponse, toOwnedNumberResponse } from './owned-number-response.ts';

export const getNumber = endpoint({
  method: 'GET',
  path: '/v1/api/telephony/numbers/{numberId}',
  operationId: 'getNumber',
  tag: 'Numbers',
  summary: 'Get an owned number',
  scope: 'numbers:read',
  parameters: numberParameter,
  reply: OwnedNumberResponse,

  async handle({ caller: { workspaceId }, path: { numberId } }, { database }) {
    const row = await findOwnedNumber(database.inWorkspace(workspaceId), { workspaceId, numberId });
    return toOwnedNumberResponse(row ?? reject('number_not_found'));
  },
});
