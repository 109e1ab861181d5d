import { operationsOf, parametersOf, type ApiDocument, type Operation, type Schema } from './document.ts';

/** An argument of a tool and its place in the request. */
export interface Argument {
  readonly name: string;
  readonly in: 'path' | 'query';
}

/** An operation of the API as a tool. */
export interface ApiTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema & { readonly type: 'object' };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly scope: string;
  readonly arguments: readonly Argument[];
  readonly needsWorkspace: boolean;
}

/** Scopes of operations that reach people or cost money. */
const outreachScopes: ReadonlySet<string> = new Set(['calls:place', 'messages:send', 'numbers:acquire']);

/** Returns one tool per operation that an API key can use. */
export function toolsOf(document: ApiDocument): ApiTool[] {
  return operationsOf(document).map(({ method, path, operation }) => {
    const parameters = parametersOf(operation, document);
    const scope = operation['x-required-scope'];
    return {
      name: operation.operationId,
      title: operation.summary,
      description: `${operation.summary}. ${operation.description}`,
      inputSchema: inputSchemaOf(operation, document),
      annotations: {
        readOnlyHint: method === 'GET',
        destructiveHint:
          method === 'DELETE' || method === 'PATCH' || /^(?:end|cancel|revoke)/.test(operation.operationId),
        idempotentHint: method !== 'POST',
        openWorldHint: outreachScopes.has(scope),
      },
      tag: operation.tags[0] ?? '',
      method,
      path,
      scope,
      arguments: parameters
        .filter((parameter) => parameter.in !== 'header')
        .map((parameter) => ({ name: parameter.name, in: parameter.in as Argument['in'] })),
      needsWorkspace: parameters.some(({ name, required }) => name === 'x-workspace-id' && required === true),
    };
  });
}

const workspaceId = {
  type: 'string',
  description: 'Id of the workspace. Omit it to use the default workspace.',
};

/** Returns the input schema: path and query parameters by name, and the body as `body`. */
function inputSchemaOf(operation: Operation, document: ApiDocument): ApiTool['inputSchema'] {
  const body = operation.requestBody?.content['application/json']?.schema;
  const parameters = parametersOf(operation, document)
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => ({
      ...parameter,
      schema: { description: parameter.description, ...parameter.schema },
    }));
  const properties = {
    ...Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...(body === undefined ? {} : { body }),
    workspaceId,
  };
  const required = [
    ...parameters.filter((parameter) => parameter.required === true).map(({ name }) => name),
    ...(operation.requestBody?.required === true ? ['body'] : []),
  ];
  const text = JSON.stringify({ properties, required });
  const definitions = Object.fromEntries(
    [...referencedSchemas(text, document.components.schemas)].map((name) => [
      name,
      document.components.schemas[name],
    ]),
  );
  const schema = { type: 'object', properties, required, additionalProperties: false, $defs: definitions };
  return JSON.parse(
    JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as ApiTool['inputSchema'];
}

/** Returns the names of all schemas that a text references, directly or indirectly. */
function referencedSchemas(text: string, schemas: ApiDocument['components']['schemas']): Set<string> {
  const found = new Set<string>();
  const pending = [text];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [, name] of next.matchAll(/#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name!)) continue;
      found.add(name!);
      pending.push(JSON.stringify(schemas[name!]));
    }
  }
  return found;
}
