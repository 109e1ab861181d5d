import { reject } from '../../core/problems.ts';
import { deleteInventoryNumber as deleteInventoryRow } from '../../store/inventory.ts';
import { deletedResponse } from '../deleted-response.ts';
import { endpoint } from '../endpoint.ts';
import { inventoryNumberParameter } from './inventory-number-response.ts';

export const deleteInventoryNumber = endpoint({
  method: 'DELETE',
  path: '/v1/api/telephony/inventory/{numberId}',
  operationId: 'deleteInventoryNumber',
  tag: 'Number inventory',
  summary: 'Remove a number from the inventory',
  description: 'Rejected while the number is acquired. Release it first.',
  scope: 'numbers:write',
  parameters: inventoryNumberParameter,
  reply: deletedResponse('number'),
  errorCodes: ['resource_in_use'],

  async handle({ caller: { workspaceId }, path: { numberId }, requestRecord }, { database }) {
    return database.inWorkspace(workspaceId).transaction(async (tx) => {
      const previousStatus = await deleteInventoryRow(tx, { workspaceId, numberId });
      if (previousStatus === undefined) reject('number_not_found');
      if (previousStatus === 'acquired')
        reject('resource_in_use', { details: 'The number is acquired. Release it first.' });
      return requestRecord.storeResponse(tx, { id: numberId, deleted: true as const });
    });
  },
});
