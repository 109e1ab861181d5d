import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBinaryReply, errorCodesOf } from '../../src/api/endpoint.ts';
import { endpoints } from '../../src/api/endpoints.ts';
import { errorShapeOf } from '../../src/api/error-body.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { describedAs, paths } from './described-operations.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const standardStatuses = ['200', '400', '401', '403', '404', '429', '500'];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;

/** Returns the status and body of a response, with the request id masked. */
async function ask(method: string, url: string): Promise<{ status: number; body: unknown; bytes: string }> {
  const answer = await api.app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-api-key': api.key, 'x-workspace-id': api.workspaceId },
  });
  const bytes = answer.payload.replace(/req_\w+/, 'req_');
  return { status: answer.statusCode, body: bytes === '' ? undefined : JSON.parse(bytes), bytes };
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

  it.each(endpoints.map((one) => ({ name: one.operationId, one })))(
    'documents only 200, 400, 401, 403, 404, 429 and 500 for $name, unless it serves ranges or can be draining',
    ({ one }) => {
      const more = [
        ...(isBinaryReply(one.reply) && one.reply.acceptsRanges ? ['206'] : []),
        ...(errorCodesOf(one).includes('draining') ? ['503'] : []),
      ];
      const documented = Object.keys(describedAs(one).responses);
      expect(documented.filter((status) => !standardStatuses.includes(status)).sort()).toEqual(more);
      expect(documented).toEqual(expect.arrayContaining(['200', '400', '429', '500']));
    },
  );
});

describe('a path with an unsupported method', () => {
  it.each(Object.keys(paths))('%s returns 404 in the error format of its path family', async (path) => {
    const url = path.replaceAll(/\{(\w+)\}/g, 'x');
    const other = methods.filter((method) => !Object.hasOwn(paths[path]!, method.toLowerCase()));
    for (const method of other.filter((name) => !matchesOtherPath(name, url))) {
      const { status, body } = await ask(method, url);
      expect([method, status]).toEqual([method, 404]);
      expect(body).toEqual(method === 'HEAD' ? undefined : notFound(path));
    }
  });
});

/** Returns whether the URL also matches another path, by a path parameter. */
const matchesOtherPath = (method: string, url: string): boolean =>
  endpoints.some(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url),
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
      const { status, body } = await ask(method, url);
      expect([method, status]).toEqual([method, 404]);
      expect(body).toEqual(notFound(url));
    }
  });
});
