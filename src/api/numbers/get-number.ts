import { refuse } from '../../core/problems.ts';
import { findOwnedNumber } from '../../store/numbers/find-owned-number.ts';
import { endpoint } from '../endpoint.ts';
import { numberParameter, OwnedNumberAnswer, showNumber } from './owned-number-answer.ts';

export const getNumber = endpoint({
  method: 'GET',
  path: '/v1/api/telephony/numbers/{numberId}',
  operationId: 'getNumber',
  tag: 'Numbers',
  summary: 'Get an owned number',
  scope: 'numbers:read',
  parameters: numberParameter,
  reply: OwnedNumberAnswer,

  async handle({ caller: { workspaceId }, path: { numberId } }, { database }) {
    const row = await findOwnedNumber(database.inWorkspace(workspaceId), { workspaceId, numberId });
    return showNumber(row ?? refuse('number_not_found'));
  },
});
