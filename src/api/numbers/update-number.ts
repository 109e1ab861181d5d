import { z } from 'zod';
import { reject } from '../../core/problems.ts';
import { exampleId, integer, metadata, text } from '../../domain/fields.ts';
import { updateOwnedNumber } from '../../store/phone-numbers.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults, rejectFaults } from '../reject-faults.ts';
import { sentFields, sentText } from '../http/sent-value.ts';
import { assignedAgentFaults, useAsCallerId } from './assign-number.ts';
import {
  numberParameter,
  OwnedNumberResponse,
  toOwnedNumberResponse,
  numberStatus,
} from './owned-number-response.ts';

const NumberPatch = z
  .strictObject({
    friendlyName: z
      .string()
      .trim()
      .max(100)
      .optional()
      .meta({
        description: 'A display name.',
        examples: ['(202) 555-0199'],
      }),
    agentId: text(40)
      .nullable()
      .optional()
      .meta({
        description: 'Null: no agent answers the number.',
        examples: [exampleId('agent')],
      }),
    status: numberStatus.optional(),
    maxConcurrency: integer(1, 100_000)
      .nullable()
      .optional()
      .meta({
        description:
          'Maximum concurrent calls from the number. At the limit, batches use other numbers or wait. Single calls and callbacks count but are not limited. Null: limited by the plan only.',
        examples: [5],
      }),
    metadata: metadata.optional(),
  })
  .meta({
    id: 'OwnedNumberPatch',
    examples: [{ agentId: null }],
  });

export const updateNumber = endpoint({
  method: 'PATCH',
  path: '/v1/api/telephony/numbers/{numberId}',
  operationId: 'updateNumber',
  tag: 'Numbers',
  summary: 'Change an owned number',
  description:
    'Assigns the number to an agent, renames it, or deactivates it. Omitted fields keep their value.',
  scope: 'numbers:write',
  parameters: numberParameter,
  body: NumberPatch,
  reply: OwnedNumberResponse,
  errorCodes: ['agent_not_found', 'agent_needs_model'],

  async problemOfInvalidBody({ caller: { workspaceId }, input, faults }, { database }) {
    const agentId = sentText(sentFields(input).agentId);
    return problemFromFaults([
      ...faults,
      ...(await assignedAgentFaults(database.inWorkspace(workspaceId), workspaceId, agentId)),
    ]);
  },

  async handle({ caller: { workspaceId }, path: { numberId }, body, requestRecord }, { database, clock }) {
    const at = new Date(clock.now());
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      rejectFaults(await assignedAgentFaults(tx, workspaceId, body.agentId));
      const changed = await updateOwnedNumber(tx, { workspaceId, numberId, ...body, at });
      if (changed === undefined) return reject('number_not_found');
      await useAsCallerId(tx, changed, at);
      return requestRecord.storeResponse(tx, toOwnedNumberResponse(changed));
    });
  },
});
