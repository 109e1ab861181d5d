import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const say = (id: string, text: string, x = 0) => ({
  id,
  type: 'say',
  name: id,
  position: { x, y: 10.5 },
  config: { text },
});
const end = { id: 'end', type: 'end', name: 'End', config: { text: 'Bye.' } };
const edge = (from: string, to: string) => ({ id: `${from}-${to}`, from, to });
const twoNodes = { nodes: [say('hello', 'Hello.'), end], edges: [edge('hello', 'end')] };
const threeNodes = {
  startNodeId: 'hello',
  nodes: [say('intro', 'I am Ada.'), say('hello', 'Good morning.', 5), end],
  edges: [edge('hello', 'intro'), edge('intro', 'end')],
};

const createFlow = async (flow: object = twoNodes): Promise<string> =>
  (await api.send('POST', '/api/v1/flows', { body: { name: 'Hello', ...flow } })).body.id;
const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
  api.send('PATCH', `/api/v1/flows/${id}`, { body, headers });
const getVersion = async (id: string, version: number, query = '') =>
  (await api.send('GET', `/api/v1/flows/${id}/versions/${version}${query}`)).body;

describe('versions of a flow', () => {
  it('are listed and fetched, with the positions of their nodes', async () => {
    const id = await createFlow();
    await patch(id, threeNodes);
    const { body } = await api.send('GET', `/api/v1/flows/${id}/versions`);
    expect(body.data).toMatchObject({ total: 2, versions: [{ version: 2 }, { version: 1 }] });
    expect((await getVersion(id, 1)).nodes).toMatchObject([
      { id: 'hello', position: { x: 0, y: 10.5 } },
      { id: 'end' },
    ]);
    const { body: flow } = await api.send('GET', `/api/v1/flows/${id}`);
    expect(flow.nodes[1].position).toEqual({ x: 5, y: 10.5 });
  });

  it('are compared node by node', async () => {
    const id = await createFlow();
    await patch(id, threeNodes);
    const { comparedWith, changes } = await getVersion(id, 2);
    expect(comparedWith).toBe(1);
    const found = changes.map(({ op, pointer, element }: Record<string, string>) => [op, pointer, element]);
    expect(found).toHaveLength(7);
    expect(found).toEqual(
      expect.arrayContaining([
        ['replace', '/startNodeId', undefined],
        ['add', '/nodes/0', 'intro'],
        ['replace', '/nodes/1/position/x', 'hello'],
        ['replace', '/nodes/1/config/text', 'hello'],
        ['remove', '/edges/0', 'hello-end'],
        ['add', '/edges/0', 'hello-intro'],
        ['add', '/edges/1', 'intro-end'],
      ]),
    );
  });

  it('are restored', async () => {
    const id = await createFlow();
    await patch(id, threeNodes);
    const { status, body, headers } = await api.send('POST', `/api/v1/flows/${id}/versions/1/restore`);
    expect([status, headers['etag'], body.version]).toEqual([200, '"3"', 3]);
    expect((await getVersion(id, 3, '?against=1')).changes).toEqual([]);
  });

  it('are not restored if they are no longer valid', async () => {
    const { body: agent } = await api.send('POST', '/api/v1/agents', {
      body: { name: 'Sam', model: 'openai/gpt-4.1' },
    });
    const id = await createFlow({
      nodes: [{ id: 'over', type: 'agent_handoff', config: { agentId: agent.id } }, end],
      edges: [{ id: 'e', from: 'over', to: 'end', condition: { type: 'else' } }],
    });
    await patch(id, { nodes: [end], edges: [] });
    await api.send('DELETE', `/api/v1/agents/${agent.id}`);
    const { status, body } = await api.send('POST', `/api/v1/flows/${id}/versions/1/restore`);
    expect([status, body.code]).toEqual([400, 'flow_invalid']);
    expect(body.fields).toMatchObject([{ path: 'nodes[0].config.agentId', code: 'agent_not_found' }]);
    expect((await api.send('GET', `/api/v1/flows/${id}`)).body.version).toBe(2);
  });

  it('protect a change by If-Match', async () => {
    const id = await createFlow();
    const conflict = await patch(id, { name: 'Two' }, { 'if-match': '"2"' });
    expect([conflict.status, conflict.body.code]).toEqual([400, 'version_conflict']);
    expect((await patch(id, { name: 'Two' }, { 'if-match': '"1"' })).headers['etag']).toBe('"2"');
    expect((await patch(id, { name: 'Three' })).body.version).toBe(3);
  });

  it('belong to their flow', async () => {
    const [id, other] = [await createFlow(), await createFlow()];
    await patch(other, { name: 'Two' });
    const { status, body } = await api.send('GET', `/api/v1/flows/${id}/versions/2`);
    expect([status, body.code]).toEqual([404, 'version_not_found']);
  });
});
