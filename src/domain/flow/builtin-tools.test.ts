import { describe, expect, it } from 'vitest';
import { builtinToolsFor, runBuiltinTool } from './builtin-tools.ts';
import { flowIn, FlowInput, type FlowGraph } from './flow.ts';
import { startFlow } from './interpreter.ts';
import type { FlowContext } from './protocol.ts';
import { languageOf } from '../languages/languages.ts';

/** Friday 20 November 2026, ten in the morning in New York. */
const context: FlowContext = {
  nowMs: Date.UTC(2026, 10, 20, 15),
  language: languageOf('en'),
  timezone: 'America/New_York',
  dynamic: {},
  customer: {},
  agent: {},
};

const flow: FlowGraph = flowIn(
  FlowInput.parse({
    name: 'Test',
    startNodeId: 'talk',
    variables: { guests: { type: 'number' }, at: { type: 'date_time' }, pin: {} },
    nodes: [
      { id: 'talk', type: 'conversation', config: {} },
      { id: 'pin', type: 'gather_digits', config: { prompt: 'PIN?', variable: 'pin', sensitive: true } },
      { id: 'end', type: 'end' },
    ],
    edges: [{ id: 'e', from: 'talk', to: 'end', condition: { type: 'else' } }],
  }),
  'en',
);

const run = (name: Parameters<typeof runBuiltinTool>[0], args: object, more: Partial<FlowContext> = {}) => {
  const { state } = startFlow(flow, context);
  return runBuiltinTool(name, { ...args }, { flow, state, context: { ...context, ...more } });
};

describe('schedule_callback', () => {
  it.each([
    ['2026-11-24T10:00', '2026-11-24T15:00:00.000Z'],
    ['2026-11-24T10:00:00Z', '2026-11-24T10:00:00.000Z'],
    ['tomorrow at ten', '2026-11-21T15:00:00.000Z'],
  ])('schedules %s', (at, instant) => {
    expect(run('schedule_callback', { at }).actions).toEqual([
      { type: 'schedule-callback', at: instant, by: 'agent' },
    ]);
  });

  it('leaves the callback to a person if the model says so', () => {
    const { actions } = run('schedule_callback', { at: '2026-11-24T10:00', by: 'person' });
    expect(actions).toMatchObject([{ type: 'schedule-callback', by: 'person' }]);
  });

  it.each(['later', '2026-11-19T10:00', 'purple', '2026-11-24', ''])('returns an error for %j', (at) => {
    const { actions, text } = run('schedule_callback', { at });
    expect(actions).toEqual([]);
    expect(text).toMatch(/^Error: /);
  });

  it('schedules the next allowed time and returns it to the model', () => {
    const nextAllowed = () => Date.UTC(2026, 10, 25, 14);
    const { actions, text } = run('schedule_callback', { at: '2026-11-24T22:00' }, { nextAllowed });
    expect(actions).toEqual([{ type: 'schedule-callback', at: '2026-11-25T14:00:00.000Z', by: 'agent' }]);
    expect(text).toContain('The law allows no call at that time.');
  });
});

describe('the other tools', () => {
  it('reject values that cannot be used', () => {
    expect(run('set_disposition', { disposition: 'Very Good!' }).text).toMatch(/^Error: /);
    expect(run('send_digits', { digits: 'xyz' })).toMatchObject({
      actions: [],
      text: expect.stringMatching(/^Error/) as string,
    });
  });

  it('end_call ends the flow', () => {
    expect(run('end_call', {})).toMatchObject({
      state: { isEnded: true },
      actions: [{ type: 'hang-up', reason: 'end' }],
    });
  });

  it('update_variables changes declared variables only, never sensitive ones', () => {
    const { state } = run('update_variables', {
      guests: 4,
      at: '2026-11-24',
      pin: '1234',
      other: 1,
      __proto__: { x: 1 },
    });
    expect(state.variables).toEqual({ guests: 4, at: '2026-11-24', pin: null });
  });

  it('have parameters for the declared variables, without sensitive ones', () => {
    const [tool] = builtinToolsFor(['update_variables'], flow);
    expect(tool!.parameters['properties']).toEqual({
      guests: { type: ['number', 'null'] },
      at: { type: ['string', 'null'] },
    });
  });
});
