import type { z } from 'zod';
import { Suppression } from '../../domain/conversations/suppression.ts';
import { erased } from '../../domain/erasure.ts';
import { isHashedAddress, type SuppressionRow } from '../../store/suppressions.ts';
import type { PathParameter } from '../endpoint.ts';

export const SuppressionResponse = Suppression.meta({ id: 'Suppression' });

export const suppressionParameter = {
  suppressionId: {
    kind: 'suppression',
    notFoundCode: 'suppression_not_found',
    description: 'The suppression.',
  },
} as const satisfies Record<string, PathParameter>;

export function toSuppressionResponse(row: SuppressionRow): z.input<typeof SuppressionResponse> {
  const { workspaceId: _workspaceId, createdAt, ...shown } = row;
  const address = isHashedAddress(row.address) ? erased : row.address;
  return { ...shown, address, createdAt: createdAt.toISOString() };
}
