import { problems, type ProblemCode } from '../../core/problems.ts';
import {
  acceptsIdempotencyKey,
  type BinaryReply,
  type Endpoint,
  errorCodesOf,
  isBinaryReply,
} from '../endpoint.ts';
import { errorBody, errorShapeOf, FlatError, NestedError, type ErrorShape } from '../http/error-body.ts';
import type { Components, Json } from './components.ts';
import { responseExample } from './examples.ts';

const textHeader = (description: string): Json => ({ description, schema: { type: 'string' } });
const numberHeader = (description: string): Json => ({ description, schema: { type: 'integer' } });

export const responseHeaders: Readonly<Record<string, Json>> = {
  'x-request-id': textHeader('The id of the request. Quote it in a bug report.'),
  'x-workspace-id': textHeader('The workspace of the request, if it has a key or session.'),
  'RateLimit-Policy': textHeader('The limit: `q` requests in `w` seconds.'),
  RateLimit: textHeader('The remaining quota: `r` requests now, the full limit in `t` seconds.'),
  'X-RateLimit-Limit': numberHeader('Requests per minute.'),
  'X-RateLimit-Remaining': numberHeader('Remaining requests.'),
  'X-RateLimit-Reset': numberHeader('Seconds until the full limit is available.'),
  'Retry-After': numberHeader('Seconds to wait before a retry.'),
  'X-Concurrency-Limit': numberHeader('Maximum number of concurrent calls.'),
  'X-Concurrency-Current': numberHeader('Concurrent calls of the workspace.'),
  ETag: textHeader('The version of the resource in quotes, for If-Match.'),
  'Idempotent-Replayed': textHeader('`true` if the response is that of an earlier request.'),
};

/** Headers that only some responses have. */
const concurrencyNames = ['X-Concurrency-Limit', 'X-Concurrency-Current'];
const optionalHeaders = new Set(['Retry-After', 'Idempotent-Replayed', 'ETag', ...concurrencyNames]);

function headerReferences(additional: readonly string[]): Json {
  const names = Object.keys(responseHeaders).filter((name) => !optionalHeaders.has(name));
  return Object.fromEntries(
    [...names, ...additional].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Returns every response of an endpoint by status: the success, and each error with its codes. */
export function responsesOf(endpoint: Endpoint, components: Components): Json {
  return { ...successes(endpoint, components), ...errorResponses(endpoint, components) };
}

function successes(endpoint: Endpoint, components: Components): Json {
  const headers = headerReferences([
    ...(acceptsIdempotencyKey(endpoint) ? ['Idempotent-Replayed'] : []),
    ...(endpoint.sendsConcurrencyHeaders ? concurrencyNames : []),
    ...(endpoint.sendsETag ? ['ETag'] : []),
  ]);
  if (!isBinaryReply(endpoint.reply)) {
    const schema = components.schemas.output(endpoint.reply);
    const alternative = endpoint.alternativeReply && {
      [endpoint.alternativeReply.contentType]: { schema: { type: 'string' } },
    };
    // Operations that return the same schema share its example.
    const reference = schema['$ref'] as string | undefined;
    const name = reference?.replace('#/components/schemas/', '') ?? endpoint.operationId;
    const example = components.example(name, responseExample(endpoint));
    const content = { 'application/json': { schema, examples: { example } }, ...alternative };
    return { '200': { description: 'Success.', headers, content } };
  }
  const content = contentOfFile(endpoint.reply, components);
  return {
    '200': { description: endpoint.reply.description, headers, content },
    ...(endpoint.reply.acceptsRanges && {
      '206': { description: 'The requested byte range.', headers, content },
    }),
  };
}

function contentOfFile({ contentType, event, content = event }: BinaryReply, components: Components): Json {
  const schema =
    content === undefined ? { type: 'string', format: 'binary' } : components.schemas.output(content);
  return { [contentType]: { schema } };
}

/** Returns one response per status, with an example of each of its codes. Equal responses are one component. */
function errorResponses(endpoint: Endpoint, components: Components): Json {
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) => String(problems[code].status));
  const shape = errorShapeOf(endpoint.path);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      components.response(`${capitalized(shape)}${status}`, errorResponse(status, codes, shape, components)),
    ]),
  );
}

function errorResponse(
  status: string,
  codes: readonly ProblemCode[],
  shape: ErrorShape,
  components: Components,
): Json {
  const schema = components.schemas.output(shape === 'flat' ? FlatError : NestedError);
  const examples = codes.map((code) => [
    code,
    components.example(`${shape}.${code}`, { summary: problems[code].text, value: exampleOf(code, shape) }),
  ]);
  const hasRetryAfter = status === '429' || codes.includes('idempotency_in_progress');
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headerReferences(hasRetryAfter ? ['Retry-After'] : []),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) as Json } },
  };
}

function exampleOf(code: ProblemCode, shape: ErrorShape): object {
  const { title, text } = problems[code];
  return errorBody(shape, { code, title, message: text, fields: [] }, 'req_01KAT000000000000000000000');
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
