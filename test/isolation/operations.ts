import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { isScope, type Scope } from '../../src/domain/scopes.ts';
import { examples, type Example } from './examples.ts';

/** An endpoint with its example request. */
export interface Operation {
  readonly name: string;
  readonly one: Endpoint;
  readonly example: Example;
}

export const operations: readonly Operation[] = endpoints.flatMap((one) => {
  const example = examples[one.operationId];
  return example === undefined ? [] : [{ name: one.operationId, one, example }];
});

export interface ScopedOperation extends Operation {
  readonly scope: Scope;
}

/** The operations that require a scope, and so a workspace; the others are about signing in. */
export const scopedOperations: readonly ScopedOperation[] = operations.flatMap((operation) => {
  const { scope } = operation.one;
  return isScope(scope) ? [{ ...operation, scope }] : [];
});
