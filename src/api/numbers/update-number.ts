import { z } from 'zod';
import { refuse } from '../../core/problems.ts';
import { metadata } from '../../domain/fields.ts';
import { updateOwnedNumber } from '../../store/numbers/update-owned-number.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults, refuseFaults } from '../refuse-faults.ts';
import { sentFields, sentText } from '../sent-value.ts';
import { agentFaults, useAsCallerId } from './assign-number.ts';
import {
  numberParameter,
  OwnedNumberResponse,
  toOwnedNumberResponse,
  numberStatus,
} from './owned-number-response.ts';

const NumberPatch = z
  .strictObject({
    friendlyName: z.string().trim().max(100).optional(),
    agentId: z.string().max(40).nullable().optional().meta({ description: 'Null: nobody answers it.' }),
    status: numberStatus.optional(),
    maxConcurrency: z.int().min(1).max(100_000).nullable().optional().meta({
      description:
        'Calls from it at once. Batches call from other numbers meanwhile, or wait; single calls and callbacks do not, and count. Null: as many as the plan allows.',
    }),
    metadata: metadata.optional(),
  })
  .meta({ id: 'OwnedNumberPatch' });

export const updateNumber = endpoint({
  method: 'PATCH',
  path: '/v1/api/telephony/numbers/{numberId}',
  operationId: 'updateNumber',
  tag: 'Numbers',
  summary: 'Change an owned number',
  description: 'Assigns it to an agent, names it, takes it out of use. A field left out stays.',
  scope: 'numbers:write',
  parameters: numberParameter,
  body: NumberPatch,
  reply: OwnedNumberResponse,
  errorCodes: ['agent_not_found'],

  async explainRefusal({ caller: { workspaceId }, sent, faults }, { database }) {
    const agentId = sentText(sentFields(sent).agentId);
    return problemFromFaults([
      ...faults,
      ...(await agentFaults(database.inWorkspace(workspaceId), workspaceId, agentId)),
    ]);
  },

  async handle({ caller: { workspaceId }, path: { numberId }, body, once }, { database, clock }) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      refuseFaults(await agentFaults(tx, workspaceId, body.agentId));
      const changed = await updateOwnedNumber(tx, { workspaceId, numberId, ...body, at });
      if (changed === undefined) return refuse('number_not_found');
      await useAsCallerId(tx, changed, at);
      return once.settle(tx, toOwnedNumberResponse(changed));
    });
  },
});
