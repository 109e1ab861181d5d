import { maxHeaderSize } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock } from '../core/clock.ts';
import { Problem, reject } from '../core/problems.ts';
import { Admission, changesAccess } from './http/admission.ts';
import {
  malformedRequestResponse,
  sendProblem,
  toProblem,
  requestProblem,
  rejectExpectation,
} from './http/send-problem.ts';
import { bodyLimitsOf, defaultMaxBytes, type BodyLimits } from './http/body-limits.ts';
import { drainRequest } from './http/drain-request.ts';
import { registerUnsubscribe } from './unsubscribe.ts';
import { registerCarrierCallbacks } from './carrier-callbacks.ts';
import type { ApiContext } from './context.ts';
import { Dashboard } from './dashboard.ts';
import { registerDocs } from './docs.ts';
import type { Caller, Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { registerHealth } from './health.ts';
import { parseJsonBody } from './http/json-body.ts';
import { ResponseMetrics, registerMetrics } from './metrics.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { queueThreshold, OverloadGuard } from './http/overload-guard.ts';
import { rejectRepeatedHost } from './http/repeated-headers.ts';
import { serveEndpoint } from './http/serve-endpoint.ts';
import { shedRequest } from './http/shed-request.ts';
import type { Upload } from './uploads/upload.ts';
import { ActiveRequests } from './http/active-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has been admitted. */
    caller: Caller | undefined;
    /** The uploaded file. */
    upload: Upload | undefined;
    /** Removes the request from `ActiveRequests`. */
    removeFromActive: (() => void) | undefined;
  }
  interface FastifyContextConfig {
    operationId?: string;
    /** The limits of the JSON body. */
    bodyLimits?: BodyLimits;
    /** Cost of this page in the rate limit of the client address, in requests. Only for pages without authentication. */
    pageCost?: number;
  }
}

/** Maximum time to receive a complete request. */
const requestTimeoutMs = 30_000;

/** Maximum time for responses to end during the shutdown. `POST /api/v1/calls/call` takes at most as long. */
const drainTimeoutMs = 10_000;

/** Creates the HTTP server with all endpoints, health checks, metrics and documentation. It does not listen yet. */
export function createApi(context: ApiContext): FastifyInstance {
  const app = createServer(context);
  const responseMetrics = new ResponseMetrics();
  const dashboard = new Dashboard();
  const guards = {
    overloadGuard: new OverloadGuard(context.database, context.clock),
    admission: new Admission(context),
    activeRequests: new ActiveRequests(queueThreshold),
  };
  app.addHook('onRequest', async (request, reply) => {
    const { pageCost } = request.routeOptions.config;
    if (pageCost !== undefined) guards.admission.countPageRequest(request, reply, pageCost);
  });
  for (const endpoint of endpoints) registerEndpoint(app, endpoint, context, guards);
  if (context.carrierCallbacks !== undefined)
    registerCarrierCallbacks(app, context.carrierCallbacks, guards.admission);
  registerNotFoundHandler(app, guards, dashboard);
  registerHealth(app, context);
  registerMetrics(app, context, responseMetrics);
  dashboard.register(app);
  registerUnsubscribe(app, context);
  registerDocs(app, () => openApiDocument(endpoints, context.settings.version));
  app.addHook('preClose', async () => {
    context.streams.close();
    context.callFeeds.close();
    disconnectAfterDrain(app, context.clock);
  });
  app.addHook('onClose', async () => guards.admission.close());
  app.addHook('onResponse', async (request, reply) =>
    recordResponse(request, reply, context, responseMetrics),
  );
  return app;
}

/** Closes the connections whose responses have not ended some time after the start of the shutdown, for example because the client does not read. */
function disconnectAfterDrain({ server }: FastifyInstance, clock: Clock): void {
  if (!server.listening) return;
  const timer = clock.after(drainTimeoutMs, () => server.closeAllConnections());
  server.once('close', () => timer.cancel());
}

/** Zod validates the requests, so no route has a schema for Fastify. By default, Fastify loads its own compilers of schemas: 117 files. */
const unusedCompilers = { buildValidator: rejectSchema, buildSerializer: rejectSchema };

function rejectSchema(): never {
  throw new Error('Routes are validated by Zod and have no schemas of Fastify.');
}

