import { z } from 'zod';
import { dispositionCode } from '../../domain/fields.ts';
import type { DispositionCodeRow } from '../../store/disposition-codes/disposition-code-row.ts';
import type { PathParameter } from '../endpoint.ts';

/** Thirty days: later than that a callback is scheduled. */
const retryDelaySecondsMax = 30 * 86_400;

/** What a code of the workspace's own may be told to do, besides its name. */
export const dispositionCodeFields = {
  isTerminal: z.boolean().meta({ description: 'Nothing is to follow.' }),
  addsToDnc: z.boolean().meta({ description: 'The number may not be called again.' }),
  retryDelaySeconds: z
    .int()
    .min(0)
    .max(retryDelaySecondsMax)
    .nullable()
    .meta({ description: 'After which time another attempt makes sense; null where none does.' }),
};

export const DispositionCodeResponse = z
  .object({
    id: z.string(),
    code: dispositionCode,
    ...dispositionCodeFields,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'DispositionCode' });

export const dispositionCodeParameter = {
  codeId: {
    kind: 'dispositionCode',
    missing: 'disposition_code_not_found',
    description: 'The disposition code.',
  },
} as const satisfies Record<string, PathParameter>;

export function toDispositionCodeResponse(row: DispositionCodeRow): z.input<typeof DispositionCodeResponse> {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
