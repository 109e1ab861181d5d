import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../core/logger.ts';
import { Problem, type ProblemCode } from '../core/problems.ts';
import { formatBytes } from './body-limits.ts';
import { errorBody, errorShapeOf, type ErrorShape } from './error-body.ts';

/** What fastify refuses by itself, in our words. */
const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 'not_found',
};

/**
 * Whatever was thrown, as something that may leave the house.
 * @param bodyBytesMax of the operation
 */
export function toProblem(error: unknown, bodyBytesMax?: number): Problem {
  if (error instanceof Problem) return error;
  const { code } = error as { code?: string };
  const known = (code === undefined ? undefined : fastifyCodes[code]) ?? 'internal_error';
  if (known !== 'body_too_large' || bodyBytesMax === undefined) return new Problem(known, { cause: error });
  const details = `The body is larger than ${formatBytes(bodyBytesMax)}. ${fileHint}`;
  return new Problem(known, { details, cause: error });
}

/** What became of a request, for the error handler of the server. */
export function requestProblem(error: unknown, request: FastifyRequest, logger: Logger): Problem {
  if (!clientDisconnected(request)) return toProblem(error, request.routeOptions.bodyLimit);
  logger.debug({ requestId: request.id }, 'A client closed its connection before its request was complete.');
  if (error instanceof Problem) return error;
  const details = 'The connection was closed before the request was complete.';
  return new Problem('invalid_http', { details, cause: error });
}

/** Whether the client closed the connection; a request that the service stops reading has no such error. */
const clientDisconnected = ({ raw }: FastifyRequest): boolean =>
  (raw.errored as { code?: string } | null)?.code === 'ECONNRESET';

const fileHint = 'A file may be larger: send it as text/csv or multipart/form-data where that is taken.';

/** Without a cause it is an outcome, such as a carrier that refused; with one it is a defect. */
function logFailure(request: FastifyRequest, { cause, code, message }: Problem, logger: Logger): void {
  const where = { requestId: request.id, path: request.routeOptions.url ?? 'unknown path', code };
  if (cause === undefined) logger.warn({ ...where, message }, 'A request could not be carried out.');
  else logger.error({ ...where, err: cause }, 'A request failed.');
}

/** Answers with the body shape of the path's family; what went wrong inside goes to the log. */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
  logger: Logger,
): FastifyReply {
  if (problem.status >= 500) logFailure(request, problem, logger);
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
  return reply.status(problem.status).send(errorBody(errorShapeOfUrl(request.url), problem, request.id));
}

/** How errors are spelt at this address, whatever its query. */
export const errorShapeOfUrl = (url: string): ErrorShape => errorShapeOf(url.split('?', 1)[0]!);

/** RFC 9110 §10.1.1: an expectation other than 100-continue. Node gives such a request to nobody else. */
export function rejectExpectation(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const details = 'The Expect header can be 100-continue and nothing else.';
  const body = errorBody(errorShapeOfUrl(url), new Problem('invalid_http', { details }), requestId);
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    connection: 'close',
  });
  response.end(JSON.stringify(body));
}

/** The answer to what is not HTTP, header and body, as bytes of a connection that is closed after it. */
export function malformedRequestResponse(requestId: string): string {
  const body = JSON.stringify(errorBody('flat', new Problem('invalid_http'), requestId));
  const lines = [
    'HTTP/1.1 400 Bad Request',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
