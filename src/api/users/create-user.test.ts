import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { cookieOf, addSignedInUser, signIn } from '../../../test/support/users.ts';
import { scopes } from '../../domain/scopes.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

let people = 0;
const newEmail = () => `person${(people += 1)}@example.org`;
const invite = (body: object, options: object = {}) =>
  api.send('POST', '/v1/api/users', { body, ...options });
const acceptInvitation = (invitation: string, password = 'a long new sentence') =>
  api.send('POST', '/v1/api/invitations/accept', {
    key: null,
    body: { invitation, password, name: 'Grace' },
  });

describe('POST /v1/api/users: 200', () => {
  it('invites a user, who sets a password and is signed in', async () => {
    const email = newEmail();
    const invited = await invite({ email, role: 'operator' });
    expect(invited).toMatchObject({
      status: 200,
      body: { email, role: 'operator', status: 'invited', name: '' },
    });
    const accepted = await acceptInvitation(invited.body.invitation);
    expect(accepted).toMatchObject({ status: 200, body: { user: { email, name: 'Grace' } } });
    const headers = { cookie: cookieOf(accepted), 'sec-fetch-site': 'same-origin' };
    expect((await api.send('GET', '/api/v1/agents', { key: null, headers })).status).toBe(200);
    expect((await signIn(api, email, 'a long new sentence')).status).toBe(200);
    const { body } = await api.send('GET', `/v1/api/users/${invited.body.id}`);
    expect(body).toMatchObject({ status: 'active', invitedUntil: null, signedInAt: expect.any(String) });
    expect(JSON.stringify(body)).not.toMatch(/inv_|argon2/);
  });

  it('returns the same invitation for one Idempotency-Key, only to the same caller', async () => {
    const { headers: owner } = await addSignedInUser(api, 'owner');
    const body = { email: newEmail(), role: 'viewer' };
    const headers = { ...owner, 'idempotency-key': 'invite-once' };
    const first = await invite(body, { key: null, headers });
    const repeated = await invite(body, { key: null, headers });
    expect(first.status).toBe(200);
    expect(repeated.body).toEqual(first.body);
    expect(repeated.headers['idempotent-replayed']).toBe('true');
    const other = await invite(body, { headers: { 'idempotency-key': 'invite-once' } });
    expect(other.body.error.code).toBe('idempotency_key_reused');
  });
});

describe('POST /v1/api/users: 400', () => {
  it('rejects an email address that is in use in any workspace, ignoring case', async () => {
    const email = newEmail();
    await invite({ email, role: 'viewer' });
    const { key } = await seedOtherWorkspace(api);
    const response = await invite({ email: email.toUpperCase(), role: 'viewer' }, { key });
    expect([response.status, response.body.error.code]).toEqual([400, 'email_taken']);
  });

  it('rejects an invalid email address and an unknown role', async () => {
    const { body } = await invite({ email: 'x@', role: 'administrator' });
    expect(body.error.fields.map(({ path }: { path: string }) => path)).toEqual(['email', 'role']);
  });
});

describe('POST /v1/api/users: 403', () => {
  it('is only for owners: an admin cannot invite users', async () => {
    const { headers } = await addSignedInUser(api, 'admin');
    const response = await invite({ email: newEmail(), role: 'viewer' }, { key: null, headers });
    expect(response.body.error.code).toBe('insufficient_scope');
  });

  it('rejects a role with more scopes than the caller', async () => {
    const key = await api.createKey({ scopes: scopes.filter((scope) => scope !== 'recordings:read') });
    const response = await invite({ email: newEmail(), role: 'owner' }, { key });
    expect(response.body.error.code).toBe('insufficient_scope');
    expect(response.body.error.message).toContain('recordings:read');
    expect((await invite({ email: newEmail(), role: 'viewer' }, { key })).status).toBe(200);
  });
});

describe('POST /v1/api/invitations/accept: 400', () => {
  const rejected = '400 invalid_invitation';
  const outcome = async (invitation: string) => {
    const { status, body } = await acceptInvitation(invitation);
    return `${status} ${body.error?.code}`;
  };

  it('is returned for an unknown, used, replaced or expired invitation', async () => {
    expect(await outcome('inv_unknown')).toBe(rejected);
    const used = (await invite({ email: newEmail(), role: 'viewer' })).body;
    await acceptInvitation(used.invitation);
    expect(await outcome(used.invitation)).toBe(rejected);
    const replaced = (await invite({ email: newEmail(), role: 'viewer' })).body;
    const next = (await api.send('POST', `/v1/api/users/${replaced.id}/invitation`)).body;
    expect(await outcome(replaced.invitation)).toBe(rejected);
    await api.clock.advance(7 * 86_400_000);
    expect(await outcome(next.invitation)).toBe(rejected);
  });

  it('accepts an invitation once for concurrent requests', async () => {
    const { body } = await invite({ email: newEmail(), role: 'viewer' });
    const responses = await Promise.all(Array.from({ length: 4 }, () => acceptInvitation(body.invitation)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('requires a long password', async () => {
    const { body } = await invite({ email: newEmail(), role: 'viewer' });
    expect((await acceptInvitation(body.invitation, 'too short')).body.error.fields).toMatchObject([
      { path: 'password' },
    ]);
  });
});
