import { z } from 'zod';
import type { FieldFault, Problem } from '../core/problems.ts';

const FieldFaultBody = z
  .object({
    path: z.string().meta({
      description: 'The path of the invalid field, such as `voice.speed` or `nodes[2].config.text`.',
    }),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'FieldFault' });

/** The error body of `/api/v1/*`. */
export const FlatError = z
  .object({
    error: z.string().meta({ description: 'A short description.' }),
    details: z.string().meta({ description: 'The problem and how to solve it.' }),
    code: z.string().meta({ description: 'A constant for programs; see docs/error-codes.md.' }),
    requestId: z.string(),
    fields: z.array(FieldFaultBody).optional(),
  })
  .meta({ id: 'FlatError' });

/** The error body of `/v1/api/*` and `/v2/api/*`. */
export const NestedError = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'A constant for programs; see docs/error-codes.md.' }),
      message: z.string().meta({ description: 'The problem and how to solve it.' }),
      requestId: z.string(),
      fields: z.array(FieldFaultBody).optional(),
    }),
  })
  .meta({ id: 'NestedError' });

export type ErrorShape = 'flat' | 'nested';

/** Returns the error shape of a path by its prefix. */
export function errorShapeOf(path: string): ErrorShape {
  return /^\/v[12]\/api(?:\/|$)/.test(path) ? 'nested' : 'flat';
}

/** Maximum number of faults in `fields`. */
const fieldsMax = 100;

type ErrorText = Pick<Problem, 'title' | 'code' | 'message' | 'fields'>;

export function errorBody(shape: ErrorShape, problem: ErrorText, requestId: string): object {
  const fields: { fields?: readonly FieldFault[] } =
    problem.fields.length > 0 ? { fields: problem.fields.slice(0, fieldsMax) } : {};
  if (shape === 'nested') {
    return { error: { code: problem.code, message: problem.message, requestId, ...fields } };
  }
  return { error: problem.title, details: problem.message, code: problem.code, requestId, ...fields };
}
