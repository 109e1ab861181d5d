import type { z } from 'zod';
import { Disposition, WrittenDisposition } from '../../domain/disposition.ts';
import type { DispositionRow } from '../../store/dispositions/dispositions.ts';
import type { PathParameter } from '../endpoint.ts';
import { isoInZone } from '../../domain/understanding/zoned-text.ts';

export const DispositionResponse = Disposition.meta({ id: 'Disposition' });
export const WrittenDispositionResponse = WrittenDisposition.meta({ id: 'WrittenDisposition' });

export const dispositionParameter = {
  dispositionId: {
    kind: 'disposition',
    notFoundCode: 'disposition_not_found',
    description: 'The disposition.',
  },
} as const satisfies Record<string, PathParameter>;

/** Returns the API representation of a disposition, with times in `zone` (an IANA name, default UTC). */
export function toDispositionResponse(
  row: DispositionRow,
  zone?: string,
): z.input<typeof DispositionResponse> {
  const { id, workspaceId: _workspaceId, ...fields } = row;
  return {
    ...fields,
    _id: id,
    scheduledAt: row.scheduledAt === null ? null : isoInZone(row.scheduledAt, zone),
    createdAt: isoInZone(row.createdAt, zone),
    updatedAt: isoInZone(row.updatedAt, zone),
  };
}

export function toWrittenDispositionResponse(
  row: DispositionRow,
  warnings: string[],
): z.input<typeof WrittenDispositionResponse> {
  return { ...toDispositionResponse(row), ...(warnings.length > 0 && { warnings }) };
}
