import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBinaryReply } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { errorShapeOf } from '../../src/api/http/error-body.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { documentedOperation, paths } from './documented-operations.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const standardStatuses = ['200', '400', '401', '403', '404', '429', '500', '503'];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;

/** Returns the status and body of a response, with the request id masked. */
async function send(method: string, url: string): Promise<{ status: number; body: unknown; bytes: string }> {
  const response = await api.app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-api-key': api.key, 'x-workspace-id': api.workspaceId },
  });
  const bytes = response.payload.replace(/req_\w+/, 'req_');
  return { status: response.statusCode, body: bytes === '' ? undefined : JSON.parse(bytes), bytes };
}

const notFound = (path: string): object => {
  const code = 'not_found';
  if (errorShapeOf(path) === 'nested')
    return { error: { code, message: expect.any(String), requestId: 'req_' } };
  return { error: expect.any(String), details: expect.any(String), code, requestId: 'req_' };
};

describe('the OpenAPI document', () => {
  it('contains exactly the endpoints of the service', () => {
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it.each(endpoints.map((endpoint) => ({ name: endpoint.operationId, endpoint })))(
    'documents only 200, 400, 401, 403, 404, 429, 500 and 503 for $name, unless it serves ranges',
    ({ endpoint }) => {
      const additional = isBinaryReply(endpoint.reply) && endpoint.reply.acceptsRanges ? ['206'] : [];
      const documented = Object.keys(documentedOperation(endpoint).responses);
      expect(documented.filter((status) => !standardStatuses.includes(status)).sort()).toEqual(additional);
      expect(documented).toEqual(expect.arrayContaining(['200', '400', '429', '500', '503']));
    },
  );
});

describe('a path with an unsupported method', () => {
  it.each(Object.keys(paths))('%s returns 404 in the error format of its path family', async (path) => {
    const url = path.replaceAll(/\{(\w+)\}/g, 'x');
    const other = methods.filter((method) => !Object.hasOwn(paths[path]!, method.toLowerCase()));
    for (const method of other.filter((name) => !matchesOtherPath(name, url))) {
      const { status, body } = await send(method, url);
      expect([method, status]).toEqual([method, 404]);
      expect(body).toEqual(method === 'HEAD' ? undefined : notFound(path));
    }
  });
});

/** Returns whether the URL also matches another path, by a path parameter. */
const matchesOtherPath = (method: string, url: string): boolean =>
  endpoints.some(
    (endpoint) =>
      endpoint.method === method &&
      new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url),
  );

describe('an unknown path', () => {
  const unknown = [
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/agents',
    '/v1/api',
    '/v1/api/nothing',
    '/v2/api/nothing',
    '/v3/api/x',
    '/nothing',
    '/api/v1/agents/x/y/z',
    '//',
    '/%00',
    '/v1/api/%ff',
    '/api/v1/agents/%',
  ];

  it.each(unknown)('%s returns 404 in the error format of its path family', async (url) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT']) {
      const { status, body } = await send(method, url);
      expect([method, status]).toEqual([method, 404]);
      expect(body).toEqual(notFound(url));
    }
  });
});
