import type { Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { isScope, type Scope } from '../../src/domain/scopes.ts';
import { examples, type Example } from './examples.ts';

/** An endpoint with its example request. */
export interface Operation {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly example: Example;
}

export const operations: readonly Operation[] = endpoints.flatMap((endpoint) => {
  const example = examples[endpoint.operationId];
  return example === undefined ? [] : [{ name: endpoint.operationId, endpoint, example }];
});

export interface ScopedOperation extends Operation {
  readonly scope: Scope;
}

/** The operations that require a scope and therefore a workspace; the others concern sign-in. */
export const scopedOperations: readonly ScopedOperation[] = operations.flatMap((operation) => {
  const { scope } = operation.endpoint;
  return isScope(scope) ? [{ ...operation, scope }] : [];
});
