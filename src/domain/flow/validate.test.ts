import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoFlow } from '../demo-flow.ts';
import { FlowInput } from './flow.ts';
import { validateFlow } from './validate.ts';

const ask = (id: string, config: object = {}) => ({
  id,
  type: 'ask',
  config: { prompt: 'Well?', variable: 'answer', ...config },
});
const say = (id: string, text = 'Hello.') => ({ id, type: 'say', config: { text } });
const end = (id = 'end') => ({ id, type: 'end', config: { text: 'Goodbye.' } });
const edge = (from: string, to: string, condition: object = { type: 'always' }) => ({
  id: `${from}-${to}`,
  from,
  to,
  condition,
});

const faultsOf = (value: object) => validateFlow(FlowInput.parse({ name: 'Test', ...value }));
const pathsAndCodes = (value: object) => faultsOf(value).map(({ path, code }) => `${path} ${code}`);

/** Returns a flow of the node, with the id `a`, and an end. */
const flowAround = (node: object, ...edges: object[]) => ({
  startNodeId: 'a',
  nodes: [{ ...node, id: 'a' }, end()],
  edges: edges.length > 0 ? edges : [edge('a', 'end')],
});

describe('a valid flow', () => {
  it.each([
    ['the demo', demoFlow],
    ['one without nodes', { nodes: [] }],
    ['one of two nodes', flowAround(say('a'))],
    [
      'a loop through a question',
      {
        startNodeId: 'a',
        nodes: [ask('a'), end()],
        edges: [edge('a', 'a', { type: 'else' }), edge('a', 'end', { type: 'result', ok: true })],
      },
    ],
    [
      'a global node without an edge, which returns to the interrupted node',
      {
        nodes: [
          ask('a'),
          end(),
          { ...say('who'), isGlobal: { condition: { type: 'intent', phrases: ['who'] } } },
        ],
        edges: [edge('a', 'end')],
      },
    ],
    [
      'a failure edge whose expression tests for a missing answer',
      {
        nodes: [ask('a'), end(), end('none')],
        edges: [
          edge('a', 'end', { type: 'result', ok: true }),
          edge('a', 'none', { type: 'expression', all: [{ left: 'answer', op: 'not_exists' }] }),
        ],
      },
    ],
    [
      'variables of the call, of the customer and of what was heard',
      flowAround(
        say('a', '{{anything}} {{customer.name}} {{agent.name}} {{dynamic.x}} {{heard.date_time}} {{now}}'),
      ),
    ],
    ['a message flow', { type: 'message', initiationMessage: 'Hi {{name}}' }],
  ])('is %s', (_name, flow) => {
    expect(faultsOf(flow)).toEqual([]);
  });
});

describe('the start', () => {
  it('must exist', () => {
    expect(pathsAndCodes({ ...flowAround(say('a')), startNodeId: 'b' })).toContain('startNodeId start_node');
  });

  it('must be unambiguous', () => {
    const flow = { nodes: [say('a'), say('b'), end()], edges: [edge('a', 'end'), edge('b', 'end')] };
    expect(faultsOf(flow)[0]?.message).toBe(
      'Several nodes have no incoming edge: "a", "b". Set startNodeId.',
    );
  });

  it('must be set if all nodes have incoming edges', () => {
    const flow = { nodes: [ask('a'), ask('b')], edges: [edge('a', 'b'), edge('b', 'a')] };
    expect(pathsAndCodes(flow)).toContain('startNodeId start_node');
  });
});

