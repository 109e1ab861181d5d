import { describe, expect, it } from 'vitest';
import {
  context,
  edge,
  end,
  flowOf,
  ofType,
  pressed,
  runFlow,
  spokenIn,
} from '../../../../test/support/run-flow.ts';
import { startFlow } from '../interpreter.ts';
import type { FlowInput as Input } from '../protocol.ts';

describe('http', () => {
  const http = (config: object) => ({ id: 'step', type: 'http', config });
  const flowWith = (config: object) =>
    flowOf({
      nodes: [http(config), end('ok', 'Done {{order}} {{state}}.'), end('failed', 'Sorry.')],
      edges: [
        edge('step', 'ok', { type: 'result', ok: true }),
        edge('step', 'failed', { type: 'result', ok: false }),
      ],
    });
  const response = (body: unknown, ok = true): Input => ({ type: 'http-response', nodeId: 'step', ok, body });

  it('requests with variables in URL, headers and body', () => {
    const { last } = runFlow(
      flowWith({
        method: 'POST',
        url: 'https://example.com/{{clinic}}?name={{customer.name}}',
        headers: {
          authorization: 'Bearer {{secrets.CRM}}',
          'x-name': '{{customer.name}} {{customer.email}}',
        },
        body: { name: '{{customer.name}}', text: 'Hi {{customer.name}}', list: ['{{customer.email}}', 1] },
      }),
    );
    expect(last.at(-1)).toEqual({
      type: 'http-request',
      nodeId: 'step',
      method: 'POST',
      url: 'https://example.com/Oak%20Street?name=Ada',
      headers: { authorization: ['Bearer ', { secret: 'CRM' }], 'x-name': ['Ada', ' '] },
      body: { name: 'Ada', text: 'Hi Ada', list: [null, 1] },
      timeoutMs: 4000,
    });
    expect(ofType(last, 'warning')).toHaveLength(2);
  });

  it('inserts a variable at the start of the URL without encoding', () => {
    const flow = flowWith({ url: '{{dynamic.base}}/{{dynamic.id}}' });
    const dynamic = { base: 'https://example.com/v1', id: '../a' };
    expect(startFlow(flow, { ...context, dynamic }).actions.at(-1)).toMatchObject({
      url: 'https://example.com/v1/..%2Fa',
    });
  });

  it('does not read secrets from values of variables', () => {
    const flow = flowWith({ url: 'https://example.com', headers: { a: '{{dynamic.x}}' } });
    const dynamic = { x: '{{secrets.CRM}}\r\nb: c' };
    expect(startFlow(flow, { ...context, dynamic }).actions.at(-1)).toMatchObject({
      headers: { a: ['{{secrets.CRM}}  b: c'] },
    });
  });

  it('sends sensitive digits', () => {
    const flow = flowOf({
      nodes: [
        {
          id: 'pin',
          type: 'gather_digits',
          config: { prompt: 'PIN?', variable: 'pin', maxDigits: 4, sensitive: true },
        },
        http({ method: 'POST', url: 'https://example.com', body: { pin: '{{pin}}' } }),
        end('failed'),
      ],
      edges: [edge('pin', 'step'), edge('step', 'failed')],
    });
    expect(runFlow(flow, pressed('1234')).last.at(-1)).toMatchObject({ body: { pin: '1234' } });
  });

  it('fails without a request if the URL is not valid', () => {
    const { last } = runFlow(flowWith({ url: '{{dynamic.base}}/x' }));
    expect(spokenIn(last)).toEqual(['Sorry.']);
  });

  it('stores values of the response', () => {
    const flow = flowWith({
      url: 'https://example.com',
      save: { order: '/data/0/id', state: '/none', all: '' },
    });
    const { last, state } = runFlow(flow, response({ data: [{ id: 7 }] }));
    expect(spokenIn(last)).toEqual(['Done 7.']);
    expect(state.variables).toEqual({ order: 7, state: null, all: '{"data":[{"id":7}]}' });
    expect(ofType(last, 'warning')[0]?.text).toBe('The response has no usable value at "/none" for state.');
  });

  it('fails if the request fails, or if values are required and the response is not JSON', () => {
    const flow = flowWith({ url: 'https://example.com', save: { order: '/id' } });
    expect(spokenIn(runFlow(flow, response(undefined, false)).last)).toEqual(['Sorry.']);
    expect(spokenIn(runFlow(flow, response(undefined)).last)).toEqual(['Sorry.']);
    expect(spokenIn(runFlow(flowWith({ url: 'https://example.com' }), response(undefined)).last)).toEqual([
      'Done.',
    ]);
  });

  it('ignores the response of another node, and a second response', () => {
    const flow = flowWith({ url: 'https://example.com' });
    expect(runFlow(flow, { type: 'http-response', nodeId: 'other', ok: true }).last).toEqual([]);
    expect(runFlow(flow, response({}), response({})).last).toEqual([]);
  });
});

