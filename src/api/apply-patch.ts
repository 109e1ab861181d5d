import type { z } from 'zod';
import { refuse, type FieldFault } from '../core/problems.ts';
import { applyMergePatch } from '../domain/merge-patch.ts';
import { validate, type ValidationResult } from './validate.ts';

const attemptsMax = 10;

/**
 * Runs `change` until it returns a row, at most ten times. `change` reads the row, merges the patch and writes it; it returns undefined
 * if another request changed the row in between.
 */
export async function retryOnConflict<Row>(change: () => Promise<Row | undefined>): Promise<Row> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const row = await change();
    if (row !== undefined) return row;
  }
  return refuse('internal_error', {
    cause: new Error('The row changed before every write.'),
  });
}

/** Validates the resource after a patch. It may have faults that the patch alone does not show, such as a cleared name. */
export const validatePatched = <Schema extends z.ZodType>(
  schema: Schema,
  whole: unknown,
  patch: unknown,
): ValidationResult<z.output<Schema>> => validate(schema, applyMergePatch(whole, patch));

/** Returns the faults of both lists, one per path and code. */
export function joinFaults(some: readonly FieldFault[], more: readonly FieldFault[]): FieldFault[] {
  const known = new Set(some.map(({ path, code }) => `${path} ${code}`));
  return [...some, ...more.filter(({ path, code }) => !known.has(`${path} ${code}`))];
}