describe('a flow that its schema rejects', () => {
  const pathsAndCodesOf = (value: unknown) => validateFlow(value).map(({ path, code }) => `${path} ${code}`);

  it('is validated by its readable parts', () => {
    const flow = {
      name: 7,
      startNodeId: 'b',
      nodes: [
        {
          id: 'a',
          type: 'ask',
          config: { expect: 'digits', minDigits: 5, maxDigits: 4, prompt: '{{customer.shoe}}' },
        },
        { id: 'b', type: 'shout', config: { text: '{{oops.}}' } },
        { type: 'say' },
        { id: 'lost', type: 'say', config: { text: 5 } },
      ],
      edges: [edge('b', 'a'), edge('a', 'gone', { type: 'result', ok: true }), { from: 'a' }, 'edge'],
    };
    expect(pathsAndCodesOf(flow)).toEqual([
      'edges[1].to unknown_node',
      'nodes[0].config.minDigits out_of_range',
      'nodes[0].config.prompt unknown_variable',
      'nodes[1].config.text invalid_template',
    ]);
  });

  it('has no faults in unreadable parts', () => {
    expect(pathsAndCodesOf({ nodes: [say('a'), { id: 'b', type: 'ned' }], edges: [edge('a', 'b')] })).toEqual(
      [],
    );
    const unclear = { ...edge('a', 'end'), condition: { type: 'esle' } };
    expect(pathsAndCodesOf({ nodes: [{ id: 'a', type: 'branch' }, end()], edges: [unclear] })).toEqual([]);
  });

  it('reports other faults even if the start is ambiguous', () => {
    const flow = { nodes: [say('a'), say('b'), say('c'), end()], edges: [edge('a', 'c'), edge('b', 'end')] };
    expect(pathsAndCodesOf(flow)).toEqual(['startNodeId start_node', 'nodes[2] dead_end']);
    expect(pathsAndCodesOf({ ...flow, startNodeId: 'z' })).toEqual([
      'startNodeId start_node',
      'nodes[2] dead_end',
    ]);
  });

  it('may have any shape', () => {
    const part = fc.oneof(fc.jsonValue(), fc.constantFrom('a', 'b', 'say', 'ask', 'end', 'digits'));
    const piece = fc.dictionary(
      fc.constantFrom('id', 'type', 'from', 'to', 'config', 'condition', 'isGlobal'),
      part,
    );
    const list = fc.oneof(part, fc.array(fc.oneof(piece, part)));
    const flow = fc.record(
      {
        type: part,
        startNodeId: part,
        variables: part,
        nodes: list,
        edges: list,
        quietHours: part,
        subject: part,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(flow, fc.jsonValue()), (value) => {
        for (const { path, code, message } of validateFlow(value))
          expect([path, code, message].every((text) => typeof text === 'string')).toBe(true);
      }),
    );
  });
});

describe('nodes and edges', () => {
  it('must have unique ids', () => {
    const flow = {
      startNodeId: 'a',
      nodes: [say('a'), say('a'), end()],
      edges: [edge('a', 'end'), edge('a', 'end')],
    };
    expect(pathsAndCodes(flow)).toEqual(
      expect.arrayContaining(['nodes[1].id duplicate_id', 'edges[1].id duplicate_id']),
    );
  });

  it('must be connected correctly: edges between existing nodes, and none from an end', () => {
    const flow = flowAround(
      say('a'),
      edge('a', 'end'),
      edge('a', 'nowhere'),
      edge('ghost', 'a'),
      edge('end', 'a'),
    );
    expect(pathsAndCodes(flow)).toEqual(
      expect.arrayContaining([
        'edges[1].to unknown_node',
        'edges[2].from unknown_node',
        'edges[3].from edge_from_end',
      ]),
    );
  });

  it('must be reachable, at least one end included', () => {
    expect(
      pathsAndCodes({ startNodeId: 'a', nodes: [say('a'), end(), say('b')], edges: [edge('a', 'end')] }),
    ).toEqual(['nodes[2] unreachable']);
    expect(pathsAndCodes({ nodes: [say('a')], edges: [] })).toEqual(['nodes[0] dead_end', 'nodes no_end']);
  });

  it('are not reachable through a global node if no node listens', () => {
    const silent = {
      startNodeId: 'a',
      nodes: [say('a'), end(), { ...end('b'), isGlobal: { condition: { type: 'digits', pattern: '9' } } }],
      edges: [edge('a', 'end')],
    };
    expect(pathsAndCodes(silent)).toEqual(['nodes[2] unreachable']);
  });
});

