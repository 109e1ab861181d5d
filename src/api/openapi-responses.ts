import { problems, type ProblemCode } from '../core/problems.ts';
import { isBinaryReply, takesIdempotencyKey, errorCodesOf, type Endpoint } from './endpoint.ts';
import { errorBody, errorShapeOf, FlatError, NestedError, type ErrorShape } from './error-body.ts';
import type { Components, Json } from './openapi-components.ts';
import { responseExample } from './openapi-examples.ts';

const textHeader = (description: string): Json => ({ description, schema: { type: 'string' } });
const numberHeader = (description: string): Json => ({ description, schema: { type: 'integer' } });

export const responseHeaders: Readonly<Record<string, Json>> = {
  'x-request-id': textHeader('Names this request; quote it when you report a fault.'),
  'x-workspace-id': textHeader('The workspace that the request was in, where it came with a key or session.'),
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

/** Headers that stand on some answers only. */
const concurrencyNames = ['X-Concurrency-Limit', 'X-Concurrency-Current'];
const special = new Set(['Retry-After', 'Idempotent-Replayed', ...concurrencyNames]);

function headerReferences(more: readonly string[]): Json {
  const names = Object.keys(responseHeaders).filter((name) => !special.has(name));
  return Object.fromEntries(
    [...names, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

/** Every answer of an endpoint by status: the success, and each refusal with its codes. */
export function responsesOf(one: Endpoint, components: Components): Json {
  return { ...successes(one, components), ...refusals(one, components) };
}

function successes(one: Endpoint, components: Components): Json {
  const headers = headerReferences([
    ...(takesIdempotencyKey(one) ? ['Idempotent-Replayed'] : []),
    ...(one.sendsConcurrencyHeaders ? concurrencyNames : []),
  ]);
  if (!isBinaryReply(one.reply)) {
    const schema = components.schemas.output(one.reply, one.tag);
    const other = one.otherReply && { [one.otherReply.contentType]: { schema: { type: 'string' } } };
    // Operations that answer the same kind of thing share its example.
    const reference = schema['$ref'] as string | undefined;
    const name = reference?.replace('#/components/schemas/', '') ?? one.operationId;
    const example = components.example(name, responseExample(one));
    const content = { 'application/json': { schema, examples: { example } }, ...other };
    return { '200': { description: 'Done.', headers, content } };
  }
  const { contentType, event } = one.reply;
  const schema =
    event === undefined ? { type: 'string', format: 'binary' } : components.schemas.output(event, one.tag);
  const content = { [contentType]: { schema } };
  return {
    '200': { description: one.reply.description, headers, content },
    ...(one.reply.acceptsRanges && {
      '206': { description: 'The part that the Range header asked for.', headers, content },
    }),
  };
}

/** One response for each status, with an example of each code that it may carry. Equal ones are one component. */
function refusals(one: Endpoint, components: Components): Json {
  const byStatus = Map.groupBy(errorCodesOf(one), (code) => String(problems[code].status));
  const shape = errorShapeOf(one.path);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      components.response(`${capitalised(shape)}${status}`, refusal(status, codes, shape, components)),
    ]),
  );
}

function refusal(
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
  const tellsWhen = status === '429' || codes.includes('idempotency_in_progress');
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headerReferences(tellsWhen ? ['Retry-After'] : []),
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) as Json } },
  };
}

function exampleOf(code: ProblemCode, shape: ErrorShape): object {
  const { title, text } = problems[code];
  return errorBody(shape, { code, title, message: text, fields: [] }, 'req_01KAT000000000000000000000');
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
