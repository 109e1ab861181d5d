import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { addUser, cookieOf, password, addSignedInUser, signIn } from '../../../test/support/users.ts';
import { listAuditLog } from '../../store/audit-log.ts';
import { tokenGraceMs, idleTimeoutMs, maxSessionAgeMs, rotateAfterMs } from './session-rules.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

type Method = Parameters<TestApi['send']>[0];
type Headers = Readonly<Record<string, string>>;

const agentsPath = '/api/v1/agents';
const send = (method: Method, path: string, headers: object, body?: unknown) =>
  api.send(method, path, {
    key: null,
    headers: headers as Headers,
    ...(body === undefined ? {} : { body }),
  });

const whoAmI = (headers: object) => send('GET', '/v1/api/sessions/current', headers);

describe('a session', () => {
  it('can use the same endpoints as a key, and the audit log names the user', async () => {
    const { user, headers } = await addSignedInUser(api, 'admin');
    const created = await send('POST', agentsPath, headers, { name: 'By hand' });
    expect(created.status).toBe(200);
    const filters = { workspaceId: api.workspaceId, limit: 5, subjectId: created.body.id };
    const { rows } = await listAuditLog(api.database.inWorkspace(api.workspaceId), filters);
    expect(rows).toMatchObject([{ actorType: 'user', actorId: user.id, action: 'createAgent' }]);
  });

  it('has only the scopes of its role, and reports a missing scope', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    expect((await send('GET', agentsPath, headers)).status).toBe(200);
    const rejected = await send('POST', agentsPath, headers, { name: 'x' });
    expect([rejected.status, rejected.body.code]).toEqual([403, 'insufficient_scope']);
    expect(rejected.body.details).toContain('agents:write');
  });

  it('has its own rate limit, separate from keys', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    const response = await send('GET', agentsPath, headers);
    expect(response.headers['ratelimit-policy']).toBe('"session";q=1200;w=60');
    const rows = await api.database.asSystem().rows({ text: 'select holder from rate_limits' });
    expect(rows).toEqual([]);
  });

  it('cannot access a workspace to which the user has no access', async () => {
    const { headers } = await addSignedInUser(api, 'owner');
    const { workspaceId } = await seedOtherWorkspace(api);
    const response = await send('GET', agentsPath, { ...headers, 'x-workspace-id': workspaceId });
    expect(response.body.code).toBe('workspace_forbidden');
  });

  it('is ignored if the request has an API key', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    const { cookie } = headers;
    const response = await api.send('POST', agentsPath, { body: { name: 'By key' }, headers: { cookie } });
    expect(response.status).toBe(200);
  });

  it('loses its scopes as soon as the role changes', async () => {
    const { user, headers } = await addSignedInUser(api, 'admin');
    await api.send('PATCH', `/v1/api/users/${user.id}`, { body: { role: 'viewer' } });
    expect((await send('POST', agentsPath, headers, { name: 'x' })).status).toBe(403);
  });
});

describe('the origin check of a session', () => {
  it.each([
    ['no header that names the origin', {}],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['Sec-Fetch-Site none', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://localhost:8080' }],
    ['an opaque origin', { origin: 'null' }],
  ])('rejects a change with %s', async (_case, originHeaders) => {
    const { headers } = await addSignedInUser(api, 'owner');
    const { cookie } = headers;
    const response = await send('POST', agentsPath, { cookie, ...originHeaders }, { name: 'x' });
    expect([response.status, response.body.code]).toEqual([403, 'cross_site_request']);
  });

  it('accepts a change with the same Origin if the browser sends no Sec-Fetch-Site', async () => {
    const { headers } = await addSignedInUser(api, 'owner');
    const { cookie } = headers;
    const own = { cookie, host: 'parley.example:3000', origin: 'http://parley.example:3000' };
    expect((await send('POST', agentsPath, own, { name: 'x' })).status).toBe(200);
  });
});

describe('a session ends', () => {
  it('after twelve hours without use', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    await api.clock.advance(rotateAfterMs - 1);
    expect((await whoAmI(headers)).status).toBe(200);
    await api.clock.advance(idleTimeoutMs);
    const response = await whoAmI(headers);
    expect([response.status, response.body.error.code]).toEqual([401, 'session_expired']);
  });

  it('after a week, even if it is in use', async () => {
    let { headers } = await addSignedInUser(api, 'viewer');
    const untilMs = api.clock.now() + maxSessionAgeMs;
    while (api.clock.now() + idleTimeoutMs / 2 < untilMs) {
      await api.clock.advance(idleTimeoutMs / 2);
      const response = await whoAmI(headers);
      expect(response.status).toBe(200);
      headers = { ...headers, cookie: cookieOf(response) };
    }
    await api.clock.advance(idleTimeoutMs / 2);
    expect((await whoAmI(headers)).status).toBe(401);
  });

  it('immediately when the user signs out', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    const signedOut = await send('DELETE', '/v1/api/sessions/current', headers);
    expect(signedOut.body).toEqual({ ended: 1 });
    expect(String(signedOut.headers['set-cookie'])).toMatch(/^parley_session=; Max-Age=0/);
    expect((await whoAmI(headers)).body.error.code).toBe('session_expired');
  });

  it('with all other sessions of the user when the user signs out everywhere', async () => {
    const { user, headers } = await addSignedInUser(api, 'viewer');
    const other = { ...headers, cookie: cookieOf(await signIn(api, user.email)) };
    expect((await send('DELETE', '/v1/api/sessions', headers)).body).toEqual({ ended: 2 });
    expect((await whoAmI(other)).status).toBe(401);
  });

  it('when the account is disabled', async () => {
    const { user, headers } = await addSignedInUser(api, 'viewer');
    await api.send('PATCH', `/v1/api/users/${user.id}`, { body: { status: 'disabled' } });
    expect((await whoAmI(headers)).status).toBe(401);
  });
});