describe('a loop', () => {
  it('must contain a node that waits', () => {
    const flow = {
      startNodeId: 'a',
      nodes: [say('a'), { id: 'b', type: 'branch' }, end(), say('c')],
      edges: [
        edge('a', 'b'),
        edge('b', 'a', { type: 'else' }),
        edge('b', 'end'),
        edge('b', 'c'),
        edge('c', 'end'),
      ],
    };
    expect(pathsAndCodes(flow)).toEqual(['nodes[0] silent_loop', 'nodes[1] silent_loop']);
  });

  it('is found in a flow of maximum size', () => {
    const nodes = Array.from({ length: 500 }, (_, index) => say(`n${index}`));
    const edges = nodes.map((node, index) => edge(node.id, `n${(index + 1) % 500}`));
    expect(
      pathsAndCodes({ startNodeId: 'n0', nodes, edges }).filter((fault) => fault.endsWith('silent_loop')),
    ).toHaveLength(500);
  });
});

describe('a variable in a prompt condition', () => {
  const prompt = { type: 'prompt', text: '{{customer.nmae}} agrees.' };

  it('must be able to have a value', () => {
    expect(pathsAndCodes(flowAround(ask('a'), edge('a', 'end', prompt), edge('a', 'end')))).toContain(
      'edges[0].condition.text unknown_variable',
    );
    const node = { ...ask('a'), isGlobal: { condition: prompt } };
    expect(pathsAndCodes(flowAround(node, edge('a', 'end')))).toContain(
      'nodes[0].isGlobal.condition.text unknown_variable',
    );
  });
});

describe('a node', () => {
  const ok = edge('a', 'end', { type: 'result', ok: true });

  it.each([
    ask('a'),
    { type: 'gather_digits', config: { prompt: 'Code?', variable: 'code' } },
    { type: 'http', config: { url: 'https://example.com' } },
    { type: 'transfer', config: { destination: '+12025550100' } },
    { type: 'schedule_callback', config: { at: '{{when}}' } },
    { type: 'extract', config: { fields: [{ name: 'a', type: 'string' }] } },
    { type: 'send_message', config: { flowId: 'flow_1', to: 'ada@example.com' } },
    { type: 'agent_handoff', config: { agentId: 'agent_1' } },
  ])('of type $type needs an edge for its failure', (node) => {
    expect(pathsAndCodes(flowAround(node, ok))).toEqual(['nodes[0] missing_failure_edge']);
    const failed = { ...edge('a', 'end', { type: 'result', ok: false }), id: 'failed' };
    expect(pathsAndCodes(flowAround(node, ok, failed))).toEqual([]);
  });

  it('of type branch needs an else edge', () => {
    const expression = { type: 'expression', all: [{ left: 'x', op: 'exists' }] };
    expect(pathsAndCodes(flowAround({ type: 'branch' }, edge('a', 'end', expression)))).toEqual([
      'nodes[0] missing_else',
    ]);
  });
});

