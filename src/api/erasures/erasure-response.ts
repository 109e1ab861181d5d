import type { z } from 'zod';
import { completeReport, Erasure } from '../../domain/erasure.ts';
import type { ErasureRow } from '../../store/erasures.ts';
import type { PathParameter } from '../endpoint.ts';

export const ErasureResponse = Erasure.meta({ id: 'Erasure' });

export const erasureParameter = {
  erasureId: { kind: 'erasure', notFoundCode: 'erasure_not_found', description: 'The erasure.' },
} as const satisfies Record<string, PathParameter>;

export function toErasureResponse(row: ErasureRow): z.input<typeof ErasureResponse> {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    requestedBy: row.requestedBy,
    report: completeReport(row.report),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}
