import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const post = (path: string, body: unknown) => api.send('POST', path, { body });

const createAgent = async (agent: object): Promise<string> =>
  (await post('/api/v1/agents', { name: 'Sam', ...agent })).body.id;

const flowTo = (agentId: string) => ({
  name: 'Reception',
  status: 'active',
  nodes: [
    { id: 'hello', type: 'say', config: { text: 'Hello.' } },
    { id: 'sales', type: 'agent_handoff', config: { agentId } },
    { id: 'busy', type: 'end', config: { text: 'Goodbye.' } },
  ],
  edges: [
    { id: 'e1', from: 'hello', to: 'sales' },
    { id: 'e2', from: 'sales', to: 'busy', condition: { type: 'else' } },
  ],
});

describe('a flow that hands calls over', () => {
  it('is saved if the agent can continue calls', async () => {
    const { body: greeting } = await post('/api/v1/flows', {
      name: 'Hello',
      status: 'active',
      nodes: [{ id: 'bye', type: 'end', config: { text: 'Bye.' } }],
    });
    for (const agent of [{ model: 'openai/gpt-4.1' }, { flowId: greeting.id }]) {
      const { status, body } = await post('/api/v1/flows', flowTo(await createAgent(agent)));
      expect([status, body.warnings]).toEqual([200, []]);
    }
  });

  it.each([
    ['does not exist', undefined, 'agent_not_found'],
    ['is a messaging agent', { type: 'messaging', model: 'openai/gpt-4.1' }, 'agent_type_mismatch'],
    ['has neither a flow nor a model', {}, 'agent_needs_model'],
  ])('is rejected if the agent %s', async (_, agent, code) => {
    const agentId = agent === undefined ? 'agent_unknown' : await createAgent(agent);
    const { status, body } = await post('/api/v1/flows', flowTo(agentId));
    expect([status, body.code]).toEqual([400, 'flow_invalid']);
    expect(body.fields).toMatchObject([{ path: 'nodes[1].config.agentId', code }]);
    expect(body.fields[0].message).toMatch(/^Node "sales": /);
  });

  it('is rejected if a change makes it invalid', async () => {
    const agentId = await createAgent({ model: 'openai/gpt-4.1' });
    const { body: flow } = await post('/api/v1/flows', flowTo(agentId));
    const change = { nodes: flowTo('agent_unknown').nodes };
    const { body } = await api.send('PATCH', `/api/v1/flows/${flow.id}`, { body: change });
    expect(body.fields).toMatchObject([{ path: 'nodes[1].config.agentId', code: 'agent_not_found' }]);
  });
});
