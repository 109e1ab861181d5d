import { z } from 'zod';
import { problems, type ProblemCode } from '../core/problems.ts';
import { isBinaryReply, refusalsOf, type Endpoint } from './endpoint.ts';
import { errorBody, errorShapeOf, FlatError, NestedError } from './error-body.ts';
import { SchemaCollection } from './openapi-schemas.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the endpoints: what they are defined by, in another notation. */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): Json {
  const schemas = new SchemaCollection();
  const paths: Record<string, Json> = {};
  for (const one of endpoints) {
    (paths[one.path] ??= {})[one.method.toLowerCase()] = operation(one, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      summary: 'Self-hosted voice and messaging agents.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [...new Set(endpoints.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    components: { schemas: schemas.all(), headers: commonHeaders, securitySchemes },
  };
}

const securitySchemes: Json = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same key, as a bearer token.' },
};

const textHeader = (description: string): Json => ({ description, schema: { type: 'string' } });
const numberHeader = (description: string): Json => ({ description, schema: { type: 'integer' } });

const commonHeaders: Json = {
  'x-request-id': textHeader('Names this request; quote it when you report a fault.'),
  'RateLimit-Policy': textHeader('The limit: `q` requests in `w` seconds.'),
  RateLimit: textHeader('What is left: `r` requests now, all of them again in `t` seconds.'),
  'X-RateLimit-Limit': numberHeader('Requests in a minute.'),
  'X-RateLimit-Remaining': numberHeader('Requests left now.'),
  'X-RateLimit-Reset': numberHeader('Seconds until the whole limit is there again.'),
  'Retry-After': numberHeader('Seconds to wait before trying again.'),
  'X-Concurrency-Limit': numberHeader('Calls that may be under way at once.'),
  'X-Concurrency-Current': numberHeader('Calls under way in the workspace.'),
  'Idempotent-Replayed': textHeader('`true` where the answer is that of an earlier request.'),
};

function operation(one: Endpoint, schemas: SchemaCollection): Json {
  const body = one.body === undefined ? undefined : schemas.input(one.body);
  return {
    operationId: one.operationId,
    tags: [one.tag],
    summary: one.summary,
    description: [one.description, `Needs the scope \`${one.scope}\`.`].filter(Boolean).join('\n\n'),
    parameters: [...pathParameters(one), ...queryParameters(one, schemas), ...headerParameters(one)],
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: !one.body!.safeParse(undefined).success,
            content: { 'application/json': { schema: body }, ...fileContents(one) },
          },
        }),
    responses: { ...successes(one, schemas), ...refusals(one, schemas) },
  };
}

/** The other forms of a body that holds a file. The options of `text/csv` stand in the query. */
function fileContents(one: Endpoint): Json {
  if (one.upload === undefined) return {};
  const file = { type: 'string', contentMediaType: 'text/csv' };
  const description = 'Beside the file the fields of the JSON body; what is not a text is written as JSON.';
  const form = { type: 'object', description, properties: { file }, required: ['file'] };
  return { 'text/csv': { schema: file }, 'multipart/form-data': { schema: form } };
}

function pathParameters(one: Endpoint): Json[] {
  return Object.entries(one.parameters ?? {}).map(([name, { description }]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }));
}

function queryParameters(one: Endpoint, schemas: SchemaCollection): Json[] {
  if (!(one.query instanceof z.ZodObject)) return [];
  return Object.entries(one.query.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { description, ...rest } = schemas.output(schema);
    return {
      name,
      in: 'query',
      required: !schema.safeParse(undefined).success,
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

function headerParameters(one: Endpoint): Json[] {
  const workspace = {
    name: 'x-workspace-id',
    in: 'header',
    required: one.workspace === 'required',
    description: 'The workspace to act in. Left out: the home of the key.',
    schema: { type: 'string' },
  };
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The first finished answer is given again for 24 hours; nothing is done twice.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,255}$' },
  };
  return one.method === 'POST' ? [workspace, idempotency] : [workspace];
}

function successes(one: Endpoint, schemas: SchemaCollection): Json {
  const headers = headerReferences([
    ...(one.method === 'POST' ? ['Idempotent-Replayed'] : []),
    ...(one.tellsConcurrency ? concurrencyNames : []),
  ]);
  if (!isBinaryReply(one.reply)) {
    const other = one.otherReply && { [one.otherReply.contentType]: { schema: { type: 'string' } } };
    const content = { 'application/json': { schema: schemas.output(one.reply) }, ...other };
    return { '200': { description: 'Done.', headers, content } };
  }
  const content = { [one.reply.contentType]: { schema: { type: 'string', format: 'binary' } } };
  return {
    '200': { description: one.reply.description, headers, content },
    '206': { description: 'The part that the Range header asked for.', headers, content },
  };
}

/** Headers that stand on some answers only. */
const concurrencyNames = ['X-Concurrency-Limit', 'X-Concurrency-Current'];
const special = new Set(['Retry-After', 'Idempotent-Replayed', ...concurrencyNames]);

function headerReferences(more: readonly string[]): Json {
  const names = Object.keys(commonHeaders).filter((name) => !special.has(name));
  return Object.fromEntries(
    [...names, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** One response for each status, with an example of each code that it may carry. */
function refusals(one: Endpoint, schemas: SchemaCollection): Json {
  const byStatus = Map.groupBy(refusalsOf(one), (code) => String(problems[code].status));
  const shape = errorShapeOf(one.path);
  const schema = schemas.output(shape === 'flat' ? FlatError : NestedError);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: headerReferences(status === '429' ? ['Retry-After'] : []),
        content: {
          'application/json': {
            schema,
            examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, shape) }])),
          },
        },
      },
    ]),
  );
}

function exampleOf(code: ProblemCode, shape: 'flat' | 'nested'): object {
  const { title, text } = problems[code];
  return errorBody(shape, { code, title, message: text, fields: [] }, 'req_01KAT000000000000000000000');
}
