import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callableNumber, createCallingApi, type TestApi } from '../../../test/support/api.ts';

import { FlowInput } from '../../domain/flow/flow.ts';
import { findFlow, updateFlow as storeFlow } from '../../store/flows.ts';

let api: TestApi;
/** Id of a flow without nodes. Its calls are conversations with a language model. */
let emptyFlowId: string;
beforeAll(async () => {
  api = await createCallingApi();
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

  it('cannot place a call or a batch, or answer a number, if it was saved without a model', async () => {
    const { id: flowId, workspaceId } = api.flow;
    const scope = api.database.inWorkspace(workspaceId);
    const { version } = (await findFlow(scope, { workspaceId, flowId }))!;
    const definition = FlowInput.parse({ type: 'call', name: 'Empty', status: 'active' });
    await storeFlow(scope, { workspaceId, flowId, version, definition, at: new Date(0) });
    const rows = [{ phone_number: callableNumber }];
    const batch = { agentId: api.agent.id, name: 'One', rows };
    expect((await api.send('POST', '/v1/api/batch-calls', { body: batch })).body.error).toMatchObject({
      code: 'agent_needs_model',
    });
    const number = { phoneNumber: '+12025550177', agentId: api.agent.id };
    expect((await api.send('POST', '/v1/api/telephony/numbers', { body: number })).body.error).toMatchObject({
      code: 'agent_needs_model',
    });
    const call = { agentId: api.agent.id, toNumber: callableNumber };
    const send = (more: object) => api.send('POST', '/api/v1/calls/call', { body: { ...call, ...more } });
    expect((await send({})).body).toMatchObject({ code: 'agent_needs_model' });
    expect((await send({ overrides: { model: 'openai/gpt-4.1' } })).status).toBe(200);
    expect((await update({ description: 'still editable' })).status).toBe(200);
  });
});

describe('a change of a flow to a conversation', () => {
  const greeting = {
    name: 'Hello',
    status: 'active',
    nodes: [{ id: 'bye', type: 'end', config: { text: 'Bye.' } }],
  };

  it('is rejected while an agent of the flow names no language model', async () => {
    const { body: flow } = await api.send('POST', '/api/v1/flows', { body: greeting });
    const agent = await create({ flowId: flow.id });
    const change = () => api.send('PATCH', `/api/v1/flows/${flow.id}`, { body: { nodes: [] } });
    const { status, body } = await change();
    expect([status, body.code]).toEqual([400, 'agent_needs_model']);
    expect(body.fields).toMatchObject([{ path: 'nodes', code: 'agent_needs_model' }]);
    expect(body.fields[0].message).toContain(`Grace (${agent.body.id})`);
    const renamed = await api.send('PATCH', `/api/v1/flows/${flow.id}`, { body: { name: 'Hi' } });
    expect(renamed.status).toBe(200);
    const modelSettings = { fallbackModels: ['openai/gpt-4.1'] };
    await api.send('PATCH', `/api/v1/agents/${agent.body.id}`, { body: { modelSettings } });
    expect((await change()).status).toBe(200);
  });
});
