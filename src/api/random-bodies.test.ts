import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestApi,
  giveNumber,
  handOverAtOnce,
  ownNumber,
  type TestApi,
} from '../../test/support/api.ts';
import { AgentInput } from '../domain/agent.ts';
import { CallInput } from '../domain/call.ts';
import { CallFlowInput, MessageFlowInput } from '../domain/flow/flow.ts';
import { nodeTypes } from '../domain/flow/node.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await giveNumber(api);
  handOverAtOnce(api);
});
afterAll(() => api.close());

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    'a',
    'b',
    'call',
    'message',
    'active',
    'builtin',
    'rms',
    'en-US',
    '2026-01-01T00:00:00Z',
    '{{x.y}}',
  ),
);

/** Some of the fields, each with something that may or may not fit, and sometimes one that does not exist. */
const fieldsOf = (names: readonly string[], known: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record(
    { nmae: junk, ...Object.fromEntries(names.map((name) => [name, fc.oneof(junk, known[name] ?? junk)])) },
    { requiredKeys: [] },
  );

const sound = fc.constant('x');
const provider = fieldsOf(['provider', 'voiceId', 'model', 'speed', 'fallback']);
const agent = fieldsOf(Object.keys(AgentInput.shape), {
  name: sound,
  voice: provider,
  transcriber: provider,
  model: fc.constantFrom('builtin/flow', 'builtin/x', 'openia/x'),
  turn: fieldsOf(['minSilenceMs', 'maxSilenceMs']),
});
const config = fieldsOf([
  'text',
  'prompt',
  'variable',
  'expect',
  'choices',
  'digits',
  'at',
  'url',
  'to',
  'ms',
  'fields',
]);
const condition = fieldsOf(['type', 'phrases', 'pattern', 'all', 'ok', 'seconds'], {
  type: fc.constantFrom('always', 'else', 'digits', 'intent', 'timeout', 'expression', 'result'),
});
const id = fc.constantFrom('a', 'b', 'c');
const node = fieldsOf(['id', 'type', 'config', 'isGlobal'], {
  id,
  type: fc.constantFrom(...nodeTypes),
  config,
});
const edge = fieldsOf(['id', 'from', 'to', 'condition'], { id, from: id, to: id, condition });
const flow = fieldsOf([...Object.keys(CallFlowInput.shape), ...Object.keys(MessageFlowInput.shape)], {
  name: sound,
  nodes: fc.array(node, { maxLength: 4 }),
  edges: fc.array(edge, { maxLength: 4 }),
  quietHours: fieldsOf(['start', 'end']),
});
const call = fieldsOf(Object.keys(CallInput.shape), {
  agentId: fc.constant('the agent'),
  toNumber: fc.constantFrom('+12025550100', '+1'),
  fromNumber: fc.constantFrom(ownNumber, '+12025550177'),
  scheduledAt: fc.constantFrom('2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),
  overrides: agent,
});

/** Every path within a value, as faults spell them. */
function pathsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const parts = Array.isArray(value)
    ? value.map((item, index) => [`${at}[${index}]`, item] as const)
    : Object.entries(value).map(([name, item]) => [at === '' ? name : `${at}.${name}`, item] as const);
  return [at, ...parts.flatMap(([path, item]) => pathsOf(item, path))];
}

/** Codes of what was left out and is needed. */
const ofMissing = new Set(['required', 'start_node', 'missing_choices']);

const parentOf = (path: string): string => path.replace(/(^|\.)[^.[\]]*$|\[\d+\]$/, '');

interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Sends a body and gives what is wrong with the answer: an unexpected status, faults of things that were not sent. */
async function wrongWith(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<unknown[]> {
  const answer = await api.send(method, path, { body });
  const paths = new Set(pathsOf(body));
  const isPlace = ({ path: at, code }: Fault) =>
    paths.has(at) || (ofMissing.has(code) && paths.has(parentOf(at)));
  const faults: Fault[] = answer.body.fields ?? [];
  const misplaced = faults.filter((fault) => !isPlace(fault) || !fault.message.endsWith('.'));
  return [200, 400, 403, 404].includes(answer.status) ? misplaced : [answer.status, answer.body];
}

describe('a body of any shape', () => {
  const runs = { numRuns: 150 };
  const each = async <Body>(bodies: fc.Arbitrary<Body>, wrong: (body: Body) => Promise<unknown[]>) =>
    fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect(await wrong(body)).toEqual([]);
      }),
      runs,
    );

  it('makes an agent, or is told every fault where it is', async () => {
    await each(agent, (body) => wrongWith('POST', '/api/v1/agents', body));
    expect((await api.send('POST', '/api/v1/agents', { body: { name: 5 } })).body.fields).toHaveLength(1);
  });

  it('changes an agent, or is told every fault where it is', async () => {
    const { body: made } = await api.send('POST', '/api/v1/agents', { body: { name: 'x' } });
    await each(agent, (body) => wrongWith('PATCH', `/api/v1/agents/${made.id}`, body));
    expect((await api.send('GET', `/api/v1/agents/${made.id}`)).status).toBe(200);
  });

  it('makes a flow, or is told every fault where it is', async () => {
    await each(flow, (body) => wrongWith('POST', '/api/v1/flows', body));
    expect((await api.send('GET', '/api/v1/flows')).status).toBe(200);
  });

  it('places a call, or is told every fault where it is', async () => {
    const ours = (body: Record<string, unknown>) =>
      body.agentId === 'the agent' ? { ...body, agentId: api.agent.id } : body;
    await each(call, (body) => wrongWith('POST', '/api/v1/calls/call', ours(body)));
    expect((await api.send('GET', '/api/v1/calls')).status).toBe(200);
  });
});
