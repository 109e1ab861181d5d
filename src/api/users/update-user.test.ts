import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { addUser, addSignedInUser, signIn } from '../../../test/support/users.ts';
import { scopes } from '../../domain/scopes.ts';
import type { UserRow } from '../../store/users.ts';

let api: TestApi;
let owner: UserRow;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  await api.database.asSystem().execute({ text: 'delete from users' });
  owner = await addUser(api, 'owner');
});
afterAll(() => api.close());

const patch = (user: UserRow, body: object, options: object = {}) =>
  api.send('PATCH', `/v1/api/users/${user.id}`, { body, ...options });
const remove = (user: UserRow, options: object = {}) =>
  api.send('DELETE', `/v1/api/users/${user.id}`, options);

describe('PATCH /v1/api/users/{userId}: 200', () => {
  it('changes name and role, and the audit log has both roles', async () => {
    const user = await addUser(api, 'viewer');
    const { body } = await patch(user, { name: 'Grace', role: 'operator' });
    expect(body).toMatchObject({ id: user.id, name: 'Grace', role: 'operator', status: 'active' });
    const log = await api.send('GET', `/v1/api/audit-log?subjectId=${user.id}&action=updateUser`);
    expect(log.body.data.entries).toMatchObject([
      {
        details: {
          before: { role: 'viewer', status: 'active' },
          after: { role: 'operator', status: 'active' },
        },
      },
    ]);
  });

  it('disables an account and enables it again', async () => {
    const user = await addUser(api, 'viewer');
    await patch(user, { status: 'disabled' });
    expect((await signIn(api, user.email)).status).toBe(401);
    await patch(user, { status: 'active' });
    expect((await signIn(api, user.email)).status).toBe(200);
  });
});

describe('PATCH /v1/api/users/{userId}: 400', () => {
  it.each([{ role: 'admin' }, { status: 'disabled' }])('rejects %j for the last owner', async (change) => {
    const { status, body } = await patch(owner, change);
    expect([status, body.error.code]).toEqual([400, 'last_owner']);
    expect((await api.send('GET', `/v1/api/users/${owner.id}`)).body).toMatchObject({
      role: 'owner',
      status: 'active',
    });
  });

  it('keeps one of two owners if one loses the role and the other is deleted concurrently', async () => {
    const second = await addUser(api, 'owner');
    const responses = await Promise.all([patch(owner, { role: 'viewer' }), remove(second)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(1);
  });

  it('rejects enabling an account without a password', async () => {
    const invited = await api.send('POST', '/v1/api/users', {
      body: { email: 'new@example.org', role: 'viewer' },
    });
    const { body } = await patch(invited.body, { status: 'active' });
    expect(body.error.fields).toMatchObject([{ path: 'status' }]);
  });
});

describe('PATCH /v1/api/users/{userId}: 403', () => {
  it('rejects a change or deletion of a user who has a scope that the caller lacks', async () => {
    const key = await api.createKey({ scopes: scopes.filter((scope) => scope !== 'calls:place') });
    expect((await patch(owner, { name: 'x' }, { key })).body.error.code).toBe('insufficient_scope');
    expect((await remove(owner, { key })).body.error.code).toBe('insufficient_scope');
  });
});

describe('POST /v1/api/users/{userId}/invitation: 200', () => {
  it('creates a new invitation, and ends the sessions', async () => {
    const { user, headers } = await addSignedInUser(api, 'viewer');
    const { body } = await api.send('POST', `/v1/api/users/${user.id}/invitation`);
    expect(body).toMatchObject({ status: 'active', invitation: expect.stringMatching(/^inv_/) });
    expect((await api.send('GET', '/v1/api/sessions/current', { key: null, headers })).status).toBe(401);
  });
});

describe('DELETE /v1/api/users/{userId}: 200', () => {
  it('deletes the user with all sessions', async () => {
    const { user, headers } = await addSignedInUser(api, 'viewer');
    expect((await remove(user)).body).toEqual({ id: user.id, deleted: true });
    expect((await api.send('GET', '/v1/api/sessions/current', { key: null, headers })).status).toBe(401);
    expect((await remove(user)).body.error.code).toBe('user_not_found');
  });
});

describe('GET /v1/api/users: 200', () => {
  it('filters the users of the workspace by role, status and part of the email address', async () => {
    const viewer = await addUser(api, 'viewer', { email: 'zoe@example.org' });
    const idsOf = async (query: string) =>
      (await api.send('GET', `/v1/api/users${query}`)).body.data.users.map(({ id }: UserRow) => id);
    expect(await idsOf('?role=viewer')).toEqual([viewer.id]);
    expect(await idsOf('?search=ZOE')).toEqual([viewer.id]);
    expect(await idsOf('?status=disabled')).toEqual([]);
    expect((await idsOf('')).sort()).toEqual([owner.id, viewer.id].sort());
  });
});
