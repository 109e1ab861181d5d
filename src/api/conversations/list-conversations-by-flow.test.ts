import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';

let api: TestApi;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi();
  flowId = (await seedMessageFlow(api)).id;
});
afterAll(() => api.close());

const list = (id: string, query = '') =>
  api.send('GET', `/v1/api/conversations/flow/${id}${query}`, { workspace: api.workspaceId });

describe('GET /v1/api/conversations/flow/{flowId}: 200', () => {
  it('returns an array of the conversations of the flow, newest first', async () => {
    expect((await list(flowId)).body).toEqual([]);
    const other = await seedMessageFlow(api);
    await generate(api, other.id);
    const first = await generate(api, flowId);
    await api.clock.advance(1000);
    const second = await generate(api, flowId, { to: 'ada@example.com' });
    const { status, body, headers } = await list(flowId);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { _id: second.body.conversation_id, pathwayId: flowId, messages: [{ _id: second.body.message_id }] },
      { _id: first.body.conversation_id, pathwayId: flowId, messages: [{ _id: first.body.message_id }] },
    ]);
    expect(headers['x-total-count']).toBe('2');
    expect(headers['link']).toBeUndefined();
  });

  it('links to the next page', async () => {
    const first = await list(flowId, '?limit=1&createdAtFrom=2026-01-05T12:00:00Z');
    const [, next] = /^<(.*)>; rel="next"$/.exec(first.headers['link']!)!;
    const second = await api.send('GET', next!, { workspace: api.workspaceId });
    expect([...first.body, ...second.body]).toEqual((await list(flowId)).body);
    expect(second.headers['link']).toBeUndefined();
    expect(first.headers['x-total-count']).toBe('2');
  });
});

describe('GET /v1/api/conversations/flow/{flowId}: 400', () => {
  it('rejects a limit over 1,000', async () => {
    const { status, body } = await list(flowId, '?limit=1001');
    expect([status, body.error.code]).toEqual([400, 'invalid_query']);
  });

  it('requires the workspace header', async () => {
    const { body } = await api.send('GET', `/v1/api/conversations/flow/${flowId}`);
    expect(body.error.code).toBe('workspace_required');
  });
});

describe('GET /v1/api/conversations/flow/{flowId}: 404', () => {
  it('returns 404 for flows that are not message flows of the workspace', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    const responses = await Promise.all([list('flow_x'), list(api.flow.id), list(otherWorkspace.flow.id)]);
    expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual(
      responses.map(() => [404, 'flow_not_found']),
    );
  });
});
