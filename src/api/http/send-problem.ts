import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../core/logger.ts';
import { Outage } from '../../core/outage.ts';
import { Problem, type ProblemCode } from '../../core/problems.ts';
import { formatBytes } from './body-limits.ts';
import { errorBody, errorShapeOf, type ErrorShape } from './error-body.ts';

/** Problem codes by Fastify error code. */
const fastifyCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 'not_found',
};

/** A restart of the database server takes seconds; a disk has to be repaired or emptied. */
const retrySeconds = { database_unavailable: 5, storage_full: 60, storage_unavailable: 60 } as const;

/** Returns the problem of a request that failed because of an outage. @param sentence appended to the reason */
export function outageProblem(outage: Outage, sentence = ''): Problem {
  const details = [outage.message, sentence, 'Retry after the number of seconds in Retry-After.'];
  return new Problem(outage.code, {
    details: details.filter((part) => part !== '').join(' '),
    cause: outage,
    retryAfterSeconds: retrySeconds[outage.code],
  });
}

/**
 * Converts any thrown value to a problem that can be sent to clients.
 * @param maxBodyBytes the body limit of the operation
 */
export function toProblem(error: unknown, maxBodyBytes?: number): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Outage) return outageProblem(error);
  const { code } = error as { code?: string };
  const problemCode = (code === undefined ? undefined : fastifyCodes[code]) ?? 'internal_error';
  if (problemCode !== 'body_too_large' || maxBodyBytes === undefined)
    return new Problem(problemCode, { cause: error });
  const details = `The body is larger than ${formatBytes(maxBodyBytes)}. ${fileHint}`;
  return new Problem(problemCode, { details, cause: error });
}

/** Returns the problem of a failed request, for the error handler of the server. */
export function requestProblem(error: unknown, request: FastifyRequest, logger: Logger): Problem {
  if (!clientDisconnected(request)) return toProblem(error, request.routeOptions.bodyLimit);
  logger.debug({ requestId: request.id }, 'A client closed its connection before its request was complete.');
  if (error instanceof Problem) return error;
  const details = 'The connection was closed before the request was complete.';
  return new Problem('invalid_http', { details, cause: error });
}

/** Returns whether the client closed the connection. A request that the server stops reading does not have this error. */
const clientDisconnected = ({ raw }: FastifyRequest): boolean =>
  (raw.errored as { code?: string } | null)?.code === 'ECONNRESET';

const fileHint =
  'A file may be larger: send it as text/csv or multipart/form-data if the operation accepts that.';

/** Logs a failure. A failure with a cause is a defect; without a cause it is an expected result, such as a rejection by the carrier. */
function logFailure(request: FastifyRequest, { cause, code, message }: Problem, logger: Logger): void {
  const fields = { requestId: request.id, path: request.routeOptions.url ?? 'unknown path', code };
  // The log line on the end of the call has the reason for which it did not start.
  const level = code === 'UNKNOWN_ERROR' ? 'debug' : 'warn';
  if (cause === undefined) logger[level]({ ...fields, message }, 'HTTP request could not be completed.');
  else logger.error({ ...fields, err: cause }, 'HTTP request failed.');
}

/** Sends the problem in the error shape of the path. Logs errors with status 500 or higher. */
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

/** Returns the error shape of a URL. */
export const errorShapeOfUrl = (url: string): ErrorShape => errorShapeOf(url.split('?', 1)[0]!);

/** Rejects an expectation other than 100-continue (RFC 9110 §10.1.1). Node passes such a request to no other handler. */
export function rejectExpectation(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const details = 'The Expect header must be 100-continue.';
  const body = errorBody(errorShapeOfUrl(url), new Problem('invalid_http', { details }), requestId);
  response.writeHead(400, {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    connection: 'close',
  });
  response.end(JSON.stringify(body));
}

/** Returns the complete response to data that is not valid HTTP. The connection is closed afterwards. */
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
