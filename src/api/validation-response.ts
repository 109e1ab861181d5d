import { z } from 'zod';
import type { FieldFault } from '../core/problems.ts';
import { Warning } from '../domain/warning.ts';

const Fault = z
  .strictObject({
    path: z.string().meta({
      description: 'The field, as in `fields` of an error.',
      examples: ['voice.speed'],
    }),
    code: z.string().meta({ description: 'The kind of fault.', examples: ['too_big'] }),
    message: z.string().meta({
      description: 'A human-readable sentence: what is wrong and what to do.',
      examples: ['Send 2 or less.'],
    }),
  })
  .meta({ id: 'Fault' });

/** The fields of a response about a change that is only validated. */
export const validationFields = {
  valid: z.boolean().meta({ description: 'Whether the change would be accepted.' }),
  faults: z.array(Fault).meta({
    description: 'What is wrong, as in `fields` of the error of the change. Empty if the change is valid.',
  }),
  warnings: z.array(Warning).meta({
    description: 'Settings that are allowed but probably not intended. Empty if there are faults.',
  }),
};

/** Returns the fields for a change with these faults and warnings. */
export const toValidation = (faults: readonly FieldFault[], warnings: readonly Warning[]) => ({
  valid: faults.length === 0,
  faults: faults.map(({ path, code, message }) => ({ path, code, message })),
  warnings: [...warnings],
});
