import { z } from 'zod';
import { errorCodesOf, type Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { openApiDocument } from '../../src/api/openapi/openapi.ts';
import type { TestResponse } from '../support/api.ts';
import { codeOf } from '../isolation/error-code.ts';
import type { JsonSchema } from './valid-values.ts';

interface MediaType {
  readonly schema?: JsonSchema;
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}

interface Response {
  readonly content?: Readonly<Record<string, MediaType>>;
}

/** The part of an OpenAPI operation that the tests use. */
export interface DocumentedOperation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const document = openApiDocument(endpoints, '0.0.0') as unknown as Document;

export const { paths, components } = document;

/** Returns the documented operation with its references resolved, except those within schemas. */
export function documentedOperation(endpoint: Endpoint): DocumentedOperation {
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (operation === undefined)
    throw new Error(`The OpenAPI document does not contain ${endpoint.method} ${endpoint.path}.`);
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    resolveReference(response),
  ]);
  return {
    ...operation,
    parameters: operation.parameters.map(resolveReference),
    responses: Object.fromEntries(responses) as Record<string, Response>,
  };
}

/** Resolves a reference such as `#/components/responses/NotFound`. */
function resolveReference<Part extends object>(part: Part): Part {
  const { $ref: reference } = part as { $ref?: string };
  if (reference === undefined) return part;
  const names = reference.replace('#/', '').split('/');
  return names.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], document) as Part;
}

/** Returns the deviations of a response from the document: status, error code, media type or schema. */
export function deviationsOf(endpoint: Endpoint, response: TestResponse): string[] {
  const documented = documentedOperation(endpoint).responses[String(response.status)];
  if (response.status >= 500) return [`${response.status}: ${response.bytes.toString()}`];
  if (documented === undefined) return [`The status ${response.status} is not documented.`];
  const deviations: string[] = [];
  const code = codeOf(endpoint, response.body);
  if (response.status >= 400 && !(errorCodesOf(endpoint) as readonly (string | undefined)[]).includes(code))
    deviations.push(`The code ${code} is not documented.`);
  if (!response.headers['x-request-id']?.startsWith('req_'))
    deviations.push('The response has no request id.');
  return [...deviations, ...bodyDeviations(endpoint, response)];
}

function bodyDeviations(endpoint: Endpoint, { status, headers, body }: TestResponse): string[] {
  const type = headers['content-type']?.split(';', 1)[0] ?? 'none';
  const media = documentedOperation(endpoint).responses[String(status)]?.content?.[type];
  if (media?.schema === undefined) return [`The type ${type} of a ${status} is not documented.`];
  if (type !== 'application/json') return [];
  const { error } = validatorOf(media.schema).safeParse(body);
  return error === undefined ? [] : [`${status}: ${z.prettifyError(error)} in ${JSON.stringify(body)}`];
}

const validators = new Map<JsonSchema, z.ZodType>();

function validatorOf(schema: JsonSchema): z.ZodType {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const whole = JSON.stringify({ ...schema, $defs: components.schemas });
  const own = JSON.parse(
    whole.replaceAll('#/components/schemas/', '#/$defs/'),
  ) as z.core.JSONSchema.JSONSchema;
  const validator = z.fromJSONSchema(own);
  validators.set(schema, validator);
  return validator;
}
