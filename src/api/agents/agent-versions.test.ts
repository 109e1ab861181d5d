import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const createAgent = async (changes: object = {}): Promise<string> =>
  (await api.send('POST', '/api/v1/agents', { body: { name: 'Ada', ...changes } })).body.id;
const patch = (id: string, body: object, ifMatch?: string) =>
  api.send('PATCH', `/api/v1/agents/${id}`, {
    body,
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  });
const versionPath = (id: string, version: number | string) => `/api/v1/agents/${id}/versions/${version}`;
const restore = (id: string, version: number, headers: Record<string, string> = {}) =>
  api.send('POST', `${versionPath(id, version)}/restore`, { headers });

describe('GET /api/v1/agents/{agentId}/versions', () => {
  it('lists the versions, newest first, with who saved them', async () => {
    const id = await createAgent();
    await patch(id, { description: 'Two' });
    await patch(id, { description: 'Three' });
    const { status, body } = await api.send('GET', `/api/v1/agents/${id}/versions`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total: 3, page: 1, limit: 50, totalPages: 1, nextCursor: null });
    expect(body.data.versions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    for (const { createdBy } of body.data.versions) expect(createdBy).toMatch(/^key_/);
  });

  it('pages by number and by cursor', async () => {
    const id = await createAgent();
    for (const description of ['b', 'c', 'd']) await patch(id, { description });
    const list = async (query: string) =>
      (await api.send('GET', `/api/v1/agents/${id}/versions?${query}`)).body;
    const numbers = ({ data }: { data: { versions: { version: number }[] } }) =>
      data.versions.map(({ version }) => version);
    const first = await list('limit=3');
    expect([numbers(first), first.data.totalPages]).toEqual([[4, 3, 2], 2]);
    const second = await list(`limit=3&cursor=${first.data.nextCursor}`);
    expect([numbers(second), second.data.nextCursor]).toEqual([[1], null]);
    expect(numbers(await list('limit=3&page=2'))).toEqual([1]);
    expect(numbers(await list('page=9'))).toEqual([]);
    expect((await list('cursor=nonsense')).code).toBe('invalid_query');
  });

  it('returns 404 for an agent of another workspace', async () => {
    const other = await seedOtherWorkspace(api);
    const { status, body } = await api.send('GET', `/api/v1/agents/${other.agent.id}/versions`);
    expect([status, body.code]).toEqual([404, 'agent_not_found']);
  });
});

describe('GET /api/v1/agents/{agentId}/versions/{version}', () => {
  it('returns the agent of the version, and the changes since the version before', async () => {
    const id = await createAgent({ personality: 'Be brief.' });
    await patch(id, { personality: 'Be kind.', voice: { speed: 1.2 } });
    await patch(id, { name: 'Eve' });
    const { body: second } = await api.send('GET', versionPath(id, 2));
    expect(second).toMatchObject({
      id,
      version: 2,
      name: 'Ada',
      personality: 'Be kind.',
      comparedWith: 1,
      changesTruncated: false,
    });
    expect(second.changes).toHaveLength(2);
    expect(second.changes).toEqual(
      expect.arrayContaining([
        { op: 'replace', pointer: '/voice/speed', before: 1, after: 1.2 },
        { op: 'replace', pointer: '/personality', before: 'Be brief.', after: 'Be kind.' },
      ]),
    );
    const { body: first } = await api.send('GET', versionPath(id, 1));
    expect(first).toMatchObject({ version: 1, comparedWith: null, changes: [] });
  });

  it('compares any two versions', async () => {
    const id = await createAgent();
    await patch(id, { description: 'Two' });
    await patch(id, { name: 'Eve' });
    const { body } = await api.send('GET', `${versionPath(id, 1)}?against=3`);
    expect(body.comparedWith).toBe(3);
    expect(body.changes).toEqual([
      { op: 'replace', pointer: '/name', before: 'Eve', after: 'Ada' },
      { op: 'replace', pointer: '/description', before: 'Two', after: '' },
    ]);
  });

  it.each(['2', '0', '-1', '1.0', 'latest', '99999999999'])('returns 404 for version %s', async (version) => {
    const { status, body } = await api.send('GET', versionPath(await createAgent(), version));
    expect([status, body.code]).toEqual([404, 'version_not_found']);
  });

  it('returns 404 for an unknown version to compare with', async () => {
    const { body } = await api.send('GET', `${versionPath(await createAgent(), 1)}?against=7`);
    expect(body.code).toBe('version_not_found');
  });
});

