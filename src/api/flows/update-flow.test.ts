import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';
import { findFlowVersion } from '../../store/flows.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const update = (body: unknown) => api.send('PATCH', `/api/v1/flows/${api.flow.id}`, { body });

describe('PATCH /api/v1/flows/{flowId}: 200', () => {
  it('creates a new version and keeps the old one', async () => {
    const { status, body } = await update({ name: 'Farewell', globalPrompt: 'Be kind.' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 2, name: 'Farewell', globalPrompt: 'Be kind.', status: 'active' });
    const firstVersion = { workspaceId: api.workspaceId, flowId: api.flow.id, version: 1 };
    const old = await findFlowVersion(api.database.inWorkspace(api.workspaceId), firstVersion);
    expect(old!.definition.name).toBe('Greeting');
  });
});

describe('PATCH /api/v1/flows/{flowId} that changes nothing: 200', () => {
  it('creates no version', async () => {
    const { body: before } = await api.send('GET', `/api/v1/flows/${api.flow.id}`);
    for (const patch of [{}, { name: before.name, nodes: before.nodes }])
      expect((await update(patch)).body).toEqual({ ...before, warnings: [] });
  });
});

describe('PATCH /api/v1/flows/{flowId}: 400', () => {
  it('rejects a change of the type', async () => {
    expect((await update({ type: 'message' })).body.code).toBe('invalid_request');
  });

  it('rejects fields of the other flow type', async () => {
    expect((await update({ initiationMessage: 'Hi' })).body.code).toBe('invalid_request');
  });

  it('reports all faults of the patch and of the resulting flow', async () => {
    const nodes = [{ id: 'a', type: 'say', config: { text: '{{customer.shoe}}' } }];
    const { body } = await update({ name: null, nodes, edges: [{ id: 1 }], mood: 'good' });
    expect(body.code).toBe('invalid_request');
    expect(body.fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual([
      'edges[0].id invalid_type',
      'edges[0].from required',
      'edges[0].to required',
      'mood unknown_field',
      'name required',
      'nodes[0].config.text unknown_variable',
      'nodes[0] dead_end',
    ]);
  });

  it('rejects a graph that cannot be run', async () => {
    expect((await update({ startNodeId: 'nowhere' })).body.code).toBe('flow_invalid');
  });
});
