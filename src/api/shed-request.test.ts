import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedStranger, type TestApi } from '../../test/support/api.ts';
import type { Database } from '../store/database.ts';

const crowd = { waiting: 0 };

/** A database for whose connections as many wait as the test says. */
const crowded = (real: Database): Database => ({
  inWorkspace: (workspaceId) => real.inWorkspace(workspaceId),
  asSystem: () => real.asSystem(),
  get waiting() {
    return crowd.waiting;
  },
  listen: (...told) => real.listen(...told),
  checkHealth: () => real.checkHealth(),
  close: () => real.close(),
});

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ adapt: async ({ db }) => crowded(db) });
});
afterAll(() => api.close());

/** What is answered once a crowd has stayed. */
async function whileCrowded<T>(ask: () => Promise<T>): Promise<T> {
  crowd.waiting = 1000;
  await api.send('GET', '/api/v1/agents');
  await api.clock.advance(1000);
  const answer = await ask();
  crowd.waiting = 0;
  await api.clock.advance(5000);
  return answer;
}

describe('while more wait than can be carried', () => {
  it('a request is refused in the shape of its family, before anybody asks who sends it', async () => {
    const headers = {
      'x-request-id': expect.stringMatching(/^req_/),
      'retry-after': '1',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    const flat = await whileCrowded(() => api.send('POST', '/api/v1/agents', { key: null, body: {} }));
    expect(flat).toMatchObject({
      status: 429,
      headers,
      body: { code: 'overloaded', error: 'Too many requests' },
    });
    expect(flat.body.requestId).toBe(flat.headers['x-request-id']);
    const nested = await whileCrowded(() => api.send('GET', '/v1/api/keys?limit=3', { key: null }));
    expect(nested).toMatchObject({ status: 429, headers, body: { error: { code: 'overloaded' } } });
  });

  it('the limit of its address is told, and nothing of it used up', async () => {
    const limit = {
      'ratelimit-policy': '"address";q=1200;w=60',
      ratelimit: '"address";r=1200;t=0',
      'x-ratelimit-limit': '1200',
      'x-ratelimit-remaining': '1200',
      'x-ratelimit-reset': '0',
      'retry-after': '1',
    };
    for (let request = 0; request < 3; request += 1) {
      const { headers } = await whileCrowded(() => api.send('GET', '/api/v1/agents', { key: null }));
      expect(headers).toMatchObject(limit);
    }
  });

  it('nothing is done for it', async () => {
    const key = await api.makeKey();
    const body = { name: 'Shed' };
    const refused = await whileCrowded(() => api.send('POST', '/api/v1/agents', { key, body }));
    expect(refused.status).toBe(429);
    const found = await api.send('GET', '/api/v1/agents?search=Shed');
    expect(found.body.data.agents).toEqual([]);
  });

  it('a workspace that floods loses its own requests, and takes none from another', async () => {
    const other = await seedStranger(api);
    const list = (key: string) => api.send('GET', '/api/v1/agents', { key });
    await Promise.all([list(api.key), list(other.key)]);
    const [flood, calm] = await whileCrowded(() =>
      Promise.all([
        Promise.all(Array.from({ length: 300 }, () => list(api.key))),
        Promise.all(Array.from({ length: 10 }, () => list(other.key))),
      ]),
    );
    expect(calm.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(200);
  });

  it('what is nowhere is refused alike', async () => {
    const lost = await whileCrowded(() => api.send('GET', '/api/v1/nowhere'));
    expect(lost).toMatchObject({ status: 429, body: { code: 'overloaded' } });
  });

  it('health is told all the same', async () => {
    const alive = await whileCrowded(() => api.send('GET', '/health/live'));
    expect(alive).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('refusals are counted', async () => {
    await whileCrowded(() => api.send('GET', '/v1/api/workspaces', { key: null }));
    const headers = { authorization: 'Bearer a-token-of-the-test' };
    const { bytes } = await api.send('GET', '/metrics', { key: null, headers });
    expect(bytes.toString()).toContain(
      'parley_http_request_seconds_count{operation="listWorkspaces",status="429"} 1',
    );
  });
});
