import { z } from 'zod';
import { createdAt, idOf, namedEnum, updatedAt } from '../../domain/fields.ts';
import type { OwnedNumberRow } from '../../store/phone-numbers.ts';
import type { PathParameter } from '../endpoint.ts';

export const numberStatus = namedEnum(['active', 'inactive'], {
  id: 'NumberStatus',
  title: 'Number status',
  description: 'Whether the number can be used.',
  values: {
    active: 'The number can place and answer calls.',
    inactive: 'The number stays in the workspace and is not used.',
  },
  example: 'active',
});

export const OwnedNumberResponse = z
  .object({
    id: idOf('number'),
    phoneNumber: z.string().meta({ description: 'E.164.', examples: ['+12025550100'] }),
    friendlyName: z.string().meta({ description: 'A display name.', examples: ['(202) 555-0199'] }),
    country: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2.' }),
    locality: z.string().nullable().meta({ description: 'The city. Null if unknown.' }),
    region: z.string().nullable().meta({ description: 'The state or region. Null if unknown.' }),
    type: z.string().nullable().meta({ description: '`local`, `tollFree` or `mobile`. Null if unknown.' }),
    source: z.string().meta({
      description:
        'Where the number came from: `inventory`, `twilio`, `telnyx`, `test-network`, or `own` for your own number.',
      examples: ['inventory'],
    }),
    agentId: z.string().nullable().meta({ description: 'The agent that answers the number.' }),
    status: numberStatus,
    maxConcurrency: z
      .int()
      .nullable()
      .meta({
        description:
          'Maximum concurrent calls from the number. Limits only batch calls. Null: limited by the plan only.',
        examples: [5],
      }),
    metadata: z.record(z.string(), z.unknown()).meta({
      description: 'Your own data, returned unchanged. At most 16 KiB of JSON.',
    }),
    createdAt,
    updatedAt,
  })
  .meta({ id: 'OwnedNumber' });

export const numberParameter = {
  numberId: { kind: 'number', notFoundCode: 'number_not_found', description: 'The owned number.' },
} as const satisfies Record<string, PathParameter>;

export function toOwnedNumberResponse(row: OwnedNumberRow): z.input<typeof OwnedNumberResponse> {
  return {
    ...row,
    phoneNumber: row.e164,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
