import { describe, expect, it } from 'vitest';
import { createTestApi } from '../../../test/support/api.ts';
import { createApi } from '../app.ts';

describe('the client address of a request', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };

  it('is that of the connection, and X-Forwarded-For is ignored, without trusted proxies', async () => {
    const api = await createTestApi();
    const key = await api.createKey({ allowedIps: ['203.0.113.0/24'] });
    const response = await api.send('GET', '/api/v1/agents', { key, headers: forwarded });
    expect(response.body.code).toBe('ip_not_allowed');
    await api.close();
  });

  it('is taken from X-Forwarded-For if a trusted proxy sends it', async () => {
    const api = await createTestApi();
    const settings = { ...api.context.settings, trustedProxies: ['127.0.0.0/8'] };
    const app = createApi({ ...api.context, settings });
    const statusWith = async (key: string) =>
      (await app.inject({ url: '/api/v1/agents', headers: { 'x-api-key': key, ...forwarded } })).statusCode;
    expect(await statusWith(await api.createKey({ allowedIps: ['203.0.113.0/24'] }))).toBe(200);
    expect(await statusWith(await api.createKey({ allowedIps: ['127.0.0.1'] }))).toBe(403);
    await app.close();
    await api.close();
  });
});
