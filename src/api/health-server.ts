import fastify, { type FastifyInstance } from 'fastify';
import { reject } from '../core/problems.ts';
import type { ApiContext, MetricsSettings } from './context.ts';
import { registerHealth } from './health.ts';
import { malformedRequestResponse, sendProblem, toProblem } from './http/send-problem.ts';
import { registerMetrics, ResponseMetrics } from './metrics.ts';

const requestTimeoutMs = 10_000;
/** Health checks have no body. */
const maxBodyBytes = 1024;

/** Creates the HTTP server of a node without the API: health checks and metrics. It does not listen yet. */
export function createHealthServer({
  node,
  clock,
  logger,
  ids,
  settings,
}: Pick<ApiContext, 'node' | 'clock' | 'logger' | 'ids'> & MetricsSettings): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    requestIdHeader: false,
    genReqId: () => ids.newId('request'),
    forceCloseConnections: true,
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(malformedRequestResponse(ids.newId('request')));
    },
  });
  registerHealth(app, { node, clock, settings });
  registerMetrics(app, { node, settings }, new ResponseMetrics());
  app.setNotFoundHandler(() => reject('not_found'));
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, toProblem(error), logger));
  // Without a listener, an error such as a lack of file descriptors would end the process.
  app.server.on('error', (error) => logger.warn({ err: error }, 'The HTTP server reported an error.'));
  return app;
}
