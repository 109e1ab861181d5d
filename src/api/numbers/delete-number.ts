import { refuse } from '../../core/problems.ts';
import { deleteOwnedNumber } from '../../store/numbers/delete-owned-number.ts';
import { announceAgent } from '../agents/announce-agent.ts';
import { DeletedAnswer } from '../deleted-answer.ts';
import { endpoint } from '../endpoint.ts';
import { numberParameter } from './owned-number-answer.ts';

export const deleteNumber = endpoint({
  method: 'DELETE',
  path: '/v1/api/telephony/numbers/{numberId}',
  operationId: 'deleteNumber',
  tag: 'Numbers',
  summary: 'Release an owned number',
  description: 'Agents that called from it have no number afterwards.',
  scope: 'numbers:write',
  parameters: numberParameter,
  reply: DeletedAnswer,

  async handle({ caller: { workspaceId }, path: { numberId } }, { database, clock }) {
    const at = new Date(clock.now());
    await database.inWorkspace(workspaceId).transaction(async (tx) => {
      const agents = await deleteOwnedNumber(tx, { workspaceId, numberId, at });
      for (const agent of agents ?? refuse('number_not_found'))
        await announceAgent(tx, 'agent.updated', agent, at);
    });
    return { id: numberId, deleted: true as const };
  },
});
