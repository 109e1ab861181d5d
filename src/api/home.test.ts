import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const getHome = async (headers: Record<string, string> = {}) => api.app.inject({ url: '/', headers });

describe('the home page', () => {
  it('links to the reference, the OpenAPI document and the health check', async () => {
    const { statusCode, payload, headers } = await getHome();
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const links = [...payload.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link!);
    expect(links).toEqual(['/docs', '/openapi.json', '/health/ready']);
    for (const url of links) expect((await api.app.inject({ url })).statusCode).toBe(200);
  });

  it('has example commands with the base URL of the request', async () => {
    expect((await getHome({ host: 'parley.example.net:8080' })).payload).toContain(
      'curl -s "http://parley.example.net:8080/api/v1/agents?status=active',
    );
    const proxied = await getHome({ host: '[2001:db8::1]', 'x-forwarded-proto': 'https' });
    expect(proxied.payload).toContain('https://[2001:db8::1]/api/v1/calls/call');
  });

  it.each(['<script>alert(1)</script>', 'a"onload="x', "x';", '$&'])(
    'ignores the invalid Host header %s',
    async (host) => {
      const { payload } = await getHome({ host });
      expect(payload).not.toContain(host);
      expect(payload).toContain('http://127.0.0.1:3000/api/v1/agents');
    },
  );

  it('loads no scripts or other resources', async () => {
    const { payload, headers } = await getHome();
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
    expect(payload).not.toMatch(/<script|src=|@import|url\(/);
    const outside = [...payload.matchAll(/href="(?!\/|data:)/g)];
    expect(outside).toEqual([]);
  });

  it('has only example commands for existing operations', async () => {
    const { payload } = await getHome({ host: 'h' });
    const { body } = await api.send('GET', '/openapi.json');
    const paths = [...payload.matchAll(/http:\/\/h(\/[^\s"]+)/g)].map(([, path]) =>
      path!.replace('$CALL', '{callId}').replace(/\?.*/, ''),
    );
    expect(paths.length).toBeGreaterThanOrEqual(4);
    for (const path of paths) expect(Object.keys(body.paths)).toContain(path);
  });
});
