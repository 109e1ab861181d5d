import { z } from 'zod';
import { isFieldFault, parseSuppression, SuppressionInput } from '../../domain/conversations/suppression.ts';
import { addSuppressions } from '../../store/suppressions/add-suppressions.ts';
import { findSuppressionsOf } from '../../store/suppressions/find-suppressions.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults } from '../refuse-faults.ts';
import { toSuppressionResponse, SuppressionResponse } from './suppression-response.ts';

const AddedResponse = z
  .object({
    added: z.int().meta({ description: 'How many of them are new. Of the others the first reason stands.' }),
    suppressions: z.array(SuppressionResponse).meta({ description: 'One for each channel.' }),
  })
  .meta({ id: 'AddedSuppressions' });

export const createSuppression = endpoint({
  method: 'POST',
  path: '/v1/api/suppressions',
  operationId: 'createSuppression',
  tag: 'Suppressions',
  summary: 'Suppress an address',
  description:
    'From now on the address is not called or written to on this channel; `all` are voice and SMS of a phone number, and email of an address. Open conversations with it are told by `conversation.opted_out`.',
  scope: 'conversations:write',
  body: SuppressionInput.meta({ id: 'SuppressionInput' }),
  reply: AddedResponse,
  errorCodes: ['invalid_recipient'],

  async handle({ caller: { workspaceId, actor }, body, once, note }, { database, clock }) {
    const read = parseSuppression(body);
    if (isFieldFault(read)) throw problemFromFaults([read]);
    const { address, channels } = read;
    note({ address, channels });
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const entries = channels.map((channel) => ({ channel, address, reason: body.reason }));
      const at = new Date(clock.now());
      const added = await addSuppressions(tx, { workspaceId, entries, createdBy: actor.id, at });
      const rows = await findSuppressionsOf(tx, { workspaceId, channels, address });
      return once.settle(tx, { added, suppressions: rows.map(toSuppressionResponse) });
    });
  },
});