describe('settings', () => {
  it.each([
    [ask('a', { expect: 'choice' }), 'nodes[0].config.choices missing_choices'],
    [ask('a', { choices: [{ value: 'x' }] }), 'nodes[0].config.choices unexpected_choices'],
    [
      ask('a', {
        expect: 'choice',
        choices: [
          { value: 'x', phrases: ['one'] },
          { value: 'y', phrases: ['One'] },
        ],
      }),
      'nodes[0].config.choices[1].phrases[0] ambiguous_choice',
    ],
    [ask('a', { expect: 'digits', minDigits: 5, maxDigits: 4 }), 'nodes[0].config.minDigits out_of_range'],
    [ask('a', { variable: 'customer' }), 'nodes[0].config.variable reserved_name'],
    [{ type: 'press_digits', config: { digits: 'hello' } }, 'nodes[0].config.digits invalid_digits'],
    [{ type: 'http', config: { url: 'ftp://example.com' } }, 'nodes[0].config.url invalid_url'],
    [
      { type: 'http', config: { url: 'https://example.com', headers: { Host: 'a' } } },
      'nodes[0].config.headers.Host invalid_header',
    ],
    [
      { type: 'http', config: { url: 'https://example.com/{{secrets.A}}' } },
      'nodes[0].config.url unknown_variable',
    ],
    [
      { type: 'transfer', config: { destination: 'reception' } },
      'nodes[0].config.destination invalid_destination',
    ],
    [{ type: 'schedule_callback', config: { at: 'soon' } }, 'nodes[0].config.at invalid_time'],
    [say('a', 'Hello {{customer.nmae}}.'), 'nodes[0].config.text unknown_variable'],
    [say('a', 'Hello {{customer.external_id}}.'), 'nodes[0].config.text unknown_variable'],
    [say('a', 'Hello {{heard.mood}}.'), 'nodes[0].config.text unknown_variable'],
    [say('a', 'Hello {{ship.name}}.'), 'nodes[0].config.text unknown_variable'],
    [say('a', 'Hello {{customer}}.'), 'nodes[0].config.text unknown_variable'],
    [say('a', 'Hello {{customer name}}.'), 'nodes[0].config.text invalid_template'],
    [
      { type: 'http', config: { url: 'https://example.com', headers: { a: '{{b.c}}' } } },
      'nodes[0].config.headers.a unknown_variable',
    ],
  ])('of %j are rejected', (node, fault) => {
    expect(pathsAndCodes(flowAround(node))).toEqual([fault]);
  });

  it('that speak sensitive digits are rejected', () => {
    const keys = { prompt: 'Card?', variable: 'card', sensitive: true };
    const flow = {
      startNodeId: 'a',
      nodes: [{ id: 'a', type: 'gather_digits', config: keys }, say('b', 'You entered {{card}}.'), end()],
      edges: [edge('a', 'b', { type: 'else' }), edge('b', 'end')],
    };
    expect(pathsAndCodes(flow)).toEqual(['nodes[1].config.text sensitive_variable']);
  });

  it.each([
    [{ type: 'digits', pattern: '(1+)+' }, 'edges[0].condition.pattern invalid_pattern'],
    [
      { type: 'expression', all: [{ left: 'agent.mood', op: 'exists' }] },
      'edges[0].condition.all[0].left unknown_variable',
    ],
    [
      { type: 'expression', any: [{ left: 'x', op: '==', right: '{{agent.mood}}' }] },
      'edges[0].condition.any[0].right unknown_variable',
    ],
    [{ type: 'timeout', seconds: 5 }, 'edges[0].condition.type condition_never_holds'],
  ])('of the condition %j are rejected', (condition, fault) => {
    expect(pathsAndCodes(flowAround(say('a'), edge('a', 'end', condition)))).toEqual([fault]);
  });

  it('of a global condition are validated', () => {
    const flow = {
      startNodeId: 'a',
      nodes: [ask('a'), end(), { ...end('g'), isGlobal: { condition: { type: 'always' } } }],
      edges: [edge('a', 'end')],
    };
    expect(pathsAndCodes(flow)).toEqual(['nodes[2].isGlobal.condition.type condition_not_global']);
  });

  it('of calls are rejected in a message flow', () => {
    const flow = {
      type: 'message',
      initiationMessage: '{{customer.shoe}}',
      quietHours: { start: '09:00', end: '09:00' },
      ...flowAround({ type: 'wait', config: { ms: 5 } }),
    };
    expect(pathsAndCodes(flow)).toEqual([
      'initiationMessage unknown_variable',
      'nodes[0].type not_for_messages',
      'quietHours.end out_of_range',
    ]);
  });
});

it('returns all faults with their nodes', () => {
  const flow = {
    startNodeId: 'a',
    nodes: [ask('a', { expect: 'choice' }), say('lost', '{{oops.}}')],
    edges: [edge('a', 'gone', { type: 'result', ok: true })],
  };
  expect(faultsOf(flow).map((fault) => fault.message.slice(0, 11))).toEqual([
    'Edge "a-gon',
    'Node "a": a',
    'Node "lost"',
    'Node "a": n',
  ]);
});
