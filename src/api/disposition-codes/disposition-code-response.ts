import { z } from 'zod';
import { createdAt, dispositionCode, idOf, updatedAt } from '../../domain/fields.ts';
import type { DispositionCodeRow } from '../../store/disposition-codes.ts';
import type { PathParameter } from '../endpoint.ts';

/** 30 days. Later follow-ups are scheduled as callbacks. */
const maxRetryDelaySeconds = 30 * 86_400;

/** The settings of a code. */
export const dispositionCodeFields = {
  isTerminal: z.boolean().meta({ description: 'Whether the outcome is final, without a follow-up.' }),
  addsToDnc: z.boolean().meta({
    description: 'Whether a disposition with this code suppresses the number for calls.',
  }),
  retryDelaySeconds: z
    .int()
    .min(0)
    .max(maxRetryDelaySeconds)
    .nullable()
    .meta({
      description: 'Default delay of the follow-up in seconds. Null: no default.',
      examples: [3600],
    }),
};

export const DispositionCodeResponse = z
  .object({
    id: idOf('dispositionCode'),
    code: dispositionCode.meta({
      description: 'The code that calls and flows record.',
      examples: ['wants_brochure'],
    }),
    ...dispositionCodeFields,
    createdAt,
    updatedAt,
  })
  .meta({ id: 'DispositionCode' });

export const dispositionCodeParameter = {
  codeId: {
    kind: 'dispositionCode',
    notFoundCode: 'disposition_code_not_found',
    description: 'The disposition code.',
  },
} as const satisfies Record<string, PathParameter>;

export function toDispositionCodeResponse(row: DispositionCodeRow): z.input<typeof DispositionCodeResponse> {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
