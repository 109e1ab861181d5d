import { z } from 'zod';
import type { OwnedNumberRow } from '../../store/phone-numbers.ts';
import type { PathParameter } from '../endpoint.ts';

export const numberStatus = z.enum(['active', 'inactive']).meta({ id: 'NumberStatus' });

export const OwnedNumberResponse = z
  .object({
    id: z.string(),
    phoneNumber: z.string().meta({ description: 'E.164.' }),
    friendlyName: z.string(),
    country: z.string().nullable().meta({ description: 'ISO 3166-1 alpha-2.' }),
    locality: z.string().nullable(),
    region: z.string().nullable(),
    type: z.string().nullable(),
    source: z.string().meta({
      description:
        'Where the number came from: `inventory`, `twilio`, `telnyx`, `test-network`, or `own` for your own number.',
    }),
    agentId: z.string().nullable().meta({ description: 'The agent that answers the number.' }),
    status: numberStatus,
    maxConcurrency: z.int().nullable().meta({
      description:
        'Maximum concurrent calls from the number. Limits only batch calls. Null: limited by the plan only.',
    }),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
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
