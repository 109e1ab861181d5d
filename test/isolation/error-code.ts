import type { Endpoint } from '../../src/api/endpoint.ts';
import { errorShapeOf } from '../../src/api/http/error-body.ts';

/** Returns the error code of a response body. Its position depends on the path family of the operation. */
export function codeOf(endpoint: Pick<Endpoint, 'path'>, body: unknown): string | undefined {
  const { code, error } = (body ?? {}) as { code?: string; error?: { code?: string } };
  return errorShapeOf(endpoint.path) === 'nested' ? error?.code : code;
}