describe('extract', () => {
  const fields = [
    { name: 'name', type: 'string' },
    { name: 'guests', type: 'number' },
    { name: 'child', type: 'boolean' },
    { name: 'size', type: 'enum', choices: ['Small', 'Large'] },
  ];
  const flow = flowOf({
    nodes: [{ id: 'step', type: 'extract', config: { fields } }, end('ok', 'Done.'), end('failed', 'Sorry.')],
    edges: [
      edge('step', 'ok', { type: 'result', ok: true }),
      edge('step', 'failed', { type: 'result', ok: false }),
    ],
  });
  const extracted = (values: Record<string, unknown> | null): Input => ({
    type: 'extracted',
    nodeId: 'step',
    values,
  });

  it('requests the fields', () => {
    expect(runFlow(flow).last.at(-1)).toMatchObject({ type: 'extract', nodeId: 'step', fields });
  });

  it.each([
    [
      { name: ' Ada ', guests: 4, child: true, size: 'large' },
      { name: 'Ada', guests: 4, child: true, size: 'Large' },
    ],
    [
      { name: 7, guests: '4.5', child: 'no', size: 'Small' },
      { name: '7', guests: 4.5, child: false, size: 'Small' },
    ],
  ])('stores %j', (values, variables) => {
    const { state, last } = runFlow(flow, extracted(values));
    expect(state.variables).toEqual(variables);
    expect(spokenIn(last)).toEqual(['Done.']);
  });

  it('stores null with a warning for a value of another type', () => {
    const { state, last } = runFlow(
      flow,
      extracted({ name: 'Ada', guests: 'four', child: {}, size: 'tiny' }),
    );
    expect(state.variables).toEqual({ name: 'Ada', guests: null, child: null, size: null });
    expect(ofType(last, 'warning').map(({ text }) => text)).toEqual([
      'The value of guests is not of type number.',
      'The value of child is not of type boolean.',
      'The value of size is not of type enum.',
    ]);
  });

  it.each([[null], [{}], [{ name: null, toString: 'x' }]])('fails for %j', (values) => {
    expect(spokenIn(runFlow(flow, extracted(values)).last)).toEqual(['Sorry.']);
  });
});

describe('agent_handoff', () => {
  const flow = flowOf({
    nodes: [
      {
        id: 'step',
        type: 'agent_handoff',
        config: { agentId: 'agent_2', message: 'I connect you, {{customer.name}}.' },
      },
      end('failed', 'Sorry.'),
    ],
    edges: [edge('step', 'failed', { type: 'else' })],
  });

  it('speaks its message before the other agent continues', () => {
    expect(runFlow(flow).last.slice(-2)).toMatchObject([
      { type: 'speak', text: 'I connect you, Ada.', interruptible: true },
      { type: 'agent-handoff', nodeId: 'step', agentId: 'agent_2' },
    ]);
  });

  it('fails with the reason if the agent cannot continue', () => {
    const { last } = runFlow(flow, { type: 'handoff-failed', nodeId: 'step', reason: 'No such agent.' });
    expect(ofType(last, 'warning')[0]?.text).toBe('No such agent.');
    expect(spokenIn(last)).toEqual(['Sorry.']);
  });
});
