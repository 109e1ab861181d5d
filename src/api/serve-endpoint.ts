import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../core/problems.ts';
import type { JsonAnswer } from './answer.ts';
import { writeAudit } from './audit.ts';
import { concurrencyHeaders } from './concurrency-headers.ts';
import type { ApiContext } from './context.ts';
import {
  isBinaryReply,
  type BinaryAnswer,
  type Caller,
  type Endpoint,
  type EndpointRequest,
  type OnceOnly,
} from './endpoint.ts';
import { answerOnce, everyTime } from './idempotency.ts';
import { shapeAnswer } from './json-answer.ts';
import { readInputs, readPath } from './read-request.ts';

/** Does what an admitted request asks for, once where it carries an Idempotency-Key, and answers. */
export async function serveEndpoint(
  one: Endpoint,
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = request.caller ?? refuse('missing_api_key');
  if (one.tellsConcurrency) reply.headers(await concurrencyHeaders(caller, context));
  const work = async (once: OnceOnly) => {
    const asked = await readRequest(one, caller, request, context);
    return one.handle({ ...asked, ...headersOf(request, reply), once }, context);
  };
  if (isBinaryReply(one.reply)) return sendBinary(reply, (await work(everyTime)) as BinaryAnswer);
  const { reply: schema } = one;
  const perform = async (once: OnceOnly): Promise<JsonAnswer> => {
    const answer = await work(once);
    if (one.method !== 'GET') await writeAudit(one, context, caller, request, answer);
    return { status: 200, text: JSON.stringify(shapeAnswer(schema, answer)) };
  };
  const answer =
    one.method === 'POST'
      ? await answerOnce({ one, context, caller, request, reply }, perform)
      : await perform(everyTime);
  return reply.status(answer.status).type('application/json; charset=utf-8').send(answer.text);
}

async function readRequest(one: Endpoint, caller: Caller, request: FastifyRequest, context: ApiContext) {
  const path = readPath(one, request.params as Record<string, string>);
  const { query, body } = request;
  return { caller, path, ...(await readInputs(one, { caller, path, query, body }, context)) };
}

type Headers = Pick<EndpointRequest<unknown, unknown, unknown>, 'header' | 'setHeader'>;

const headersOf = (request: FastifyRequest, reply: FastifyReply): Headers => ({
  header: (name) => request.headers[name.toLowerCase()]?.toString(),
  setHeader: (name, value) => void reply.header(name, value),
});

function sendBinary(reply: FastifyReply, { status, headers, stream }: BinaryAnswer): FastifyReply {
  return reply.status(status).headers(headers).send(stream);
}
