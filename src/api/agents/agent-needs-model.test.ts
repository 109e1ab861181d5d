import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assignNumber,
  callableNumber,
  createTestApi,
  dispatchImmediately,
  type TestApi,
} from '../../../test/support/api.ts';

let api: TestApi;
/** Id of a flow without nodes. Its calls are conversations with a language model. */
let emptyFlowId: string;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
  dispatchImmediately(api);
  const body = { type: 'call', name: 'Empty', status: 'active' };
  emptyFlowId = (await api.send('POST', '/api/v1/flows', { body })).body.id;
});
afterAll(() => api.close());

const create = (body: object) => api.send('POST', '/api/v1/agents', { body: { name: 'Grace', ...body } });
const update = (body: object) => api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body });

describe('an agent with a flow that has no nodes', () => {
  it('is rejected without a language model', async () => {
    const { status, body } = await create({ flowId: emptyFlowId });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'Invalid configuration',
      code: 'agent_needs_model',
      fields: [{ path: 'model', code: 'agent_needs_model' }],
    });
    expect((await update({ flowId: emptyFlowId })).body.code).toBe('agent_needs_model');
  });

  it('is accepted with a model or a fallback model, and cannot lose it', async () => {
    expect((await create({ flowId: emptyFlowId, model: 'openai/gpt-4.1' })).status).toBe(200);
    const fallback = { modelSettings: { fallbackModels: ['openai/gpt-4.1'] } };
    const { body } = await create({ flowId: emptyFlowId, ...fallback });
    const path = `/api/v1/agents/${body.id}`;
    expect((await api.send('PATCH', path, { body: { name: 'Ada' } })).status).toBe(200);
    const without = await api.send('PATCH', path, { body: { modelSettings: { fallbackModels: [] } } });
    expect(without.body).toMatchObject({
      code: 'agent_needs_model',
      fields: [{ path: 'modelSettings' }],
    });
  });

  it('cannot place a call without a model after the nodes of its flow were deleted', async () => {
    const body = { nodes: [], edges: [], startNodeId: null };
    const flow = await api.send('PATCH', `/api/v1/flows/${api.flow.id}`, { body });
    expect(flow.body).toMatchObject({ status: 'active', nodes: [] });
    const call = { agentId: api.agent.id, toNumber: callableNumber };
    const send = (more: object) => api.send('POST', '/api/v1/calls/call', { body: { ...call, ...more } });
    expect((await send({})).body).toMatchObject({ code: 'agent_needs_model' });
    expect((await send({ overrides: { model: 'openai/gpt-4.1' } })).status).toBe(200);
    expect((await update({ description: 'still editable' })).status).toBe(200);
  });
});
