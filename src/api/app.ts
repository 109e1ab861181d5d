import { maxHeaderSize } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Problem, refuse } from '../core/problems.ts';
import { Admission, changesAccess } from './admission.ts';
import {
  malformedRequestResponse,
  sendProblem,
  toProblem,
  requestProblem,
  rejectExpectation,
} from './send-problem.ts';
import { bodyLimitsOf, defaultBytesMax, type BodyLimits } from './body-limits.ts';
import type { ApiContext } from './context.ts';
import { registerDocs } from './docs.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { registerHealth } from './health.ts';
import { registerHome } from './home.ts';
import { parseJsonBody } from './json-body.ts';
import { ResponseMetrics, registerMetrics } from './metrics.ts';
import { openApiDocument } from './openapi.ts';
import { queueThreshold, OverloadGuard } from './overload-guard.ts';
import { refuseRepeatedHost } from './repeated-headers.ts';
import { serveEndpoint } from './serve-endpoint.ts';
import { shedRequest } from './shed-request.ts';
import type { Upload } from './uploads/upload.ts';
import { WorkspaceShares } from './workspace-shares.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been admitted. */
    caller: Caller | undefined;
    /** The file that came with it. */
    upload: Upload | undefined;
    /** Ends what it takes of its workspace's share of the node. */
    releaseShare: (() => void) | undefined;
  }
  interface FastifyContextConfig {
    operationId?: string;
    /** Of the JSON body. */
    bodyLimits?: BodyLimits;
    /** Of a page that needs no key, as `Admission` counts it. */
    pageCost?: number;
  }
}

/** A request must have arrived whole in this time. */
const requestTimeoutMs = 30_000;

/** The whole HTTP side: every endpoint, health, metrics and documents. Listens to nothing yet. */
export function createApi(context: ApiContext): FastifyInstance {
  const app = bareServer(context);
  const answers = new ResponseMetrics();
  const guards = {
    guard: new OverloadGuard(context.database, context.clock),
    admission: new Admission(context),
    shares: new WorkspaceShares(queueThreshold),
  };
  app.addHook('onRequest', async (request, reply) => {
    const { pageCost } = request.routeOptions.config;
    if (pageCost !== undefined) guards.admission.countPageRequest(request, reply, pageCost);
  });
  for (const one of endpoints) registerEndpoint(app, one, context, guards);
  notFoundHandler(app, guards);
  registerHealth(app, context);
  registerMetrics(app, context, answers);
  registerHome(app);
  registerDocs(app, () => openApiDocument(endpoints, context.settings.version));
  app.addHook('preClose', async () => context.streams.close());
  app.addHook('onClose', async () => guards.admission.close());
  app.addHook('onResponse', async (request, reply) => logResponse(request, reply, context, answers));
  return app;
}

/** Fastify with our errors, our JSON and our limits in place of its own. */
function bareServer({ ids, logger, settings }: ApiContext): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: defaultBytesMax,
    requestTimeout: requestTimeoutMs,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    trustProxy: settings.trustedProxies.length > 0 && [...settings.trustedProxies],
    genReqId: () => ids.newId('request'),
    // What is too long to be an id is unknown like any other; Node bounds the whole address.
    routerOptions: { maxParamLength: maxHeaderSize },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      void sendProblem(request, reply, toProblem(error), logger);
    },
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(malformedRequestResponse(ids.newId('request')));
    },
  });
  app.decorateRequest('caller', undefined);
  app.decorateRequest('upload', undefined);
  app.decorateRequest('releaseShare', undefined);
  app.addHook('onSend', async (request) => request.releaseShare?.());
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    refuseRepeatedHost(request.raw.rawHeaders);
  });
  // Such as no file descriptor for a connection: without a listener the error would end the process.
  app.server.on('error', (error) => logger.warn({ err: error }, 'A connection could not be accepted.'));
  app.server.on('checkExpectation', (request, response) =>
    rejectExpectation(request, response, ids.newId('request')),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      readJsonBody(body, request.routeOptions.config.bodyLimits),
  );
  app.addContentTypeParser('text/csv', (_request, _payload, done) => done(null));
  void app.register(cookie, { hook: false });
  void app.register(multipart);
  app.setErrorHandler((error, request, reply) =>
    sendProblem(request, reply, requestProblem(error, request, logger), logger),
  );
  return app;
}

/** Bytes of a body from which it is not read and used in one turn of the event loop. */
const largeBodyBytes = 64 * 1024;

async function readJsonBody(body: Buffer, limits: BodyLimits | undefined): Promise<unknown> {
  const value = parseJsonBody(body, limits);
  if (body.length > largeBodyBytes) await setImmediate();
  return value;
}

/** What every request of an endpoint has to pass. */
interface Guards {
  readonly guard: OverloadGuard;
  readonly admission: Admission;
  readonly shares: WorkspaceShares;
}

function registerEndpoint(
  app: FastifyInstance,
  one: Endpoint,
  context: ApiContext,
  { guard, admission, shares }: Guards,
): void {
  const bodyLimits = bodyLimitsOf(one);
  app.route({
    method: one.method,
    url: one.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimits.bytesMax,
    config: { operationId: one.operationId, bodyLimits },
    onRequest: async (request, reply) => {
      const workspaceId = admission.likelyWorkspace(request);
      const isWithinShare = workspaceId !== undefined && shares.isWithinShare(workspaceId);
      if (guard.isOverloaded() && !isWithinShare)
        return shedRequest(request, reply, admission.limitHeaders(request));
      if (workspaceId !== undefined) countInShare(request, reply, shares.acquire(workspaceId));
      request.caller = await admission.admit(request, reply, one);
    },
    handler: (request, reply) => serveEndpoint(one, context, request, reply),
    ...(changesAccess(one) && {
      onSend: async () => admission.clearCache(),
    }),
  });
}

/** Until the answer begins, or the connection is gone. */
function countInShare(request: FastifyRequest, reply: FastifyReply, leave: () => void): void {
  request.releaseShare = leave;
  reply.raw.once('close', leave);
}

/** A path or method that does not exist. It is refused before its body is read. */
function notFoundHandler(app: FastifyInstance, { guard, admission }: Guards): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    if (guard.isOverloaded()) return shedRequest(request, reply, admission.limitHeaders(request));
    await admission.countUnknownPath(request, reply);
    throw new Problem('not_found');
  });
  app.setNotFoundHandler(() => refuse('not_found'));
}

function logResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { logger }: ApiContext,
  answers: ResponseMetrics,
): void {
  const { operationId } = request.routeOptions.config;
  const operation = operationId ?? 'other';
  answers.saw({ operation, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  logger.debug(
    {
      operation,
      status: reply.statusCode,
      tookMs: Math.round(reply.elapsedTime),
      requestId: request.id,
      actorId: request.caller?.actor.id,
    },
    'Answered a request.',
  );
}
