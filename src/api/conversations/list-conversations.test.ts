import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';

let api: TestApi;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api)).id;
  await generate(api, flowId, { to: '+12025550101' });
  await generate(api, flowId, { to: 'ada@example.com', autopilot: true });
  await generate(api, (await seedMessageFlow(api, { inactivityHours: 1 })).id, { to: '+12025550101' });
  await api.clock.advance(3_600_000);
});
afterAll(() => api.close());

const list = (query: string) =>
  api.send('GET', `/v1/api/conversations${query}`, { workspace: api.workspaceId });

describe('GET /v1/api/conversations: 200', () => {
  it.each([
    ['', 3],
    ['?status=open', 2],
    ['?status=closed', 1],
    ['?channel=email', 1],
    ['?recipient=+12025550101', 2],
    ['?recipient=ADA@example.com', 1],
    ['?messageStatus=pending_approval', 2],
    ['?messageStatus=approved', 1],
    ['?messageStatus=sent', 0],
    ['?agentId=agent_x', 0],
  ])('filters by %s', async (query, total) => {
    const { status, body } = await list(query);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ total, page: 1, limit: 50, nextCursor: null });
    expect(body.data.conversations).toHaveLength(total);
  });

  it('filters by flow, with pages and with a cursor', async () => {
    const { body } = await list(`?flowId=${flowId}&limit=1`);
    expect(body.data).toMatchObject({ total: 2, totalPages: 2 });
    const next = await list(`?flowId=${flowId}&limit=1&cursor=${body.data.nextCursor}`);
    const page = await list(`?flowId=${flowId}&limit=1&page=2`);
    expect(next.body.data.conversations).toEqual(page.body.data.conversations);
    expect(next.body.data.conversations).not.toEqual(body.data.conversations);
  });
});

describe('GET /v1/api/conversations?sort=updatedAt', () => {
  it('has the conversation with the latest message first, also of a search, and page after page', async () => {
    const oldest = (await list('')).body.data.conversations.at(-1);
    await api.send('POST', `/v1/api/conversations/${oldest._id}/messages`, {
      workspace: api.workspaceId,
      body: { message: 'The latest message.' },
    });
    const ids = async (query: string): Promise<string[]> =>
      (await list(query)).body.data.conversations.map(({ _id }: { _id: string }) => _id);
    const sorted = await ids('?sort=updatedAt');
    expect(sorted[0]).toBe(oldest._id);
    expect((await ids('?sort=createdAt')).at(-1)).toBe(oldest._id);
    expect(await ids('?sort=updatedAt&search=message')).toEqual([oldest._id]);
    const pages: string[] = [];
    for (let cursor = ''; pages.length < sorted.length;) {
      const { data } = (await list(`?sort=updatedAt&limit=1${cursor}`)).body;
      pages.push(data.conversations[0]._id);
      cursor = `&cursor=${data.nextCursor}`;
    }
    expect(pages).toEqual(sorted);
  });
});

describe('GET /v1/api/conversations: 400', () => {
  it.each(['?status=lost', '?sort=id', '?channel=voice', '?messageStatus=x', '?limit=0', '?pathwayId=1'])(
    'rejects %s',
    async (query) => {
      const { status, body } = await list(query);
      expect([status, body.error.code]).toEqual([400, 'invalid_query']);
    },
  );
});
