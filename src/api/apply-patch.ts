import type { z } from 'zod';
import { refuse, type FieldFault } from '../core/problems.ts';
import { applyMergePatch } from '../domain/merge-patch.ts';
import { validate, type ValidationResult } from './validate.ts';

const attemptsMax = 10;

/**
 * Repeats a change that somebody else's change came in between of: `change` answers undefined then, reads again, and
 * merges again. Only a resource that is changed without pause defeats it.
 */
export async function retryOnConflict<Row>(change: () => Promise<Row | undefined>): Promise<Row> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const row = await change();
    if (row !== undefined) return row;
  }
  return refuse('internal_error', {
    cause: new Error('the row changed each time it was about to be written'),
  });
}

/** The whole after a patch of any shape. It may have faults that the patch alone does not show, such as a name that was cleared. */
export const validatePatched = <Schema extends z.ZodType>(
  schema: Schema,
  whole: unknown,
  patch: unknown,
): ValidationResult<z.output<Schema>> => validate(schema, applyMergePatch(whole, patch));

/** The faults of both lists, one for each place and kind. */
export function joinFaults(some: readonly FieldFault[], more: readonly FieldFault[]): FieldFault[] {
  const known = new Set(some.map(({ path, code }) => `${path} ${code}`));
  return [...some, ...more.filter(({ path, code }) => !known.has(`${path} ${code}`))];
}