/** Creates a Fastify server without routes, with the error bodies, JSON parser and limits of this API. */
function createServer({ clock, ids, logger, settings }: ApiContext): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: defaultMaxBytes,
    requestTimeout: requestTimeoutMs,
    exposeHeadRoutes: false,
    requestIdHeader: false,
    schemaController: { compilersFactory: unusedCompilers },
    trustProxy: settings.trustedProxies.length > 0 && [...settings.trustedProxies],
    genReqId: () => ids.newId('request'),
    // A path parameter of any length reaches the handler, which rejects it as an unknown id. Node limits the length of the URL.
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
  app.decorateRequest('removeFromActive', undefined);
  app.addHook('onSend', async (request) => {
    request.removeFromActive?.();
    drainRequest(request.raw, clock);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    rejectRepeatedHost(request.raw.rawHeaders);
  });
  // Fastify's body reader waits for events that a request which failed during authentication has already emitted.
  app.addHook('preParsing', async (request) => {
    if (request.raw.errored) throw request.raw.errored;
  });
  // Without a listener, an error such as a lack of file descriptors would end the process.
  app.server.on('error', (error) => logger.warn({ err: error }, 'The HTTP server reported an error.'));
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

/** Larger bodies are parsed and processed in separate turns of the event loop. */
const largeBodyBytes = 64 * 1024;

async function readJsonBody(body: Buffer, limits: BodyLimits | undefined): Promise<unknown> {
  const value = parseJsonBody(body, limits);
  if (body.length > largeBodyBytes) await setImmediate();
  return value;
}

/** The checks before every request of an endpoint. */
interface Guards {
  readonly overloadGuard: OverloadGuard;
  readonly admission: Admission;
  readonly activeRequests: ActiveRequests;
}

function registerEndpoint(
  app: FastifyInstance,
  endpoint: Endpoint,
  context: ApiContext,
  { overloadGuard, admission, activeRequests }: Guards,
): void {
  const bodyLimits = bodyLimitsOf(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimits.maxBytes,
    config: { operationId: endpoint.operationId, bodyLimits },
    onRequest: async (request, reply) => {
      const workspaceId = admission.cachedWorkspaceId(request);
      const isWithinFairShare = workspaceId !== undefined && activeRequests.isWithinFairShare(workspaceId);
      if (overloadGuard.isOverloaded() && !isWithinFairShare)
        return shedRequest(request, reply, admission.limitHeaders(request));
      if (workspaceId !== undefined) countAsActive(request, reply, activeRequests.add(workspaceId));
      request.caller = await admission.admit(request, reply, endpoint);
    },
    handler: (request, reply) => serveEndpoint(endpoint, context, request, reply),
    ...(changesAccess(endpoint) && {
      onSend: async () => admission.clearCache(),
    }),
  });
}

/** Counts the request as an active one of its workspace until its response starts or the connection closes. */
function countAsActive(request: FastifyRequest, reply: FastifyReply, remove: () => void): void {
  request.removeFromActive = remove;
  reply.raw.once('close', remove);
}

/** Sends the dashboard to browsers, and rejects other unknown paths and methods with 404 before the body is read. */
function registerNotFoundHandler(
  app: FastifyInstance,
  { overloadGuard, admission }: Guards,
  dashboard: Dashboard,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    if (dashboard.isPageRequest(request)) {
      admission.countPageRequest(request, reply, 1);
      return dashboard.sendPage(reply);
    }
    if (overloadGuard.isOverloaded()) return shedRequest(request, reply, admission.limitHeaders(request));
    await admission.countUnknownPath(request, reply);
    throw new Problem('not_found');
  });
  app.setNotFoundHandler(() => reject('not_found'));
}

/** Records the metrics of a response and logs it. */
function recordResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { logger }: ApiContext,
  responseMetrics: ResponseMetrics,
): void {
  const { operationId } = request.routeOptions.config;
  const operation = operationId ?? 'other';
  responseMetrics.record({ operation, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
  logger.debug(
    {
      operation,
      status: reply.statusCode,
      tookMs: Math.round(reply.elapsedTime),
      requestId: request.id,
      actorId: request.caller?.actor.id,
    },
    'HTTP request completed.',
  );
}
