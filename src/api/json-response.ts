import type { z } from 'zod';
import { Problem } from '../core/problems.ts';
import type { JsonResponse } from './canonical-json.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * Returns the response as its schema defines it. Fields that the schema does not know are omitted, so that no internal data
 * is sent by accident.
 * @throws {Problem} `internal_error` if the response does not match the schema
 */
export function shapeResponse(schema: z.ZodType, answer: unknown): unknown {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  throw new Problem('internal_error', { cause: result.error });
}

/** Returns the serialized JSON response of an endpoint. */
export const jsonResponse = (endpoint: Endpoint, answer: unknown): JsonResponse => ({
  status: 200,
  text: JSON.stringify(shapeResponse(endpoint.reply as z.ZodType, answer)),
});
