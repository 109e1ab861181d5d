import { z } from 'zod';
import { Problem } from '../../core/problems.ts';
import type { InventoryCells, InventoryColumn } from '../../domain/numbers/inventory-row.ts';
import { numberTypes } from '../../domain/numbers/number-type.ts';
import { endpoint } from '../endpoint.ts';
import {
  findImportTarget,
  importWorkspace,
  problemCodeOf,
  InventoryImport,
  type ImportReport,
} from './inventory-import.ts';

const maxNumbers = 1_000;

const text = z.string().trim().min(1).max(100).optional();

const NewInventoryNumber = z
  .strictObject({
    phoneNumber: z
      .string()
      .max(100)
      .meta({
        description: 'E.164.',
        examples: ['+12025550100'],
      }),
    country: text.meta({
      description: 'ISO 3166-1 alpha-2. Omitted `country`, `type`, `locality` and `region` are looked up.',
      examples: ['US'],
    }),
    type: z.enum(numberTypes).optional().meta({ description: '`local`, `tollFree` or `mobile`.' }),
    locality: text.meta({ description: 'The city.', examples: ['Washington'] }),
    region: text.meta({ description: 'The state or region.', examples: ['DC'] }),
    friendlyName: text.meta({
      description: 'Default: the number in international format.',
      examples: ['(202) 555-0199'],
    }),
    supplier: text.meta({ description: 'The supplier of the number.', examples: ['Example Telecom'] }),
    monthlyPriceUsd: z
      .number()
      .min(0)
      .max(1_000_000)
      .multipleOf(0.0001)
      .optional()
      .meta({
        description: 'Monthly price at the supplier.',
        examples: [1],
      }),
  })
  .meta({ id: 'NewInventoryNumber' });

type NewInventoryNumber = z.output<typeof NewInventoryNumber>;

export const addInventoryNumbers = endpoint({
  method: 'POST',
  path: '/v1/api/telephony/inventory',
  operationId: 'addInventoryNumbers',
  tag: 'Number inventory',
  summary: 'Add numbers to the inventory',
  description: 'Adds all numbers, or none if one has a fault. Updates existing numbers.',
  scope: 'numbers:write',
  body: z
    .strictObject({
      numbers: z.array(NewInventoryNumber).min(1).max(maxNumbers).meta({
        description: 'The numbers to add.',
      }),
      workspaceId: importWorkspace,
    })
    .meta({ id: 'NewInventoryNumbers' }),
  reply: z
    .object({
      added: z.int().meta({ description: 'Count of new numbers.', examples: [12] }),
      updated: z.int().meta({ description: 'Count of updated numbers.', examples: [3] }),
    })
    .meta({ id: 'AddedInventory' }),

  errorCodes: ['number_not_assigned', 'operator_only', 'workspace_not_found'],

  async handle({ caller, body, requestRecord, addAuditDetails }, context) {
    const { clock, ids, numberLookup } = context;
    const { workspaceId, policy, db } = await findImportTarget(caller, context, body.workspaceId);
    addAuditDetails({ workspaceId });
    const dependencies = { numberLookup, ids, workspaceId, at: new Date(clock.now()), policy };
    return db.transaction(async (tx) => {
      const inventoryImport = new InventoryImport(dependencies, tx);
      await inventoryImport.addRows(body.numbers.map((number, row) => ({ row, cells: cellsOf(number) })));
      const { report } = inventoryImport;
      if (report.invalidRows > 0) throw importProblem(report);
      return requestRecord.storeResponse(tx, { added: report.added, updated: report.updated });
    });
  },
});

/** Maps the columns of an import file to the fields of the request. */
const fieldOf = {
  phone_number: 'phoneNumber',
  country: 'country',
  type: 'type',
  locality: 'locality',
  region: 'region',
  friendly_name: 'friendlyName',
  supplier: 'supplier',
  monthly_price_usd: 'monthlyPriceUsd',
} as const satisfies Record<InventoryColumn, keyof NewInventoryNumber>;

function cellsOf(number: NewInventoryNumber): InventoryCells {
  const fields = Object.entries(fieldOf).filter(([, field]) => number[field] !== undefined);
  return Object.fromEntries(fields.map(([column, field]) => [column, String(number[field])]));
}

function importProblem({ faults }: ImportReport): Problem {
  const fields = faults.map(({ row, column, code, message }) => ({
    path: `numbers[${row}].${fieldOf[column]}`,
    code,
    message,
  }));
  return new Problem(problemCodeOf(faults), { fields });
}
