import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../core/problems.ts';
import { errorBody } from './error-body.ts';
import { errorShapeOfUrl } from './send-problem.ts';

const retryAfterSeconds = 1;

/** Made once: what is refused while there is too much to do must cost next to nothing, and an error looks for where it was made. */
const overloaded = new Problem('overloaded', { retryAfterSeconds });

/** Answers 429 `overloaded` past everything that fastify does for an answer, with the headers of a rate limit. */
export function shedRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  limitHeaders: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify(errorBody(errorShapeOfUrl(request.url), overloaded, request.id));
  reply.hijack();
  const headers = {
    ...reply.getHeaders(),
    ...limitHeaders,
    'retry-after': String(retryAfterSeconds),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
  reply.raw.writeHead(overloaded.status, headers as OutgoingHttpHeaders);
  reply.raw.end(body);
}
