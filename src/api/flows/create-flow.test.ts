import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const create = (body: unknown) => api.send('POST', '/api/v1/flows', { body });
const end = { id: 'bye', type: 'end', name: 'Bye', config: { text: 'Bye.' } };

describe('POST /api/v1/flows: 200', () => {
  it('makes a call flow, a draft unless said otherwise', async () => {
    const { status, body } = await create({ type: 'call', name: 'Hello', nodes: [end] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'call', name: 'Hello', status: 'draft', mode: 'strict', version: 1 });
    expect(body.id).toMatch(/^flow_/);
    expect(body.nodes[0]).toMatchObject({ id: 'bye', config: { text: 'Bye.' } });
  });

  it('takes a flow without a type for a call flow', async () => {
    expect((await create({ name: 'Hello', nodes: [end] })).body.type).toBe('call');
  });

  it('makes a message flow', async () => {
    const { status, body } = await create({
      type: 'message',
      name: 'Text',
      initiationMessage: 'Hi {{customer.name}}',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      type: 'message',
      initiationMessage: 'Hi {{customer.name}}',
      inactivityHours: 24,
    });
  });
});

describe('POST /api/v1/flows: 400', () => {
  it('names faults of form with their path', async () => {
    const { body } = await create({ type: 'call', name: '', nodes: [{ ...end, config: { txet: 'x' } }] });
    expect(body.code).toBe('invalid_request');
    expect(body.fields.map(({ path }: { path: string }) => path)).toContain('name');
  });

  it('names faults of the graph with their node', async () => {
    const edges = [{ id: 'e', from: 'bye', to: 'nowhere' }];
    const { status, body } = await create({ type: 'call', name: 'x', nodes: [end], edges });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Invalid flow', code: 'flow_invalid' });
    expect(body.fields.length).toBeGreaterThan(0);
  });
});

describe('POST /api/v1/flows: 404', () => {
  it('does not know the agent of a message flow', async () => {
    const agentId = 'agent_01KAT0000000000000000000AA';
    const { status, body } = await create({ type: 'message', name: 'x', initiationMessage: 'x', agentId });
    expect(status).toBe(404);
    expect(body.code).toBe('agent_not_found');
  });
});
