/** The parts of the OpenAPI document that are converted to tools. */
export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly description: string;
  /** A scope of API keys, or `signed-in` or `public` for operations of users. */
  readonly 'x-required-scope': string;
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  /** By status. */
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

const userScopes: ReadonlySet<string> = new Set(['signed-in', 'public']);

/** Returns whether the result is JSON, or a file that a link can name. The file of a POST has no link. */
const hasToolResult = (method: string, { responses }: Operation): boolean =>
  method === 'get' || responses['200']?.content?.['application/json'] !== undefined;

/** Returns the operations that an API key and an assistant can use. */
export function operationsOf({
  paths,
}: ApiDocument): { method: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !userScopes.has(operation['x-required-scope']))
      .filter(([method, operation]) => hasToolResult(method, operation))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Returns the parameters of an operation with references resolved. */
export function parametersOf(operation: Operation, { components }: ApiDocument): readonly Parameter[] {
  return operation.parameters.map((parameter) =>
    '$ref' in parameter
      ? components.parameters[parameter.$ref.replace('#/components/parameters/', '')]!
      : parameter,
  );
}
