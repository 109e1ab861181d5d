import type { Endpoint } from '../../src/api/endpoint.ts';
import type { Example } from './examples.ts';
import type { References } from './references.ts';

export interface PreparedRequest {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly body: unknown;
}

/** The workspaces whose ids a request contains, for its path and for its body and query. */
export interface Sources {
  /** Returns the references for one path parameter. */
  readonly path: (parameter: string) => References;
  readonly body: References;
}

/** Returns the operation's example request with the ids of one or more workspaces. */
export function prepare(one: Endpoint, example: Example, sources: Sources): PreparedRequest {
  const query = new URLSearchParams(example.query?.(sources.body)).toString();
  const url = fillPath(one, example, sources);
  return {
    method: one.method,
    url: query === '' ? url : `${url}?${query}`,
    body: example.body?.(sources.body),
  };
}

function fillPath(one: Endpoint, example: Example, { path }: Sources): string {
  return one.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const refs = path(name);
    return example.path?.(refs)[name] ?? refs[one.parameters![name]!.kind];
  });
}

export const allOf = (refs: References): Sources => ({ path: () => refs, body: refs });

/** Takes all ids from one workspace, except one path parameter, which comes from another workspace. */
export const inParameter = (name: string, other: References, refs: References): Sources => ({
  path: (parameter) => (parameter === name ? other : refs),
  body: refs,
});

export const inPath = (other: References, refs: References): Sources => ({ path: () => other, body: refs });

export const inBody = (other: References, refs: References): Sources => ({ path: () => refs, body: other });
