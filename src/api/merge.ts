import { z } from 'zod';
import { refuse } from '../core/problems.ts';
import { fieldFaults } from './field-faults.ts';

const attemptsMax = 10;

/**
 * Repeats a change that somebody else's change came in between of: `change` answers undefined then, reads again, and
 * merges again. Only a resource that is changed without pause defeats it.
 */
export async function untilUnchanged<Row>(change: () => Promise<Row | undefined>): Promise<Row> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const row = await change();
    if (row !== undefined) return row;
  }
  return refuse('internal_error', {
    cause: new Error('the row changed each time it was about to be written'),
  });
}

/** @throws {Problem} `invalid_request` where the whole does not hold together after the patch */
export function checkedPatch<Whole>(patch: () => Whole): Whole {
  try {
    return patch();
  } catch (error) {
    if (error instanceof z.ZodError) refuse('invalid_request', { fields: fieldFaults(error) });
    throw error;
  }
}
