import type { z } from 'zod';
import { Disposition, WrittenDisposition } from '../../domain/disposition.ts';
import type { DispositionRow } from '../../store/dispositions/disposition-row.ts';
import type { PathParameter } from '../endpoint.ts';
import { zonedText } from '../../domain/understanding/zoned-text.ts';

export const DispositionAnswer = Disposition.meta({ id: 'Disposition' });
export const WrittenDispositionAnswer = WrittenDisposition.meta({ id: 'WrittenDisposition' });

export const dispositionParameter = {
  dispositionId: {
    kind: 'disposition',
    missing: 'disposition_not_found',
    description: 'The disposition.',
  },
} as const satisfies Record<string, PathParameter>;

/** `zone` is an IANA name; UTC without one. */
export function showDisposition(row: DispositionRow, zone?: string): z.input<typeof DispositionAnswer> {
  const { id, workspaceId: _workspaceId, ...rest } = row;
  return {
    ...rest,
    _id: id,
    scheduledAt: row.scheduledAt === null ? null : zonedText(row.scheduledAt, zone),
    createdAt: zonedText(row.createdAt, zone),
    updatedAt: zonedText(row.updatedAt, zone),
  };
}

export function showWrittenDisposition(
  row: DispositionRow,
  warnings: string[],
): z.input<typeof WrittenDispositionAnswer> {
  return { ...showDisposition(row), ...(warnings.length > 0 && { warnings }) };
}
