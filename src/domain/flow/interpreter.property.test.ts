import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flowIn, FlowInput, type FlowGraph } from './flow.ts';
import { startFlow, step, maxVisits } from './interpreter.ts';
import type { FlowAction, FlowContext, FlowInput as Input } from './protocol.ts';
import { languageOf } from '../languages/languages.ts';
import { universalIntentIds } from '../understanding/requests.ts';

const fixedContext: FlowContext = {
  nowMs: Date.UTC(2026, 10, 20, 15),
  language: languageOf('en'),
  timezone: 'America/New_York',
  dynamic: {},
  customer: {},
  agent: {},
};

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const words = [
  'yes',
  'no',
  'tuesday at ten',
  'stop calling me',
  'twelve',
  'repeat that',
  'hold on',
  'mumble',
  '',
];

const condition = fc.constantFrom(
  { type: 'always' },
  { type: 'else' },
  { type: 'result', ok: true },
  { type: 'result', ok: false },
  { type: 'expression', all: [{ left: 'x', op: '==', right: true }] },
  { type: 'intent', phrases: ['stop calling me'], digits: '9' },
  { type: 'digits', pattern: '[1-3]{1,2}' },
  { type: 'timeout', seconds: 7 },
  { type: 'prompt', text: 'The caller is angry.' },
);

const expects = fc.constantFrom('text', 'yes_no', 'number', 'date_time', 'digits');
const setting = fc.oneof(
  expects.map((expect) => ({ type: 'ask', config: { prompt: 'Well, {{x}}?', variable: 'x', expect } })),
  fc.constantFrom(
    { type: 'say', config: { text: 'So {{x}}.' } },
    { type: 'gather_digits', config: { prompt: 'Keys?', variable: 'x', maxDigits: 3 } },
    { type: 'branch', config: {} },
    { type: 'press_digits', config: { digits: '12' } },
    { type: 'wait', config: { ms: 100 } },
    { type: 'schedule_callback', config: { at: '{{heard.date_time}}' } },
    { type: 'set_disposition', config: { disposition: 'interested' } },
    { type: 'http', config: { url: 'https://example.com', save: { x: '/x' } } },
    { type: 'extract', config: { fields: [{ name: 'x', type: 'boolean' }] } },
    { type: 'conversation', config: { prompt: 'Talk.', maxTurns: 3 } },
    { type: 'end', config: { text: 'Bye.' } },
  ),
);

const globalCondition = fc.option(
  fc.constantFrom(
    { type: 'intent', phrases: ['stop calling me'] },
    { type: 'prompt', text: 'The caller wants to stop.' },
    { type: 'digits', pattern: '0' },
  ),
  { nil: undefined, freq: 4 },
);

/** Generates valid and invalid flows of six nodes. */
const flows = fc
  .tuple(
    fc.array(fc.tuple(setting, globalCondition), { minLength: ids.length, maxLength: ids.length }),
    fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids), condition), { maxLength: 16 }),
    fc.constantFrom('strict' as const, 'flex' as const),
  )
  .map(([settings, edges, mode]): FlowGraph =>
    flowIn(
      FlowInput.parse({
        name: 'Any',
        mode,
        startNodeId: 'a',
        nodes: settings.map(([setting, condition], index) => ({
          id: ids[index],
          ...setting,
          ...(condition === undefined ? {} : { isGlobal: { condition } }),
        })),
        edges: edges.map(([from, to, condition], index) => ({ id: `e${index}`, from, to, condition })),
      }),
      'en',
    ),
  );

const inputs: fc.Arbitrary<Input> = fc.oneof(
  fc.record({
    type: fc.constant('answered' as const),
    text: fc.oneof(fc.constantFrom(...words), fc.string()),
    confidence: fc.constantFrom(0.3, 0.9),
    rejected: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('digits' as const),
    digits: fc.constantFrom('1', '2', '12', '9', '0', '1124', '#'),
  }),
  fc.constantFrom<Input>({ type: 'no-input' }, { type: 'digits-sent' }, { type: 'wait-ended' }),
  fc.record({
    type: fc.constant('classified' as const),
    edgeId: fc.constantFrom(null, 'e0', 'e5', 'global:b', 'move:c', 'global:nowhere', 'nothing'),
  }),
  fc.record({
    type: fc.constant('understood' as const),
    nodeId: fc.constantFrom(...ids, 'builtin.callback'),
    interpretation: fc.option(
      fc.record({
        value: fc.oneof(
          fc.constantFrom<unknown>(true, false, 7, '12', '2026-11-24', '2026-11-24T10:00'),
          fc.anything(),
        ),
        request: fc.oneof(fc.constantFrom<unknown>(...universalIntentIds, null), fc.anything()),
        evidence: fc.oneof(fc.constantFrom<unknown>(...words, null), fc.anything()),
        edgeId: fc.constantFrom(undefined, 'e0', 'global:b', 'move:c', 'global:nowhere'),
      }),
    ),
  }),
  fc.record({
    type: fc.constant('edge-chosen' as const),
    nodeId: fc.constantFrom(...ids),
    edgeId: fc.constantFrom('e0', 'e5', 'global:b', 'move:a', 'move:b', 'nothing'),
  }),
  fc.record({
    type: fc.constant('http-response' as const),
    nodeId: fc.constantFrom(...ids),
    ok: fc.boolean(),
    body: fc.constantFrom(undefined, { x: true }, []),
  }),
  fc.record({
    type: fc.constant('extracted' as const),
    nodeId: fc.constantFrom(...ids),
    values: fc.constantFrom(null, { x: true }),
  }),
);

const waiting = new Set<FlowAction['type']>([
  'listen',
  'converse',
  'classify',
  'understand',
  'http-request',
  'extract',
  'send-digits',
  'wait',
  'hang-up',
]);

const models = fc.record({ choosesEdges: fc.boolean(), hasModel: fc.boolean() });

it('ends each step of any flow with one waiting action, for any input', () => {
  fc.assert(
    fc.property(flows, fc.array(inputs, { maxLength: 40 }), models, (flow, script, model) => {
      const context = { ...fixedContext, ...model };
      let { state, actions } = startFlow(flow, context);
      expect(waiting.has(actions.at(-1)!.type)).toBe(true);
      for (const input of script) {
        const before = JSON.stringify(state);
        const after = step(flow, JSON.parse(before) as typeof state, input, context);
        // Equal arguments give equal results; unexpected inputs change nothing.
        expect(step(flow, state, input, context)).toEqual(after);
        expect(JSON.stringify(state)).toBe(before);
        const isIgnored = after.actions.length === 0;
        expect(isIgnored && JSON.stringify(after.state) !== before).toBe(false);
        const waits = after.actions.filter((action) => waiting.has(action.type));
        expect(waits).toEqual(isIgnored ? [] : [after.actions.at(-1)]);
        ({ state, actions } = after);
        expect(state.visits).toBeLessThanOrEqual(maxVisits + 1);
        expect(state.isEnded).toBe(
          actions.at(-1)?.type === 'hang-up' || (state.isEnded && actions.length === 0),
        );
      }
    }),
    { numRuns: 1000 },
  );
});
