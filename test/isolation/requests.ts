import type { Endpoint } from '../../src/api/endpoint.ts';
import type { Example } from './examples.ts';
import type { References } from './references.ts';

export interface PreparedRequest {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly body: unknown;
}

/** Whose ids stand where. */
export interface Sources {
  /** For one parameter of the path. */
  readonly path: (parameter: string) => References;
  readonly body: References;
}

/** The operation's example with the ids of one workspace, or of several. */
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
  return one.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const refs = path(name);
    return example.path?.(refs)[name] ?? refs[one.parameters![name]!.kind];
  });
}

export const allOf = (refs: References): Sources => ({ path: () => refs, body: refs });

/** The ids of one workspace, but in this parameter of the path those of another. */
export const inParameter = (name: string, other: References, refs: References): Sources => ({
  path: (parameter) => (parameter === name ? other : refs),
  body: refs,
});

export const inPath = (other: References, refs: References): Sources => ({ path: () => other, body: refs });

export const inBody = (other: References, refs: References): Sources => ({ path: () => refs, body: other });
