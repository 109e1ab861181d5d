import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { systemRandom } from '../../core/random.ts';
import { createApiKey } from '../../domain/api-key.ts';
import type { Database } from '../../store/database.ts';
import { createApi } from '../app.ts';

let api: TestApi;
/** Names of the statements executed by `row` in the system scope. The lookup of a key is one of them. */
const queries: string[] = [];

/** Wraps a database so that `row` in the system scope adds the name of its statement to `queries`. */
const withRecordedQueries = (real: Database): Database => ({
  inWorkspace: (workspaceId) => real.inWorkspace(workspaceId),
  asSystem: () => {
    const scope = real.asSystem();
    return {
      rows: (statement, values) => scope.rows(statement, values),
      row: (statement, values) => {
        queries.push(statement.name ?? '');
        return scope.row(statement, values);
      },
      execute: (statement, values) => scope.execute(statement, values),
      write: (statement, values) => scope.write(statement, values),
      transaction: (work) => scope.transaction(work),
    };
  },
  waiting: 0,
  listen: (...args) => real.listen(...args),
  onEventsCommitted: (listener) => real.onEventsCommitted(listener),
  checkHealth: () => real.checkHealth(),
  close: () => real.close(),
});

beforeAll(async () => {
  api = await createTestApi({ adapt: async ({ db }) => withRecordedQueries(db) });
});
afterAll(() => api.close());

const agentsPath = '/api/v1/agents';
const codeFor = async (headers: Readonly<Record<string, string>>) => {
  const { status, body } = await api.send('GET', agentsPath, { key: null, headers });
  return `${status} ${body.code ?? ''}`.trim();
};

describe('a key', () => {
  it('is rejected without a query if its checksum is wrong, and after a query if it is unknown', async () => {
    const wrongLastCharacter = api.key.at(-1) === 'a' ? 'b' : 'a';
    queries.length = 0;
    expect(await codeFor({ 'x-api-key': api.key.slice(0, -1) + wrongLastCharacter })).toBe(
      '401 invalid_api_key',
    );
    expect(await codeFor({ authorization: 'Bearer sk_live_short' })).toBe('401 invalid_api_key');
    expect(queries).toEqual([]);
    expect(await codeFor({ 'x-api-key': createApiKey(systemRandom, 'live') })).toBe('401 invalid_api_key');
    expect(queries).toEqual(['find_api_key_by_hash']);
  });

  it('is looked up unless its address has sent too many rejected keys; documentation pages have a separate limit', async () => {
    const createUnknownKey = () => createApiKey(systemRandom, 'live');
    const request = async (url: string, remoteAddress: string, key?: string) =>
      (await api.app.inject({ url, remoteAddress, headers: key === undefined ? {} : { 'x-api-key': key } }))
        .statusCode;
    for (let count = 0; count < 1200; count += 1)
      await request(agentsPath, '203.0.113.8', createUnknownKey());
    for (let count = 0; count < 150; count += 1) await request('/openapi.json', '203.0.113.9');
    const key = await api.createKey();
    queries.length = 0;
    expect(await request(agentsPath, '203.0.113.8', key)).toBe(429);
    expect(queries).toEqual([]);
    expect(await request('/openapi.json', '203.0.113.9')).toBe(429);
    expect(await request(agentsPath, '203.0.113.9', key)).toBe(200);
    expect(queries).toContain('find_api_key_by_hash');
  }, 60_000);

  it('is accepted as x-api-key, as a bearer token, or as both if they are equal', async () => {
    expect(await codeFor({ 'x-api-key': api.key })).toBe('200');
    expect(await codeFor({ authorization: `Bearer ${api.key}` })).toBe('200');
    expect(await codeFor({ authorization: `Bearer ${api.key}`, 'x-api-key': api.key })).toBe('200');
    const other = await api.createKey();
    expect(await codeFor({ authorization: `Bearer ${api.key}`, 'x-api-key': other })).toBe(
      '401 invalid_api_key',
    );
  });

  it('has the time of its last request as lastUsedAt', async () => {
    const created = await api.send('POST', '/v1/api/keys', { body: { name: 'x', preset: 'read-only' } });
    const lastUse = async () => (await api.send('GET', `/v1/api/keys/${created.body.id}`)).body.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await api.send('GET', agentsPath, { key: created.body.apiKey });
    await vi.waitFor(async () => expect(await lastUse()).toBe(new Date(api.clock.now()).toISOString()));
  });

  it('is rejected from the first request after its revocation', async () => {
    const created = await api.send('POST', '/v1/api/keys', { body: { name: 'x', preset: 'read-only' } });
    await api.send('DELETE', `/v1/api/keys/${created.body.id}`);
    expect(await codeFor({ 'x-api-key': created.body.apiKey })).toBe('401 api_key_revoked');
  });
});

describe('the rate limit of a key', () => {
  const countAllowed = (responses: readonly { readonly statusCode: number }[]) =>
    responses.filter(({ statusCode }) => statusCode === 200).length;

  it('is exact for 64 concurrent requests, across two nodes and a restart', async () => {
    const key = await api.createKey({ requestsPerMinute: 9 });
    const request = (app: TestApi['app']) => app.inject({ url: agentsPath, headers: { 'x-api-key': key } });
    const secondNode = createApi(api.context);
    const responses = await Promise.all(
      Array.from({ length: 64 }, (_, index) => request(index % 2 === 0 ? api.app : secondNode)),
    );
    expect(countAllowed(responses)).toBe(9);
    const restarted = createApi(api.context);
    expect(countAllowed([await request(restarted)])).toBe(0);
    await Promise.all([secondNode.close(), restarted.close()]);
  });

  it('counts requests that are rejected because of their scope', async () => {
    const key = await api.createKey({ requestsPerMinute: 2, scopes: ['flows:read'] });
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await api.send('GET', agentsPath, { key })).status);
    expect(statuses).toEqual([403, 403, 429]);
  });

  it('has a row in rate_limits only if the key has its own limit', async () => {
    await api.send('GET', agentsPath);
    const rows = await api.database.asSystem().rows({
      text: `select holder from rate_limits join api_keys on holder = id where requests_per_minute is null`,
    });
    expect(rows).toEqual([]);
  });
});
