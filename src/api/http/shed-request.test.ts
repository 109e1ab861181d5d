import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import type { Database } from '../../store/database.ts';

const queue = { waiting: 0 };

/** Wraps a database and replaces the number of queries that wait for a connection. */
const withQueue = (real: Database): Database => ({
  inWorkspace: (workspaceId) => real.inWorkspace(workspaceId),
  asSystem: () => real.asSystem(),
  get waiting() {
    return queue.waiting;
  },
  listen: (...args) => real.listen(...args),
  onEventsCommitted: (listener) => real.onEventsCommitted(listener),
  checkHealth: () => real.checkHealth(),
  close: () => real.close(),
});

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ adapt: async ({ db }) => withQueue(db) });
});
afterAll(() => api.close());

/** Returns the result of `send` while the server is overloaded. */
async function whileOverloaded<T>(send: () => Promise<T>): Promise<T> {
  queue.waiting = 1000;
  await api.send('GET', '/api/v1/agents');
  await api.clock.advance(1000);
  const result = await send();
  queue.waiting = 0;
  await api.clock.advance(5000);
  return result;
}

describe('an overloaded server', () => {
  it('rejects a request in the error shape of its path, before authentication', async () => {
    const headers = {
      'x-request-id': expect.stringMatching(/^req_/),
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    const flat = await whileOverloaded(() => api.send('POST', '/api/v1/agents', { key: null, body: {} }));
    expect(flat).toMatchObject({
      status: 429,
      headers,
      body: { code: 'overloaded', error: 'Too many requests' },
    });
    expect(flat.body.requestId).toBe(flat.headers['x-request-id']);
    const nested = await whileOverloaded(() => api.send('GET', '/v1/api/keys?limit=3', { key: null }));
    expect(nested).toMatchObject({ status: 429, headers, body: { error: { code: 'overloaded' } } });
  });

  it('returns the rate limit of the address and counts nothing against it', async () => {
    const limit = {
      'ratelimit-policy': '"address";q=1200;w=60',
      ratelimit: '"address";r=1200;t=0',
      'x-ratelimit-limit': '1200',
      'x-ratelimit-remaining': '1200',
      'x-ratelimit-reset': '0',
      'retry-after': '1',
    };
    for (let request = 0; request < 3; request += 1) {
      const { headers } = await whileOverloaded(() => api.send('GET', '/api/v1/agents', { key: null }));
      expect(headers).toMatchObject(limit);
    }
  });

  it('does not execute a rejected request', async () => {
    const key = await api.createKey();
    const body = { name: 'Shed' };
    const rejected = await whileOverloaded(() => api.send('POST', '/api/v1/agents', { key, body }));
    expect(rejected.status).toBe(429);
    const found = await api.send('GET', '/api/v1/agents?search=Shed');
    expect(found.body.data.agents).toEqual([]);
  });

  it('rejects only requests of the workspace that exceeds its share', async () => {
    const other = await seedOtherWorkspace(api);
    const list = (key: string) => api.send('GET', '/api/v1/agents', { key });
    await Promise.all([list(api.key), list(other.key)]);
    const [flood, calm] = await whileOverloaded(() =>
      Promise.all([
        Promise.all(Array.from({ length: 300 }, () => list(api.key))),
        Promise.all(Array.from({ length: 10 }, () => list(other.key))),
      ]),
    );
    expect(calm.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(200);
  });

  it('rejects requests for unknown paths too', async () => {
    const response = await whileOverloaded(() => api.send('GET', '/api/v1/nowhere'));
    expect(response).toMatchObject({ status: 429, body: { code: 'overloaded' } });
  });

  it('still returns the health', async () => {
    const liveness = await whileOverloaded(() => api.send('GET', '/health/live'));
    expect(liveness).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('counts rejected requests in the metrics', async () => {
    await whileOverloaded(() => api.send('GET', '/v1/api/workspaces', { key: null }));
    const headers = { authorization: 'Bearer a-token-of-the-test' };
    const { bytes } = await api.send('GET', '/metrics', { key: null, headers });
    expect(bytes.toString()).toContain(
      'parley_http_request_seconds_count{operation="listWorkspaces",status="429"} 1',
    );
  });
});
