import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApi, type TestApi } from '../../test/support/api.ts';
import { systemRandom } from '../core/random.ts';
import { createApiKey } from '../domain/api-key.ts';
import type { Database } from '../store/database.ts';
import { createApi } from './app.ts';

let api: TestApi;
/** Statements that were asked of the database, by name. */
const asked: string[] = [];

/** Notes what the system's scope is asked for, where keys are looked up. */
const watched = (real: Database): Database => ({
  inWorkspace: (workspaceId) => real.inWorkspace(workspaceId),
  asSystem: () => {
    const scope = real.asSystem();
    return {
      rows: (statement, values) => scope.rows(statement, values),
      row: (statement, values) => {
        asked.push(statement.name ?? '');
        return scope.row(statement, values);
      },
      execute: (statement, values) => scope.execute(statement, values),
      write: (statement, values) => scope.write(statement, values),
      transaction: (work) => scope.transaction(work),
    };
  },
  waiting: 0,
  listen: (...told) => real.listen(...told),
  checkHealth: () => real.checkHealth(),
  close: () => real.close(),
});

beforeAll(async () => {
  api = await createTestApi({ adapt: async ({ db }) => watched(db) });
});
afterAll(() => api.close());

const agents = '/api/v1/agents';
const codeFor = async (headers: Readonly<Record<string, string>>) => {
  const { status, body } = await api.send('GET', agents, { key: null, headers });
  return `${status} ${body.code ?? ''}`.trim();
};

describe('a key', () => {
  it('with a typing error is refused without a look-up, an unknown one with one', async () => {
    const last = api.key.at(-1) === 'a' ? 'b' : 'a';
    asked.length = 0;
    expect(await codeFor({ 'x-api-key': api.key.slice(0, -1) + last })).toBe('401 invalid_api_key');
    expect(await codeFor({ authorization: 'Bearer sk_live_short' })).toBe('401 invalid_api_key');
    expect(asked).toEqual([]);
    expect(await codeFor({ 'x-api-key': createApiKey(systemRandom, 'live') })).toBe('401 invalid_api_key');
    expect(asked).toEqual(['find_api_key_by_hash']);
  });

  it('is not looked up for an address that used up its budget of refused keys, unlike one that used up its budget of pages', async () => {
    const unknown = () => createApiKey(systemRandom, 'live');
    const ask = async (url: string, remoteAddress: string, key?: string) =>
      (await api.app.inject({ url, remoteAddress, headers: key === undefined ? {} : { 'x-api-key': key } }))
        .statusCode;
    for (let sent = 0; sent < 1200; sent += 1) await ask(agents, '203.0.113.8', unknown());
    for (let sent = 0; sent < 150; sent += 1) await ask('/openapi.json', '203.0.113.9');
    const key = await api.makeKey();
    asked.length = 0;
    expect(await ask(agents, '203.0.113.8', key)).toBe(429);
    expect(asked).toEqual([]);
    expect(await ask('/openapi.json', '203.0.113.9')).toBe(429);
    expect(await ask(agents, '203.0.113.9', key)).toBe(200);
    expect(asked).toContain('find_api_key_by_hash');
  });

  it('comes as x-api-key or as a bearer token, or as both when they are the same', async () => {
    expect(await codeFor({ 'x-api-key': api.key })).toBe('200');
    expect(await codeFor({ authorization: `Bearer ${api.key}` })).toBe('200');
    expect(await codeFor({ authorization: `Bearer ${api.key}`, 'x-api-key': api.key })).toBe('200');
    const other = await api.makeKey();
    expect(await codeFor({ authorization: `Bearer ${api.key}`, 'x-api-key': other })).toBe(
      '401 invalid_api_key',
    );
  });

  it('tells when it was last used', async () => {
    const made = await api.send('POST', '/v1/api/keys', { body: { name: 'x', preset: 'read-only' } });
    const lastUse = async () => (await api.send('GET', `/v1/api/keys/${made.body.id}`)).body.lastUsedAt;
    expect(await lastUse()).toBeNull();
    await api.send('GET', agents, { key: made.body.apiKey });
    await vi.waitFor(async () => expect(await lastUse()).toBe(new Date(api.clock.now()).toISOString()));
  });

  it('ends with its revocation, at the next request', async () => {
    const made = await api.send('POST', '/v1/api/keys', { body: { name: 'x', preset: 'read-only' } });
    await api.send('DELETE', `/v1/api/keys/${made.body.id}`);
    expect(await codeFor({ 'x-api-key': made.body.apiKey })).toBe('401 api_key_revoked');
  });
});

describe('the rate limit of a key', () => {
  const letIn = (answers: readonly { readonly statusCode: number }[]) =>
    answers.filter(({ statusCode }) => statusCode === 200).length;

  it('is exact for 64 requests at once, over two nodes and a restart', async () => {
    const key = await api.makeKey({ requestsPerMinute: 9 });
    const ask = (app: TestApi['app']) => app.inject({ url: agents, headers: { 'x-api-key': key } });
    const second = createApi(api.context);
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => ask(index % 2 === 0 ? api.app : second)),
    );
    expect(letIn(answers)).toBe(9);
    const restarted = createApi(api.context);
    expect(letIn([await ask(restarted)])).toBe(0);
    await Promise.all([second.close(), restarted.close()]);
  });

  it('counts what is refused for its scope, and nothing of another workspace', async () => {
    const key = await api.makeKey({ requestsPerMinute: 2, scopes: ['flows:read'] });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await api.send('GET', agents, { key })).status);
    expect(statuses).toEqual([403, 403, 429]);
  });

  it('of the plan unlimited asks the database for nothing', async () => {
    await api.send('GET', agents);
    const rows = await api.database.asSystem().rows({
      text: `select holder from rate_limits join api_keys on holder = id where requests_per_minute is null`,
    });
    expect(rows).toEqual([]);
  });
});
