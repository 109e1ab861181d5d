import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { addUser, cookieOf, password, signIn } from '../../../test/support/users.ts';
import { roles } from '../../domain/roles.ts';
import { listAuditLog } from '../../store/audit-log.ts';
import { updateUser } from '../../store/users.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const db = () => api.database.inWorkspace(api.workspaceId);

/** Deletes the counted attempts of earlier tests. */
const deleteAttempts = () => api.database.asSystem().execute({ text: 'delete from sign_in_attempts' });

describe('POST /v1/api/sessions: 200', () => {
  it('signs in a user with the scopes of the role', async () => {
    const user = await addUser(api, 'operator', { email: 'Grace@Example.org' });
    const response = await signIn(api, 'gRACE@example.ORG');
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^sess_/),
      user: { id: user.id, email: 'grace@example.org', name: 'Ada', role: 'operator' },
      scopes: [...roles.operator],
      workspaceId: api.workspaceId,
      workspaceIds: [api.workspaceId],
      maxFileBytes: 256 * 1024 * 1024,
    });
    const headers = { cookie: cookieOf(response), 'sec-fetch-site': 'same-origin' };
    const session = await api.send('GET', '/v1/api/sessions/current', { key: null, headers });
    expect(session.body).toEqual(response.body);
  });

  it('sets a cookie that is HttpOnly and SameSite=Strict', async () => {
    const { email } = await addUser(api, 'viewer');
    const plain = String((await signIn(api, email)).headers['set-cookie']);
    expect(plain).toMatch(
      /^parley_session=[\w-]{32}\.[\w-]{32}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const overTls = await signIn(api, email, password, { 'x-forwarded-proto': 'https' });
    expect(String(overTls.headers['set-cookie'])).toMatch(/^__Host-parley_session=.*; Secure/);
  });

  it('stores only hashes of the cookie', async () => {
    const { email } = await addUser(api, 'viewer');
    const cookie = cookieOf(await signIn(api, email));
    const rows = await api.database.asSystem().rows({ text: 'select * from sessions' });
    for (const secret of cookie.split('=')[1]!.split('.')) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('records accepted and rejected sign-ins in the audit log', async () => {
    const { id, email } = await addUser(api, 'viewer');
    await signIn(api, email, 'wrong');
    await signIn(api, email);
    const actions = async (filters: object) =>
      (await listAuditLog(db(), { workspaceId: api.workspaceId, limit: 9, ...filters })).rows.map(
        ({ action, ip }) => [action, ip],
      );
    expect(await actions({ actorId: id })).toEqual([['signIn', '127.0.0.1']]);
    await vi.waitFor(async () =>
      expect(await actions({ subjectId: id })).toEqual([['signInRefused', '127.0.0.1']]),
    );
  });
});

describe('POST /v1/api/sessions: 401', () => {
  it('is the same for a wrong password, an unknown email address and a disabled account', async () => {
    const { email } = await addUser(api, 'viewer');
    const disabledUser = await addUser(api, 'viewer');
    const at = new Date(api.clock.now());
    await updateUser(db(), {
      workspaceId: api.workspaceId,
      userId: disabledUser.id,
      status: 'disabled',
      at,
    });
    const responses = [
      await signIn(api, email, 'wrong'),
      await signIn(api, 'nobody@example.org'),
      await signIn(api, disabledUser.email),
    ];
    const texts = responses.map(({ status, body }) => `${status} ${body.error.code} ${body.error.message}`);
    expect(new Set(texts)).toEqual(
      new Set(['401 invalid_credentials The email address or the password is wrong.']),
    );
    expect(responses.some(({ headers }) => headers['set-cookie'] !== undefined)).toBe(false);
  });
});

describe('POST /v1/api/sessions: 403', () => {
  it('is returned to a page of another site', async () => {
    const { email } = await addUser(api, 'viewer');
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const { status, body } = await signIn(api, email, password, headers);
      expect([status, body.error.code]).toEqual([403, 'cross_site_request']);
    }
  });
});

describe('POST /v1/api/sessions: 400', () => {
  it('reports all faults', async () => {
    const { status, body } = await api.send('POST', '/v1/api/sessions', {
      key: null,
      body: { email: 'x', pasword: 'y' },
    });
    expect(status).toBe(400);
    expect(body.error.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'email',
      'password',
      'pasword',
    ]);
  });
});

describe('POST /v1/api/sessions: 429', () => {
  it('allows exactly ten concurrent wrong attempts per account', async () => {
    await deleteAttempts();
    const { email } = await addUser(api, 'viewer');
    const responses = await Promise.all(Array.from({ length: 30 }, () => signIn(api, email, 'wrong')));
    const count = (expected: number) => responses.filter(({ status }) => status === expected).length;
    expect([count(401), count(429)]).toEqual([10, 20]);
    const { status, headers } = await signIn(api, email);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
  });

  it('limits unknown accounts like known ones', async () => {
    await deleteAttempts();
    const statuses = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await signIn(api, 'nobody@example.org', 'wrong')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('limits a client address across accounts', async () => {
    await deleteAttempts();
    const responses = await Promise.all(
      Array.from({ length: 55 }, (_, index) => signIn(api, `somebody${index}@example.org`, 'wrong')),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(50);
  });

  it('does not count successful attempts', async () => {
    await deleteAttempts();
    const { email } = await addUser(api, 'viewer');
    for (let count = 0; count < 12; count += 1) expect((await signIn(api, email)).status).toBe(200);
  });
});
