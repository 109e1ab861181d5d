import { z } from 'zod';
import { createdAt, idOf, namedEnum, updatedAt } from '../../domain/fields.ts';
import { numberTypes } from '../../domain/numbers/number-type.ts';
import type { InventoryNumberRow } from '../../store/inventory.ts';
import type { PathParameter } from '../endpoint.ts';

export const inventoryStatus = namedEnum(['available', 'acquired'], {
  id: 'InventoryStatus',
  title: 'Inventory status',
  description: 'Whether the workspace can acquire the number.',
  values: {
    available: 'The workspace can acquire the number.',
    acquired: 'The workspace has acquired the number.',
  },
  example: 'available',
});

export const InventoryNumberResponse = z
  .object({
    id: idOf('number'),
    phoneNumber: z.string().meta({ description: 'E.164.', examples: ['+12025550100'] }),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2.', examples: ['US'] }),
    type: z.enum(numberTypes).meta({ description: '`local`, `tollFree` or `mobile`.' }),
    locality: z.string().meta({ description: 'City; empty if unknown.', examples: ['Washington'] }),
    region: z.string().meta({ description: 'State or region; empty if unknown.', examples: ['DC'] }),
    friendlyName: z.string().meta({ description: 'A display name.', examples: ['(202) 555-0199'] }),
    supplier: z.string().nullable().meta({ description: 'The supplier of the number.' }),
    monthlyPriceUsd: z.number().nullable().meta({ description: 'Monthly price at the supplier.' }),
    status: inventoryStatus,
    createdAt,
    updatedAt,
  })
  .meta({ id: 'InventoryNumber' });

export const inventoryNumberParameter = {
  numberId: { kind: 'number', notFoundCode: 'number_not_found', description: 'The number in the inventory.' },
} as const satisfies Record<string, PathParameter>;

export function toInventoryNumberResponse(row: InventoryNumberRow): z.input<typeof InventoryNumberResponse> {
  return {
    ...row,
    phoneNumber: row.e164,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
