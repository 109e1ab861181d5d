import { z } from 'zod';
import { errorCodesOf, type Endpoint } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { openApiDocument } from '../../src/api/openapi.ts';
import type { ApiAnswer } from '../support/api.ts';
import { codeOf } from '../isolation/codes.ts';
import type { JsonSchema } from './fitting-values.ts';

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
export interface DescribedOperation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const document = openApiDocument(endpoints, '0.0.0') as unknown as Document;

export const { paths, components } = document;

/** Returns the documented operation with its references resolved, except those within schemas. */
export function describedAs(one: Endpoint): DescribedOperation {
  const found = paths[one.path]?.[one.method.toLowerCase()];
  if (found === undefined)
    throw new Error(`The OpenAPI document does not contain ${one.method} ${one.path}.`);
  const responses = Object.entries(found.responses).map(([status, response]) => [
    status,
    resolveReference(response),
  ]);
  return {
    ...found,
    parameters: found.parameters.map(resolveReference),
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

/** Returns how a response deviates from the document: status, error code, media type or schema. */
export function faultsOf(one: Endpoint, answer: ApiAnswer): string[] {
  const response = describedAs(one).responses[String(answer.status)];
  if (answer.status >= 500) return [`${answer.status}: ${answer.bytes.toString()}`];
  if (response === undefined) return [`The status ${answer.status} is not documented.`];
  const found: string[] = [];
  const code = codeOf(one, answer.body);
  if (answer.status >= 400 && !(errorCodesOf(one) as readonly (string | undefined)[]).includes(code))
    found.push(`The code ${code} is not documented.`);
  if (!answer.headers['x-request-id']?.startsWith('req_')) found.push('The response has no request id.');
  return [...found, ...shapeFaults(one, answer)];
}

function shapeFaults(one: Endpoint, { status, headers, body }: ApiAnswer): string[] {
  const type = headers['content-type']?.split(';', 1)[0] ?? 'none';
  const media = describedAs(one).responses[String(status)]?.content?.[type];
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
