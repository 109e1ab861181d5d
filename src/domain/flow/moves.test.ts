import { describe, expect, it } from 'vitest';
import { context, edge, end, flowOf, ofType, runFlow, spokenIn } from '../../../test/support/run-flow.ts';
import type { FlowGraph } from './flow.ts';
import { startFlow, step } from './interpreter.ts';
import { maxMoves } from './moves.ts';
import type { FlowInput as Input } from './protocol.ts';
import { validateFlow } from './validate.ts';

const definition = (mode: string) => ({
  mode,
  name: 'Reception',
  startNodeId: 'talk',
  nodes: [
    { id: 'talk', type: 'conversation', name: 'Reception', config: { prompt: 'Find out the wish.' } },
    {
      id: 'orders',
      type: 'conversation',
      name: 'Orders',
      config: { prompt: 'Take an\n order of {{clinic}}.' },
    },
    { id: 'hours', type: 'say', config: { text: 'We open at nine.' } },
    { id: 'route', type: 'branch', config: {} },
    end(),
  ],
  edges: [
    edge('talk', 'route', { type: 'else' }),
    edge('orders', 'route', { type: 'else' }),
    edge('route', 'end', { type: 'else' }),
  ],
});

const flow: FlowGraph = flowOf(definition('flex'));
const choosing = { ...context, choosesEdges: true };

const said = (text: string): Input => ({ type: 'answered', text, confidence: 0.9, rejected: false });
const moveTo = (nodeId: string, from = 'talk'): Input => ({
  type: 'edge-chosen',
  nodeId: from,
  edgeId: `move:${nodeId}`,
});

function converse(...inputs: Input[]) {
  let transition = startFlow(flow, choosing);
  for (const input of inputs) transition = step(flow, transition.state, input, choosing);
  return transition;
}

describe('a flow of mode flex', () => {
  it('offers the other nodes that speak, except ends', () => {
    expect(ofType(converse(said('hello')).actions, 'converse')[0]?.statements).toEqual([
      {
        edgeId: 'move:orders',
        text: 'The conversation must continue at the step "Orders": Take an order of Oak Street.',
      },
      {
        edgeId: 'move:hours',
        text: 'The conversation must continue at the step "hours": We open at nine.',
      },
    ]);
  });

  it('offers them for classification to a model that cannot choose', () => {
    const { last } = runFlow(flow, said('hello'));
    expect(ofType(last, 'classify')[0]?.statements).toHaveLength(2);
    const moved = runFlow(flow, said('hello'), { type: 'classified', edgeId: 'move:orders' });
    expect(ofType(moved.last, 'node-entered')).toEqual([{ type: 'node-entered', nodeId: 'orders' }]);
  });

  it('records each move', () => {
    const { actions, state } = converse(said('hello'), moveTo('orders'));
    expect(actions.slice(0, 2)).toEqual([
      { type: 'node-moved', fromNodeId: 'talk', nodeId: 'orders' },
      { type: 'node-entered', nodeId: 'orders' },
    ]);
    expect(state).toMatchObject({ nodeId: 'orders', moves: 1 });
  });

  it('returns from a node without edges', () => {
    const { actions, state } = converse(said('hello'), moveTo('hours'));
    expect(spokenIn(actions)).toEqual(['We open at nine.']);
    expect(state.nodeId).toBe('talk');
  });

  it.each([['end'], ['route'], ['talk'], ['nowhere']])('does not move to %s', (nodeId) => {
    expect(converse(said('hello'), moveTo(nodeId)).actions).toEqual([]);
  });

  it('allows a limited number of moves', () => {
    const inputs = Array.from({ length: maxMoves }, (_, index) => {
      const [from, to] = index % 2 === 0 ? ['talk', 'orders'] : ['orders', 'talk'];
      return [said('hello'), moveTo(to, from)];
    }).flat();
    expect(converse(...inputs).state.moves).toBe(maxMoves);
    const after = converse(...inputs, said('hello'));
    expect(ofType(after.actions, 'converse')[0]?.statements).toEqual([]);
    expect(step(flow, after.state, moveTo('orders'), choosing).actions).toEqual([]);
  });

  it('needs no edges to nodes that the model can enter', () => {
    expect(validateFlow(definition('flex'))).toEqual([]);
    expect(validateFlow(definition('strict')).map(({ code }) => code)).toContain('unreachable');
  });
});
