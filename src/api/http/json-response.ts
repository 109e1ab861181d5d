import type { z } from 'zod';
import { Problem } from '../../core/problems.ts';
import type { JsonResponse } from './canonical-json.ts';
import type { Endpoint } from '../endpoint.ts';

/**
 * Returns the response in the shape of its schema. Omits fields that the schema does not contain, so that no internal data is sent by
 * accident.
 * @throws {Problem} `internal_error` if the response does not match the schema
 */
export function shapeResponse(schema: z.ZodType, response: unknown): unknown {
  const result = schema.safeParse(response);
  if (result.success) return result.data;
  throw new Problem('internal_error', { cause: result.error });
}

/** Returns the serialized JSON response of an endpoint. */
export const jsonResponse = (endpoint: Endpoint, response: unknown): JsonResponse => ({
  status: 200,
  text: JSON.stringify(shapeResponse(endpoint.reply as z.ZodType, response)),
});
