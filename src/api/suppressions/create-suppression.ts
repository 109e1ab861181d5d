import { z } from 'zod';
import { isFieldFault, SuppressionInput } from '../../domain/conversations/suppression.ts';
import { addSuppressions, findSuppressionsOf } from '../../store/suppressions.ts';
import { endpoint } from '../endpoint.ts';
import { problemFromFaults } from '../reject-faults.ts';
import { parseAddress } from './national-number.ts';
import { toSuppressionResponse, SuppressionResponse } from './suppression-response.ts';

const AddedResponse = z
  .object({
    added: z.int().meta({
      description: 'Count of new suppressions. Existing suppressions keep their reason.',
      examples: [12],
    }),
    suppressions: z.array(SuppressionResponse).meta({ description: 'One per channel.' }),
  })
  .meta({ id: 'AddedSuppressions' });

export const createSuppression = endpoint({
  method: 'POST',
  path: '/v1/api/suppressions',
  operationId: 'createSuppression',
  tag: 'Suppressions',
  summary: 'Suppress an address',
  description:
    'Blocks calls or messages to the address, which is a phone number or an email address, on the given `channel`. `all` means voice and SMS for a phone number, and email for an email address. A new suppression on a messaging channel publishes a `conversation.opted_out` event for each open conversation with the address on that channel.',
  scope: 'conversations:write',
  body: SuppressionInput.meta({ id: 'SuppressionInput' }),
  reply: AddedResponse,
  errorCodes: ['invalid_recipient'],

  async handle(
    { caller: { workspaceId, actor }, body, requestRecord, addAuditDetails },
    { database, clock },
  ) {
    const db = database.inWorkspace(workspaceId);
    const parsed = await parseAddress(db, workspaceId, body);
    if (isFieldFault(parsed)) throw problemFromFaults([parsed]);
    const { address, channels } = parsed;
    addAuditDetails({ address, channels });
    return db.transaction(async (tx) => {
      const entries = channels.map((channel) => ({ channel, address, reason: body.reason }));
      const at = new Date(clock.now());
      const added = await addSuppressions(tx, { workspaceId, entries, createdBy: actor.id, at });
      const rows = await findSuppressionsOf(tx, { workspaceId, channels, address });
      return requestRecord.storeResponse(tx, { added, suppressions: rows.map(toSuppressionResponse) });
    });
  },
});
