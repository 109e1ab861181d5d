import { z } from 'zod';
import type { FieldFault, Problem } from '../core/problems.ts';

const FieldFaultBody = z
  .object({
    path: z
      .string()
      .meta({ description: 'Where the fault is, such as `voice.speed` or `nodes[2].config.text`.' }),
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'FieldFault' });

/** What `/api/v1/*` answers when it refuses. */
export const FlatError = z
  .object({
    error: z.string().meta({ description: 'A short sentence.' }),
    details: z.string().meta({ description: 'What is wrong and what to do.' }),
    code: z.string().meta({ description: 'For programs; listed in docs/errors.md.' }),
    requestId: z.string(),
    fields: z.array(FieldFaultBody).optional(),
  })
  .meta({ id: 'FlatError' });

/** What `/v1/api/*` and `/v2/api/*` answer when they refuse. */
export const NestedError = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'For programs; listed in docs/errors.md.' }),
      message: z.string().meta({ description: 'What is wrong and what to do.' }),
      requestId: z.string(),
      fields: z.array(FieldFaultBody).optional(),
    }),
  })
  .meta({ id: 'NestedError' });

export type ErrorShape = 'flat' | 'nested';

/** The published families of paths differ in how they spell an error. */
export function errorShapeOf(path: string): ErrorShape {
  return /^\/v[12]\/api(?:\/|$)/.test(path) ? 'nested' : 'flat';
}

/** Faults that an answer lists. */
const fieldsMax = 100;

type RefusalText = Pick<Problem, 'title' | 'code' | 'message' | 'fields'>;

export function errorBody(shape: ErrorShape, problem: RefusalText, requestId: string): object {
  const fields: { fields?: readonly FieldFault[] } =
    problem.fields.length > 0 ? { fields: problem.fields.slice(0, fieldsMax) } : {};
  if (shape === 'nested') {
    return { error: { code: problem.code, message: problem.message, requestId, ...fields } };
  }
  return { error: problem.title, details: problem.message, code: problem.code, requestId, ...fields };
}
