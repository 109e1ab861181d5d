import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Flow, FlowInput, FlowPatch, patchFlow } from './flow.ts';
import { nodeTypes } from './node.ts';

const call = {
  name: 'Reminder',
  nodes: [
    { id: 'ask', type: 'ask', config: { prompt: 'Will you come?', variable: 'coming', expect: 'yes_no' } },
    { id: 'end', type: 'end' },
  ],
  edges: [{ id: 'e1', from: 'ask', to: 'end' }],
};

describe('a flow', () => {
  it('is a call flow by default, with all defaults filled in', () => {
    expect(FlowInput.parse(call)).toMatchObject({
      type: 'call',
      status: 'draft',
      mode: 'strict',
      startNodeId: null,
      nodes: [{ config: { retries: 2, timeoutSeconds: 6 } }, { config: { text: '' } }],
      edges: [{ priority: 0, condition: { type: 'always' } }],
    });
  });

  it('can be a message flow', () => {
    expect(FlowInput.parse({ type: 'message', name: 'M', initiationMessage: 'Hi {{name}}' })).toMatchObject({
      channel: 'auto',
      delay: { enabled: false },
      replyDebounceSeconds: 8,
      maxAutoMessages: 25,
      inactivityHours: 24,
    });
  });

  it('can have no nodes', () => {
    expect(FlowInput.parse({ name: 'Chat' }).nodes).toEqual([]);
  });

  it.each([
    ['a field of message flows', { ...call, initiationMessage: 'Hi' }],
    ['an unknown node type', { ...call, nodes: [{ id: 'a', type: 'dance', config: {} }] }],
    [
      'an option that the node does not have',
      { ...call, nodes: [{ id: 'a', type: 'wait', config: { ms: 5, s: 1 } }] },
    ],
    [
      'a delay of more than a day',
      {
        type: 'message',
        name: 'M',
        initiationMessage: 'Hi',
        delay: { enabled: true, seconds: 86_401 },
      },
    ],
    [
      '501 nodes',
      {
        name: 'Big',
        nodes: Array.from({ length: 501 }, (_, index) => ({ id: `n${index}`, type: 'branch' })),
      },
    ],
    [
      'a comparison without a right side',
      {
        ...call,
        edges: [
          {
            id: 'e',
            from: 'ask',
            to: 'end',
            condition: { type: 'expression', all: [{ left: 'coming', op: '==' }] },
          },
        ],
      },
    ],
  ])('is rejected with %s', (_name, value) => {
    expect(FlowInput.safeParse(value).success).toBe(false);
  });

  it('has the fifteen node types', () => {
    expect(nodeTypes).toHaveLength(15);
  });
});

describe('a patch', () => {
  const flow = FlowInput.parse(call);

  it('replaces all nodes and keeps other fields', () => {
    const patch = FlowPatch.parse({ nodes: [{ id: 'end', type: 'end' }], edges: [] });
    expect(patchFlow(flow, patch)).toMatchObject({ name: 'Reminder', nodes: [{ id: 'end' }], edges: [] });
  });

  it('resets a field that is null, and removes a variable that is null', () => {
    const once = patchFlow(flow, FlowPatch.parse({ globalPrompt: 'Kind.', variables: { a: {}, b: {} } }));
    const twice = patchFlow(once, FlowPatch.parse({ globalPrompt: null, variables: { a: null } }));
    expect(twice).toMatchObject({ globalPrompt: '' });
    expect(Object.keys(twice.variables)).toEqual(['b']);
  });

  it('rejects fields of message flows', () => {
    expect(() => patchFlow(flow, FlowPatch.parse({ subject: 'Hello' }))).toThrow(z.ZodError);
  });
});

it('each flow schema has a JSON Schema for input and output', () => {
  for (const schema of [FlowInput, FlowPatch, Flow])
    for (const io of ['input', 'output'] as const)
      expect(JSON.stringify(z.toJSONSchema(schema, { io }))).toContain('initiationMessage');
});
