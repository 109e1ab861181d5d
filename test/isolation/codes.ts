import type { Endpoint } from '../../src/api/endpoint.ts';
import { errorShapeOf } from '../../src/api/error-body.ts';

/** The code of a refusal, from where the operation's family of paths has it. */
export function codeOf(one: Pick<Endpoint, 'path'>, body: unknown): string | undefined {
  const { code, error } = (body ?? {}) as { code?: string; error?: { code?: string } };
  return errorShapeOf(one.path) === 'nested' ? error?.code : code;
}
