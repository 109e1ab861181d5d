import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { addSignedInUser } from '../../../test/support/users.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

interface Entry {
  readonly action: string;
  readonly actorId: string;
  readonly actorName: string | null;
  readonly subjectId: string;
  readonly subjectName: string | null;
}

const entries = async (query: string): Promise<Entry[]> =>
  (await api.send('GET', `/v1/api/audit-log${query}`)).body.data.entries;

describe('GET /v1/api/audit-log: 200', () => {
  it('returns entries newest first, filtered by actor, action and subject', async () => {
    const { user, headers } = await addSignedInUser(api, 'admin');
    const created = await api.send('POST', '/api/v1/agents', { key: null, headers, body: { name: 'x' } });
    await api.clock.advance(1000);
    await api.send('PATCH', `/api/v1/agents/${created.body.id}`, { body: { name: 'y' } });
    const listed = await entries(`?subjectId=${created.body.id}`);
    expect(listed.map(({ action }) => action)).toEqual(['updateAgent', 'createAgent']);
    expect((await entries(`?actorId=${user.id}`)).map(({ action }) => action)).toEqual([
      'createAgent',
      'signIn',
    ]);
    expect((await entries('?actorType=key')).map(({ action }) => action)).toEqual(['updateAgent']);
    expect((await entries('?action=signIn')).map(({ actorId }) => actorId)).toEqual([user.id]);
  });

  it('returns the present names of actor and subject, and null after a deletion', async () => {
    const { user, headers } = await addSignedInUser(api, 'admin');
    const agent = { key: null, headers, body: { name: 'First' } };
    const { body: created } = await api.send('POST', '/api/v1/agents', agent);
    await api.send('PATCH', `/api/v1/agents/${created.id}`, { body: { name: 'Reminder' } });
    const namesOf = async () =>
      (await entries(`?subjectId=${created.id}&action=createAgent`)).map(({ actorName, subjectName }) => [
        actorName,
        subjectName,
      ]);
    expect(await namesOf()).toEqual([[user.name, 'Reminder']]);
    await api.send('DELETE', `/api/v1/agents/${created.id}`);
    expect(await namesOf()).toEqual([[user.name, null]]);
  });

  it('supports pages with a cursor', async () => {
    for (const name of ['a', 'b', 'c']) await api.send('POST', '/api/v1/agents', { body: { name } });
    const first = await api.send('GET', '/v1/api/audit-log?action=createAgent&limit=2');
    const { nextCursor, total } = first.body.data;
    const next = await entries(`?action=createAgent&limit=100&cursor=${nextCursor}`);
    expect(next).toHaveLength(total - 2);
  });

  it('has no entries for rejected requests', async () => {
    await api.send('POST', '/api/v1/flows', { body: { nonsense: 1 } });
    expect(await entries('?action=createFlow')).toEqual([]);
  });
});

describe('GET /v1/api/audit-log: 400', () => {
  it('rejects an unknown actor type', async () => {
    const { status, body } = await api.send('GET', '/v1/api/audit-log?actorType=robot');
    expect([status, body.error.code]).toEqual([400, 'invalid_query']);
  });
});

describe('/v1/api/audit-log: 404', () => {
  it.each(['POST', 'PATCH', 'DELETE'] as const)('returns 404 for %s', async (method) => {
    const { status } = await api.send(method, '/v1/api/audit-log', { body: {} });
    expect(status).toBe(404);
  });
});
