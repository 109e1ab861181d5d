import type { FastifyReply, FastifyRequest } from 'fastify';
import { reject } from '../../core/problems.ts';
import type { JsonResponse } from './canonical-json.ts';
import { appendAudit, appendAuditAfterRequest } from '../audit.ts';
import type { BinaryResponse } from './binary-response.ts';
import { concurrencyHeaders } from './concurrency-headers.ts';
import type { ApiContext } from '../context.ts';
import {
  isBinaryReply,
  acceptsIdempotencyKey,
  type Caller,
  type Endpoint,
  type EndpointRequest,
  type RequestRecord,
} from '../endpoint.ts';
import { handleIdempotent, recordWithoutIdempotencyKey } from './idempotency.ts';
import { jsonResponse } from './json-response.ts';
import { etagOf } from './version-match.ts';
import { readInputs, readPath } from './read-request.ts';
import { sentFields } from './sent-value.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';

/** Handles an admitted request and sends the response. A POST with an Idempotency-Key runs once per key. */
export async function serveEndpoint(
  endpoint: Endpoint,
  context: ApiContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = request.caller ?? reject('missing_api_key');
  if (endpoint.sendsConcurrencyHeaders) reply.headers(await concurrencyHeaders(caller, context));
  request.upload = await receiveUpload(endpoint, request, context);
  try {
    return await handleRequest(endpoint, context, caller, { request, reply });
  } finally {
    await request.upload?.close();
  }
}

interface HttpExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function handleRequest(
  endpoint: Endpoint,
  context: ApiContext,
  caller: Caller,
  { request, reply }: HttpExchange,
): Promise<FastifyReply> {
  const details: Record<string, unknown> = {};
  const addAuditDetails = (more: Readonly<Record<string, unknown>>) => void Object.assign(details, more);
  const handle = async (requestRecord: RequestRecord) => {
    const validated = await readRequest(endpoint, caller, request, context);
    const transport = transportOf(request, reply);
    const response = await endpoint.handle(
      { ...validated, ...transport, addAuditDetails, requestRecord },
      context,
    );
    if (endpoint.sendsETag) reply.header('etag', etagOf(response as { readonly version: number }));
    return response;
  };
  if (isReadOnly(endpoint, request))
    return sendResponse(endpoint, reply, await handle(recordWithoutIdempotencyKey));
  const auditedRequest = { endpoint, context, caller, request };
  if (isBinaryReply(endpoint.reply)) {
    const response = await handle(recordWithoutIdempotencyKey);
    await appendAuditAfterRequest(auditedRequest, { response: {}, details });
    return sendResponse(endpoint, reply, response);
  }
  const handleAudited = async (requestRecord: RequestRecord): Promise<JsonResponse> => {
    let isAudited = false;
    const storeAuditEntry: RequestRecord['storeAuditEntry'] = async (tx, response) => {
      await appendAudit(tx, auditedRequest, { response, details });
      isAudited = true;
    };
    const storeResponse: RequestRecord['storeResponse'] = async (tx, response) => {
      await storeAuditEntry(tx, response as Readonly<Record<string, unknown>>);
      return requestRecord.storeResponse(tx, response);
    };
    const response = await handle({ ...requestRecord, storeAuditEntry, storeResponse });
    if (!isAudited) await appendAuditAfterRequest(auditedRequest, { response, details });
    return jsonResponse(endpoint, response);
  };
  const response = acceptsIdempotencyKey(endpoint)
    ? await handleIdempotent({ endpoint, context, caller, request, reply }, handleAudited)
    : await handleAudited(recordWithoutIdempotencyKey);
  return sendJson(reply, response);
}

const isReadOnly = (
  { method, isReadOnly = false, dryRunField }: Endpoint,
  { body }: Pick<FastifyRequest, 'body'>,
): boolean =>
  method === 'GET' || isReadOnly || (dryRunField !== undefined && sentFields(body)[dryRunField] === true);

/** Sends a response that may be JSON or a stream. */
function sendResponse(endpoint: Endpoint, reply: FastifyReply, response: unknown): FastifyReply {
  const { reply: schema, alternativeReply } = endpoint;
  if (isBinaryReply(schema) || (alternativeReply !== undefined && 'stream' in (response as object)))
    return sendBinary(reply, response as BinaryResponse);
  return sendJson(reply, jsonResponse(endpoint, response));
}

const sendJson = (reply: FastifyReply, { status, text }: JsonResponse): FastifyReply =>
  reply.status(status).type('application/json; charset=utf-8').send(text);

async function readRequest(endpoint: Endpoint, caller: Caller, request: FastifyRequest, context: ApiContext) {
  const path = readPath(endpoint, request.params as Record<string, string>);
  const { query, body, upload } = request;
  return {
    caller,
    path,
    upload,
    ...(await readInputs(endpoint, { caller, path, query, body, upload }, context)),
  };
}

type Transport = Pick<EndpointRequest<unknown, unknown, unknown>, 'clientAddress' | 'header' | 'setHeader'>;

const transportOf = (request: FastifyRequest, reply: FastifyReply): Transport => ({
  clientAddress: request.ip,
  header: (name) => request.headers[name.toLowerCase()]?.toString(),
  setHeader: (name, value) => void reply.header(name, value),
});

function sendBinary(reply: FastifyReply, { status, headers, stream }: BinaryResponse): FastifyReply {
  return reply.status(status).headers(headers).send(stream);
}
