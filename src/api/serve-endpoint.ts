import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../core/problems.ts';
import type { JsonResponse } from './canonical-json.ts';
import { appendAudit, writeAudit } from './audit.ts';
import type { BinaryResponse } from './binary-response.ts';
import { concurrencyHeaders } from './concurrency-headers.ts';
import type { ApiContext } from './context.ts';
import {
  isBinaryReply,
  takesIdempotencyKey,
  type Caller,
  type Endpoint,
  type EndpointRequest,
  type IdempotencyHandle,
} from './endpoint.ts';
import { handleIdempotent, withoutKey } from './idempotency.ts';
import { jsonResponse } from './json-response.ts';
import { readInputs, readPath } from './read-request.ts';
import { receiveUpload } from './uploads/receive-upload.ts';

/** Handles an admitted request, once per Idempotency-Key, and sends the response. */
export async function serveEndpoint(
  one: Endpoint,
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = request.caller ?? refuse('missing_api_key');
  if (one.sendsConcurrencyHeaders) reply.headers(await concurrencyHeaders(caller, context));
  request.upload = await receiveUpload(one, request, context);
  try {
    return await answerRequest(one, context, caller, { request, reply });
  } finally {
    await request.upload?.close();
  }
}

interface Wire {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answerRequest(
  one: Endpoint,
  context: ApiContext,
  caller: Caller,
  { request, reply }: Wire,
): Promise<FastifyReply> {
  const details: Record<string, unknown> = {};
  const note = (more: Readonly<Record<string, unknown>>) => void Object.assign(details, more);
  const work = async (once: IdempotencyHandle) => {
    const validated = await readRequest(one, caller, request, context);
    return one.handle({ ...validated, ...transportOf(request, reply), note, once }, context);
  };
  if (one.method === 'GET') return sendAnswer(one, reply, await work(withoutKey));
  const perform = async (once: IdempotencyHandle): Promise<JsonResponse> => {
    const audited = { one, context, caller, request };
    let isAudited = false;
    const audit: IdempotencyHandle['audit'] = async (tx, answer) => {
      await appendAudit(tx, audited, { answer, details });
      isAudited = true;
    };
    const settle: IdempotencyHandle['settle'] = async (tx, answer) => {
      await audit(tx, answer as Readonly<Record<string, unknown>>);
      return once.settle(tx, answer);
    };
    const answer = await work({ ...once, audit, settle });
    if (!isAudited) await writeAudit(audited, { answer, details });
    return jsonResponse(one, answer);
  };
  const answer = takesIdempotencyKey(one)
    ? await handleIdempotent({ one, context, caller, request, reply }, perform)
    : await perform(withoutKey);
  return sendJson(reply, answer);
}

/** Sends the response of a GET, which may be JSON or a stream. */
function sendAnswer(one: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply {
  if (isBinaryReply(one.reply) || (one.otherReply !== undefined && 'stream' in (answer as object)))
    return sendBinary(reply, answer as BinaryResponse);
  return sendJson(reply, jsonResponse(one, answer));
}

const sendJson = (reply: FastifyReply, { status, text }: JsonResponse): FastifyReply =>
  reply.status(status).type('application/json; charset=utf-8').send(text);

async function readRequest(one: Endpoint, caller: Caller, request: FastifyRequest, context: ApiContext) {
  const path = readPath(one, request.params as Record<string, string>);
  const { query, body, upload } = request;
  return { caller, path, upload, ...(await readInputs(one, { caller, path, query, body, upload }, context)) };
}

type Transport = Pick<EndpointRequest<unknown, unknown, unknown>, 'address' | 'header' | 'setHeader'>;

const transportOf = (request: FastifyRequest, reply: FastifyReply): Transport => ({
  address: request.ip,
  header: (name) => request.headers[name.toLowerCase()]?.toString(),
  setHeader: (name, value) => void reply.header(name, value),
});

function sendBinary(reply: FastifyReply, { status, headers, stream }: BinaryResponse): FastifyReply {
  return reply.status(status).headers(headers).send(stream);
}
