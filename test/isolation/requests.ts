import { type Endpoint, isValueKind } from '../../src/api/endpoint.ts';
import type { Example } from './examples.ts';
import type { References } from './references.ts';

export interface PreparedRequest {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly body: unknown;
}

/** The workspaces whose ids a request contains, for its path and for its body and query. */
export interface IdSources {
  /** Returns the references for one path parameter. */
  readonly path: (parameter: string) => References;
  readonly body: References;
}

/** Returns the example request of an operation with ids of one or two workspaces. */
export function prepareRequest(endpoint: Endpoint, example: Example, sources: IdSources): PreparedRequest {
  const query = new URLSearchParams(example.query?.(sources.body)).toString();
  const url = fillPath(endpoint, example, sources);
  return {
    method: endpoint.method,
    url: query === '' ? url : `${url}?${query}`,
    body: example.body?.(sources.body),
  };
}

function fillPath(endpoint: Endpoint, example: Example, { path }: IdSources): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const refs = path(name);
    const { kind } = endpoint.parameters![name]!;
    return example.path?.(refs)[name] ?? (isValueKind(kind) ? valuesOfKinds[kind] : refs[kind]);
  });
}

/** Values of path parameters that are no ids, and are the same in every workspace. */
export const valuesOfKinds = { version: '1', plan: 'developer', template: 'survey' } as const;

/** Takes all ids from one workspace. */
export const allIdsFrom = (refs: References): IdSources => ({ path: () => refs, body: refs });

/** Takes one path parameter from another workspace, and all other ids from `refs`. */
export const foreignParameter = (name: string, other: References, refs: References): IdSources => ({
  path: (parameter) => (parameter === name ? other : refs),
  body: refs,
});

/** Takes all path parameters from another workspace. */
export const foreignPath = (other: References, refs: References): IdSources => ({
  path: () => other,
  body: refs,
});

/** Takes the ids in body and query from another workspace. */
export const foreignBody = (other: References, refs: References): IdSources => ({
  path: () => refs,
  body: other,
});
