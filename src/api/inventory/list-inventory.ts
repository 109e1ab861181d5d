import { z } from 'zod';
import { numberTypes } from '../../domain/numbers/number-type.ts';
import { listInventoryNumbers } from '../../store/inventory.ts';
import { endpoint } from '../endpoint.ts';
import {
  listResponse,
  listQuery,
  listResponseSchema,
  listWindow,
  queryPhoneNumber,
  queryText,
} from '../paging.ts';
import {
  InventoryNumberResponse,
  toInventoryNumberResponse,
  inventoryStatus,
} from './inventory-number-response.ts';

export const listInventory = endpoint({
  method: 'GET',
  path: '/v1/api/telephony/inventory',
  operationId: 'listInventory',
  tag: 'Number inventory',
  summary: 'List the inventory',
  description:
    'Numbers that this workspace can acquire or has acquired from the inventory. Sorted newest first.',
  scope: 'numbers:read',
  query: listQuery({
    country: queryText.optional().meta({ description: 'ISO 3166-1 alpha-2.' }),
    type: z.enum(numberTypes).optional().meta({ description: '`local`, `tollFree` or `mobile`.' }),
    status: inventoryStatus.optional(),
    phoneNumber: queryPhoneNumber.optional(),
  }),
  reply: listResponseSchema('numbers', InventoryNumberResponse),

  async handle({ caller: { workspaceId }, query }, { database }) {
    const { country, type, status, phoneNumber } = query;
    const filters = { workspaceId, country, type, status, phoneNumber, ...listWindow(query) };
    const found = await listInventoryNumbers(database.inWorkspace(workspaceId), filters);
    return listResponse('numbers', query, found, toInventoryNumberResponse);
  },
});
