import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../core/problems.ts';
import { errorBody } from './error-body.ts';
import { errorShapeOfUrl } from './send-problem.ts';

const retryAfterSeconds = 1;

/** Created once, because creating an error captures a stack trace and rejections under overload must be cheap. */
const overloadedProblem = new Problem('overloaded', { retryAfterSeconds });

/** Sends 429 `overloaded` with rate limit headers. Bypasses the response processing of Fastify. */
export function shedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  limitHeaders: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify(errorBody(errorShapeOfUrl(request.url), overloadedProblem, request.id));
  reply.hijack();
  const headers = {
    ...reply.getHeaders(),
    ...limitHeaders,
    'retry-after': String(retryAfterSeconds),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  reply.raw.writeHead(overloadedProblem.status, headers as OutgoingHttpHeaders);
  reply.raw.end(body);
}
