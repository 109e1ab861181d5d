import { z } from 'zod';
import { idOf } from '../../domain/fields.ts';
import type { FieldFault, Problem } from '../../core/problems.ts';

const FieldFaultBody = z
  .object({
    path: z.string().meta({
      description: 'The path of the invalid field, such as `voice.speed` or `nodes[2].config.text`.',
      examples: ['voice.speed'],
    }),
    code: z.string().meta({ description: 'A constant for programs.', examples: ['too_big'] }),
    message: z.string().meta({ description: 'How to correct the value.', examples: ['Send 2 or less.'] }),
  })
  .meta({ id: 'FieldFault' });

/** The error body of `/api/v1/*`. */
export const FlatError = z
  .object({
    error: z.string().meta({ description: 'A short description.', examples: ['Invalid request'] }),
    details: z.string().meta({
      description: 'The problem and how to solve it.',
      examples: ['The request has invalid fields. See fields.'],
    }),
    code: z.string().meta({
      description: 'A constant for programs; see docs/error-codes.md.',
      examples: ['invalid_request'],
    }),
    requestId: idOf('request').meta({
      description: 'The `x-request-id` of the response. Quote it in a bug report.',
    }),
    fields: z.array(FieldFaultBody).optional().meta({ description: 'Every invalid field of the request.' }),
  })
  .meta({ id: 'FlatError' });

/** The error body of `/v1/api/*` and `/v2/api/*`. */
export const NestedError = z
  .object({
    error: z
      .object({
        code: z.string().meta({
          description: 'A constant for programs; see docs/error-codes.md.',
          examples: ['invalid_request'],
        }),
        message: z.string().meta({
          description: 'The problem and how to solve it.',
          examples: ['The request has invalid fields. See fields.'],
        }),
        requestId: idOf('request').meta({
          description: 'The `x-request-id` of the response. Quote it in a bug report.',
        }),
        fields: z.array(FieldFaultBody).optional().meta({
          description: 'Every invalid field of the request.',
        }),
      })
      .meta({ description: 'The error.' }),
  })
  .meta({ id: 'NestedError' });

export type ErrorShape = 'flat' | 'nested';

/** Returns the error shape of a path by its prefix. */
export function errorShapeOf(path: string): ErrorShape {
  return /^\/v[12]\/api(?:\/|$)/.test(path) ? 'nested' : 'flat';
}

/** Maximum number of faults in `fields`. */
const maxFields = 100;

type ErrorText = Pick<Problem, 'title' | 'code' | 'message' | 'fields'>;

export function errorBody(shape: ErrorShape, problem: ErrorText, requestId: string): object {
  const fields: { fields?: readonly FieldFault[] } =
    problem.fields.length > 0 ? { fields: problem.fields.slice(0, maxFields) } : {};
  if (shape === 'nested') {
    return { error: { code: problem.code, message: problem.message, requestId, ...fields } };
  }
  return { error: problem.title, details: problem.message, code: problem.code, requestId, ...fields };
}
