import type { z } from 'zod';
import { Problem } from '../core/problems.ts';
import type { JsonAnswer } from './answer.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The answer as its schema describes it: fields that the schema does not know are left out, so that nothing leaves the
 * house by accident.
 * @throws {Problem} `internal_error` where the answer does not fit.
 */
export function shapeAnswer(schema: z.ZodType, answer: unknown): unknown {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  throw new Problem('internal_error', { cause: result.error });
}

/** A JSON answer of an endpoint as it goes out. */
export const jsonAnswer = (one: Endpoint, answer: unknown): JsonAnswer => ({
  status: 200,
  text: JSON.stringify(shapeAnswer(one.reply as z.ZodType, answer)),
});
