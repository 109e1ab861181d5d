import type { z } from 'zod';
import { Problem } from '../core/problems.ts';
import type { JsonResponse } from './canonical-json.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The answer as its schema describes it: fields that the schema does not know are left out, so that nothing leaves the
 * house by accident.
 * @throws {Problem} `internal_error` where the answer does not fit.
 */
export function shapeResponse(schema: z.ZodType, answer: unknown): unknown {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  throw new Problem('internal_error', { cause: result.error });
}

/** A JSON answer of an endpoint as it goes out. */
export const jsonResponse = (one: Endpoint, answer: unknown): JsonResponse => ({
  status: 200,
  text: JSON.stringify(shapeResponse(one.reply as z.ZodType, answer)),
});
