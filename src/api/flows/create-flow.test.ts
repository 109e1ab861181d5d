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
  it('creates a call flow, a draft by default', async () => {
    const { status, body } = await create({ type: 'call', name: 'Hello', nodes: [end] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ type: 'call', name: 'Hello', status: 'draft', mode: 'strict', version: 1 });
    expect(body.id).toMatch(/^flow_/);
    expect(body.nodes[0]).toMatchObject({ id: 'bye', config: { text: 'Bye.' } });
  });

  it('treats a flow without a type as a call flow', async () => {
    expect((await create({ name: 'Hello', nodes: [end] })).body.type).toBe('call');
  });

  it('creates a message flow', async () => {
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
    expect(body.warnings[0].message).toBe(
      'In initiationMessage: customer.name is empty in messages without it. Send customer.name with each message.',
    );
  });
});

describe('a flow of 500 nodes and 2,000 edges', () => {
  const nodes = Array.from({ length: 500 }, (_, index) => ({
    id: `node_${index}`,
    type: index === 499 ? 'end' : 'say',
    name: `Node ${index}`,
    config: { text: 'One moment, please.' },
  }));
  const edges = Array.from({ length: 2000 }, (_, index) => ({
    id: `edge_${index}`,
    from: `node_${index % 499}`,
    to: `node_${(index % 499) + 1}`,
    priority: Math.floor(index / 499),
    condition:
      index < 1497
        ? { type: 'expression', all: [{ left: 'answer', op: '==', right: `Option ${index}` }] }
        : { type: 'always' },
  }));

  it('is saved by create and by update', async () => {
    const { status, body } = await create({
      type: 'call',
      name: 'Large',
      startNodeId: 'node_0',
      nodes,
      edges,
    });
    expect({ status, code: body.code, fields: body.fields }).toEqual({ status: 200 });
    expect([body.nodes.length, body.edges.length]).toEqual([500, 2000]);
    const url = `/api/v1/flows/${body.id}`;
    const renamed = [{ ...nodes[0], name: 'First' }, ...nodes.slice(1)];
    const changed = await api.send('PATCH', url, { body: { nodes: renamed, edges } });
    expect(changed).toMatchObject({ status: 200, body: { version: 2 } });
  });
});

describe('POST /api/v1/flows: 400', () => {
  const rejected = async (flow: object) => {
    const { status, body } = await create(flow);
    expect(status).toBe(400);
    const faults: { path: string; code: string; message: string }[] = body.fields;
    return { code: body.code, faults, found: faults.map(({ path, code }) => `${path} ${code}`) };
  };

  it('reports field faults together with graph faults', async () => {
    const nodes = [
      { ...end, config: { txet: 'x' } },
      { id: 'lost', type: 'say', config: {} },
    ];
    const edges = [{ id: 'e', from: 'bye', to: 'nowhere', condition: { type: 'esle' } }];
    const { code, found } = await rejected({ name: '', nodes, edges, startNodeId: 'bye' });
    expect(code).toBe('invalid_request');
    expect(found).toEqual([
      'name too_small',
      'nodes[0].config.txet unknown_field',
      'nodes[1].config.text required',
      'edges[0].condition.type invalid_value',
      'edges[0].to unknown_node',
      'edges[0].from edge_from_end',
    ]);
  });

  it('reports a field fault in a node as flow_invalid, with the node', async () => {
    const nodes = [
      { id: 'hi', type: 'sya', config: { text: 'Hi.' } },
      { ...end, config: { text: 5 } },
    ];
    const { code, faults } = await rejected({
      name: 'x',
      nodes,
      edges: [{ id: 'e', from: 'hi', to: 'bye' }],
    });
    expect(code).toBe('flow_invalid');
    expect(faults).toEqual([
      {
        path: 'nodes[0].type',
        code: 'invalid_value',
        message: expect.stringMatching(/^Node "hi": Send "say", /),
      },
      {
        path: 'nodes[1].config.text',
        code: 'invalid_type',
        message: 'Node "bye": Send a string, or an object.',
      },
    ]);
  });

  it('reports the faults of a flow with an unknown type', async () => {
    const { found } = await rejected({ type: 'cal', nodes: [end], mode: 'strcit' });
    expect(found).toEqual(['type invalid_value', 'name required', 'mode invalid_value']);
  });

  it('reports graph faults as flow_invalid', async () => {
    const edges = [{ id: 'e', from: 'bye', to: 'nowhere' }];
    const { status, body } = await create({ type: 'call', name: 'x', nodes: [end], edges });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Invalid flow', code: 'flow_invalid' });
    expect(body.fields.length).toBeGreaterThan(0);
  });
});

describe('POST /api/v1/flows: 404', () => {
  it('returns 404 for an unknown agent of a message flow', async () => {
    const agentId = 'agent_01KAT0000000000000000000AA';
    const { status, body } = await create({ type: 'message', name: 'x', initiationMessage: 'x', agentId });
    expect(status).toBe(404);
    expect(body.code).toBe('agent_not_found');
  });
});
