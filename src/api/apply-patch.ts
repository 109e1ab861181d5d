import type { z } from 'zod';
import { reject, type FieldFault } from '../core/problems.ts';
import { applyMergePatch } from '../domain/merge-patch.ts';
import { validate, type ValidationResult } from './http/validate.ts';

const maxAttempts = 10;

/**
 * Runs `change` until it returns a row, at most ten times. `change` reads the row, merges the patch and writes the row. It returns
 * `undefined` if another request changed the row in between.
 */
export async function retryOnConflict<Row>(change: () => Promise<Row | undefined>): Promise<Row> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const row = await change();
    if (row !== undefined) return row;
  }
  return reject('internal_error', {
    cause: new Error('Another request changed the row before every attempt to write it.'),
  });
}

/** Validates the whole resource after a patch, because the patch can be valid alone and still clear a required field. */
export const validatePatched = <Schema extends z.ZodType>(
  schema: Schema,
  current: unknown,
  patch: unknown,
): ValidationResult<z.output<Schema>> => validate(schema, applyMergePatch(current, patch));

/** Returns the faults of both lists, one per path and code. */
export function joinFaults(first: readonly FieldFault[], second: readonly FieldFault[]): FieldFault[] {
  const reported = new Set(first.map(({ path, code }) => `${path} ${code}`));
  return [...first, ...second.filter(({ path, code }) => !reported.has(`${path} ${code}`))];
}