describe('the token of a session', () => {
  it('rotates once an hour for one of several concurrent requests, and the others succeed', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    await api.clock.advance(rotateAfterMs);
    const responses = await Promise.all(Array.from({ length: 8 }, () => whoAmI(headers)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const changed = responses.filter(
      ({ headers: responseHeaders }) => responseHeaders['set-cookie'] !== undefined,
    );
    expect(changed).toHaveLength(1);
    const next = { ...headers, cookie: cookieOf(changed[0]!) };
    expect(next.cookie).not.toBe(headers.cookie);
    expect(next.cookie.split('.')[0]).toBe(headers.cookie.split('.')[0]);
    await api.clock.advance(tokenGraceMs);
    expect((await whoAmI(next)).status).toBe(200);
  });

  it('ends the session if a replaced token is used again', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    await api.clock.advance(rotateAfterMs);
    const next = { ...headers, cookie: cookieOf(await whoAmI(headers)) };
    await api.clock.advance(tokenGraceMs + 1);
    expect((await whoAmI(headers)).status).toBe(401);
    expect((await whoAmI(next)).status).toBe(401);
  });

  it('is ignored over TLS in a cookie without the __Host- prefix', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    const overTls = await whoAmI({ ...headers, 'x-forwarded-proto': 'https' });
    expect(overTls.body.error.code).toBe('missing_api_key');
  });

  it.each(['', 'x', `${'a'.repeat(32)}.${'b'.repeat(32)}`, `${'a'.repeat(40)}.${'b'.repeat(32)}`])(
    'is rejected if malformed: %j',
    async (text) => {
      expect((await whoAmI({ cookie: `parley_session=${text}` })).status).toBe(401);
    },
  );
});

describe('POST /v1/api/sessions/current/password', () => {
  const path = '/v1/api/sessions/current/password';
  const newPassword = 'another long sentence';

  it('changes the password and ends every other session', async () => {
    const { user, headers } = await addSignedInUser(api, 'viewer');
    const other = { ...headers, cookie: cookieOf(await signIn(api, user.email)) };
    const changed = await send('POST', path, headers, { currentPassword: password, newPassword });
    expect(changed.status).toBe(200);
    expect((await whoAmI(headers)).status).toBe(401);
    expect((await whoAmI(other)).status).toBe(401);
    expect((await whoAmI({ ...headers, cookie: cookieOf(changed) })).status).toBe(200);
    expect((await signIn(api, user.email)).status).toBe(401);
    expect((await signIn(api, user.email, newPassword)).status).toBe(200);
  });

  it('is 401 with a wrong password, and 400 with a short one', async () => {
    const { headers } = await addSignedInUser(api, 'viewer');
    const wrong = await send('POST', path, headers, { currentPassword: 'wrong', newPassword });
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'invalid_credentials']);
    const short = await send('POST', path, headers, { currentPassword: password, newPassword: 'short' });
    expect(short.body.error.fields).toMatchObject([{ path: 'newPassword', code: 'too_small' }]);
  });

  it('is rejected for an API key', async () => {
    await addUser(api, 'viewer');
    const response = await api.send('POST', path, { body: { currentPassword: password, newPassword } });
    expect([response.status, response.body.error.code]).toEqual([403, 'session_required']);
  });
});
