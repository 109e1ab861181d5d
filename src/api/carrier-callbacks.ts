import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reject } from '../core/problems.ts';
import type { Admission } from './http/admission.ts';
import type { CarrierCallbacks } from './context.ts';

const maxBodyBytes = 256 * 1024;

/**
 * Registers `POST /v1/carriers/{name}/{path}`, where carriers of messages deliver inbound messages and receipts. These requests have a signature of the
 * carrier instead of a key, and are not in the OpenAPI document.
 */
export function registerCarrierCallbacks(
  app: FastifyInstance,
  { publicUrl, endpoints }: CarrierCallbacks,
  admission: Admission,
): void {
  const byName = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  const origin = publicUrl.replace(/\/$/, '');
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    scope.post<{ Params: { name: string } }>(
      '/v1/carriers/:name/*',
      { bodyLimit: maxBodyBytes, config: { operationId: 'receiveCarrierCallback' } },
      async (request, reply: FastifyReply) => {
        const endpoint = byName.get(request.params.name) ?? reject('not_found');
        const { status, contentType, body } = await endpoint.handle({
          url: `${origin}${request.url}`,
          headers: headersOf(request),
          body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        });
        // Requests with a valid signature are not limited.
        if (status === 403) admission.countPageRequest(request, reply, 1);
        return reply.status(status).type(contentType).send(body);
      },
    );
  });
}

/** Repeated headers are joined. */
const headersOf = ({ headers }: FastifyRequest): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
