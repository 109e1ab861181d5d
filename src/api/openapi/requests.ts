import { z } from 'zod';
import { bodyLimitsOf, formatBytes } from '../http/body-limits.ts';
import { acceptsIdempotencyKey, type Endpoint } from '../endpoint.ts';
import type { Components, Json } from './components.ts';
import { requestExample } from './examples.ts';

/** Returns the path, query and header parameters of an endpoint. */
export function parametersOf(endpoint: Endpoint, components: Components): Json[] {
  return [
    ...pathParameters(endpoint),
    ...queryParameters(endpoint, components),
    ...headerParameters(endpoint),
  ].map((parameter) => components.parameter(parameter));
}

type Parameter = Json & { readonly name: string };

function pathParameters(endpoint: Endpoint): Parameter[] {
  return Object.entries(endpoint.parameters ?? {}).map(([name, { description }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }));
}

function queryParameters(endpoint: Endpoint, { schemas }: Components): Parameter[] {
  const own =
    endpoint.query instanceof z.ZodObject ? shapeParameters(endpoint.query, endpoint, schemas, true) : [];
  if (endpoint.upload === undefined || !(endpoint.body instanceof z.ZodObject)) return own;
  const options = shapeParameters(endpoint.body, endpoint, schemas, false).filter(
    ({ name }) => !fileFields.has(name),
  );
  return [...own, ...options.map(toCsvOption)];
}

/** Fields of a JSON body that contain the file. */
const fileFields: ReadonlySet<string> = new Set(['csv', 'rows']);

/** Returns a body field as the query parameter of a `text/csv` request. */
const toCsvOption = ({ description, ...parameter }: Parameter): Parameter => ({
  ...parameter,
  description: ['Only with a `text/csv` body.', description].filter(Boolean).join(' '),
});

/** Returns each field of an object as a parameter. Only fields of the query itself can be required. */
function shapeParameters(
  { shape }: z.ZodObject,
  endpoint: Endpoint,
  schemas: Components['schemas'],
  canBeRequired: boolean,
): Parameter[] {
  return Object.entries(shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { description, ...rest } = schemas.field(schema);
    return {
      name,
      in: 'query',
      required: canBeRequired && !schema.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function headerParameters(endpoint: Endpoint): Parameter[] {
  const access: string = endpoint.scope;
  const workspace = {
    name: 'x-workspace-id',
    in: 'header',
    required: endpoint.workspace === 'required',
    description: 'The workspace of the request. Default: the workspace of the key.',
    schema: { type: 'string' },
  };
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The first final response is returned again for 24 hours; the operation is not repeated.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,255}$' },
  };
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of the resource, which is its version in quotes. If another version is current, the request is rejected with `version_conflict`.',
    schema: { type: 'string' },
  };
  return [
    ...(access === 'public' ? [] : [workspace]),
    ...(acceptsIdempotencyKey(endpoint) ? [idempotency] : []),
    ...(endpoint.acceptsIfMatch ? [ifMatch] : []),
  ];
}

/** Returns every content type of the body with an example; `undefined` if the endpoint has no body. */
export function requestBodyOf(endpoint: Endpoint, { schemas }: Components): Json | undefined {
  if (endpoint.body === undefined) return undefined;
  const json = {
    schema: schemas.input(endpoint.body),
    examples: { example: requestExample(endpoint) },
  };
  const { maxBytes, maxValues, maxEntries } = bodyLimitsOf(endpoint);
  const limits = [formatBytes(maxBytes), `${maxValues.toLocaleString('en-US')} values`];
  if (maxEntries < maxValues) limits.push(`${maxEntries.toLocaleString('en-US')} entries in one list`);
  return {
    description: `JSON is limited to ${limits.join(', ')}. Objects, arrays and their members count as values.`,
    required: !endpoint.body.safeParse(undefined).success,
    content: { 'application/json': json, ...fileContents(endpoint) },
  };
}

/** Returns the other content types of a body with a file. The options of `text/csv` are query parameters. */
function fileContents(endpoint: Endpoint): Json {
  if (endpoint.upload === undefined) return {};
  const file = { type: 'string', contentMediaType: 'text/csv' };
  const description =
    'The file and the fields of the JSON body. Values that are not strings are written as JSON.';
  const form = { type: 'object', description, properties: { file }, required: ['file'] };
  return { 'text/csv': { schema: file }, 'multipart/form-data': { schema: form } };
}