describe('If-Match', () => {
  it('lets one of two editors with the same version save', async () => {
    const id = await createAgent();
    const { headers } = await api.send('GET', `/api/v1/agents/${id}`);
    expect(headers['etag']).toBe('"1"');
    const saves = await Promise.all([
      patch(id, { description: 'mine' }, headers['etag']),
      patch(id, { description: 'yours' }, headers['etag']),
    ]);
    const [saved, rejected] = saves.toSorted((a, b) => a.status - b.status);
    expect([saved!.status, saved!.headers['etag']]).toEqual([200, '"2"']);
    expect([rejected!.status, rejected!.body.code]).toEqual([400, 'version_conflict']);
    expect(rejected!.body.details).toContain('The current version is 2, not 1.');
    const { body } = await api.send('GET', `/api/v1/agents/${id}`);
    expect(body).toMatchObject({ version: 2, description: saved!.body.description });
  });

  it.each(['"1"', 'W/"1"', '1', '*', '"7", "1"'])('accepts %s', async (ifMatch) => {
    expect((await patch(await createAgent(), { description: 'x' }, ifMatch)).status).toBe(200);
  });

  it.each(['', 'v1', '"one"', '"1'.repeat(3)])('rejects the malformed value %j', async (ifMatch) => {
    const { status, body } = await patch(await createAgent(), { description: 'x' }, ifMatch);
    expect([status, body.code, body.fields[0].path]).toEqual([400, 'invalid_request', 'If-Match']);
  });
});

describe('POST /api/v1/agents/{agentId}/versions/{version}/restore', () => {
  it('creates a version that equals the old one', async () => {
    const id = await createAgent({ personality: 'Be brief.', tools: [] });
    await patch(id, { personality: 'Be kind.', name: 'Eve' });
    const { status, body, headers } = await restore(id, 1);
    expect([status, headers['etag']]).toEqual([200, '"3"']);
    expect(body).toMatchObject({ version: 3, name: 'Ada', personality: 'Be brief.', warnings: [] });
    const { body: compared } = await api.send('GET', `${versionPath(id, 3)}?against=1`);
    expect(compared.changes).toEqual([]);
  });

  it('creates no version if nothing changes', async () => {
    const id = await createAgent();
    expect((await restore(id, 1)).body.version).toBe(1);
  });

  it('rejects a version that is no longer valid, and names its faults', async () => {
    const { body: flow } = await api.send('POST', '/api/v1/flows', {
      body: { name: 'Gone', status: 'active', nodes: [{ id: 'bye', type: 'end', config: { text: 'Bye.' } }] },
    });
    const id = await createAgent({ flowId: flow.id });
    await patch(id, { flowId: null });
    expect((await api.send('DELETE', `/api/v1/flows/${flow.id}`)).status).toBe(200);
    const { status, body } = await restore(id, 1);
    expect([status, body.code]).toEqual([404, 'flow_not_found']);
    expect(body.fields).toMatchObject([{ path: 'flowId' }]);
    expect((await api.send('GET', `/api/v1/agents/${id}`)).body.version).toBe(2);
  });

  it('rejects another current version than that of If-Match', async () => {
    const id = await createAgent();
    await patch(id, { name: 'Eve' });
    expect((await restore(id, 1, { 'if-match': '"1"' })).body.code).toBe('version_conflict');
    expect((await restore(id, 1, { 'if-match': '"2"' })).status).toBe(200);
  });
});
