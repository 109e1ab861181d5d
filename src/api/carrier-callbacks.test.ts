import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CarrierRequest } from '../contracts/message-carrier.ts';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { createApi } from './app.ts';

type App = ReturnType<typeof createApi>;

describe('carrier callbacks', () => {
  let api: TestApi;
  let app: App;
  const requests: CarrierRequest[] = [];
  let status: 200 | 403 | 500 = 200;

  beforeAll(async () => {
    api = await createTestApi();
    const endpoint = {
      name: 'vendor',
      async handle(request: CarrierRequest) {
        requests.push(request);
        return { status, contentType: 'text/xml', body: '<Response/>' };
      },
    };
    const carrierCallbacks = { publicUrl: 'https://parley.example.net/', endpoints: [endpoint] };
    app = createApi({ ...api.context, carrierCallbacks });
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await api.close();
  });

  const post = (url: string, type: string, payload: string | Buffer = '') =>
    app.inject({ method: 'POST', url, headers: { 'content-type': type, 'x-signature': 's' }, payload });

  it.each([
    ['application/x-www-form-urlencoded', Buffer.from('a=%20b&c=+')],
    ['application/json', Buffer.from('{"a": 1}')],
    ['multipart/form-data; boundary=x', Buffer.from([0, 255, 13, 10])],
  ])('passes on the octets of %s and the public URL, without a key', async (type, body) => {
    status = 200;
    const response = await post('/v1/carriers/vendor/status/x?a=b%20c&d', type, body);
    expect([response.statusCode, response.headers['content-type'], response.body]).toEqual([
      200,
      'text/xml',
      '<Response/>',
    ]);
    const { url, headers, body: received } = requests.at(-1)!;
    expect(url).toBe('https://parley.example.net/v1/carriers/vendor/status/x?a=b%20c&d');
    expect(headers).toMatchObject({ 'x-signature': 's', 'content-type': type });
    expect(Buffer.from(received)).toEqual(body);
  });

  it('accepts a request without a body', async () => {
    status = 200;
    const response = await app.inject({ method: 'POST', url: '/v1/carriers/vendor/status' });
    expect(response.statusCode).toBe(200);
    expect(requests.at(-1)?.body).toHaveLength(0);
  });

  it('rejects unknown carriers, other methods and large bodies', async () => {
    expect((await post('/v1/carriers/other/status', 'text/plain')).json()).toMatchObject({
      code: 'not_found',
    });
    expect((await app.inject({ method: 'GET', url: '/v1/carriers/vendor/status' })).statusCode).toBe(404);
    const large = await post('/v1/carriers/vendor/status', 'text/plain', 'x'.repeat(256 * 1024 + 1));
    expect(large.statusCode).toBe(400);
  });

  it('limits requests with an invalid signature, but not others', async () => {
    status = 403;
    expect((await post('/v1/carriers/vendor/status', 'text/plain')).statusCode).toBe(403);
    const responses = await Promise.all(
      Array.from({ length: 1_250 }, () => post('/v1/carriers/vendor/status', 'text/plain')),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toContain(429);
    status = 200;
    expect((await post('/v1/carriers/vendor/status', 'text/plain')).statusCode).toBe(200);
  });

  it('does not exist without carriers that use it', async () => {
    const response = await api.app.inject({ method: 'POST', url: '/v1/carriers/vendor/status' });
    expect(response.statusCode).toBe(404);
  });
});
