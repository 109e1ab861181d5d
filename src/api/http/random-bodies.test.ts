import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallingApi, ownNumber, type TestApi } from '../../../test/support/api.ts';
import { AgentInput } from '../../domain/agent.ts';
import { CallInput } from '../../domain/call.ts';
import { CallFlowInput, MessageFlowInput } from '../../domain/flow/flow.ts';
import { nodeTypes } from '../../domain/flow/node.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createCallingApi();
});
afterAll(() => api.close());

const invalidValue = fc.oneof(
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

/** Generates objects with some of the fields, each with a valid or an invalid value, and sometimes with an unknown field. */
const fieldsOf = (names: readonly string[], known: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record(
    {
      nmae: invalidValue,
      ...Object.fromEntries(names.map((name) => [name, fc.oneof(invalidValue, known[name] ?? invalidValue)])),
    },
    { requiredKeys: [] },
  );

const validName = fc.constant('x');
const provider = fieldsOf(['provider', 'voiceId', 'model', 'speed', 'fallback']);
const agent = fieldsOf(Object.keys(AgentInput.shape), {
  name: validName,
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
  name: validName,
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

/** Returns every path within a value, in the format of `FieldFault.path`. */
function pathsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const parts = Array.isArray(value)
    ? value.map((item, index) => [`${at}[${index}]`, item] as const)
    : Object.entries(value).map(([name, item]) => [at === '' ? name : `${at}.${name}`, item] as const);
  return [at, ...parts.flatMap(([path, item]) => pathsOf(item, path))];
}

/** Codes of faults about missing values. */
const missingCodes = new Set(['required', 'start_node', 'missing_choices']);

const parentOf = (path: string): string => path.replace(/(^|\.)[^.[\]]*$|\[\d+\]$/, '');

interface Fault {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Sends a body and returns what is wrong with the response: an unexpected status, or faults whose path was not sent. */
async function findErrors(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<unknown[]> {
  const response = await api.send(method, path, { body });
  const paths = new Set(pathsOf(body));
  const isSent = ({ path: at, code }: Fault) =>
    paths.has(at) || (missingCodes.has(code) && paths.has(parentOf(at)));
  const faults: Fault[] = response.body.fields ?? [];
  const unexpected = faults.filter((fault) => !isSent(fault) || !fault.message.endsWith('.'));
  return [200, 400, 403, 404].includes(response.status) ? unexpected : [response.status, response.body];
}

describe('a body of any shape', () => {
  const runs = { numRuns: 150 };
  const each = async <Body>(bodies: fc.Arbitrary<Body>, findBodyErrors: (body: Body) => Promise<unknown[]>) =>
    fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect(await findBodyErrors(body)).toEqual([]);
      }),
      runs,
    );

  it('creates an agent, or is rejected with the path of every fault', async () => {
    await each(agent, (body) => findErrors('POST', '/api/v1/agents', body));
    expect((await api.send('POST', '/api/v1/agents', { body: { name: 5 } })).body.fields).toHaveLength(1);
  });

  it('updates an agent, or is rejected with the path of every fault', async () => {
    const { body: created } = await api.send('POST', '/api/v1/agents', { body: { name: 'x' } });
    await each(agent, (body) => findErrors('PATCH', `/api/v1/agents/${created.id}`, body));
    expect((await api.send('GET', `/api/v1/agents/${created.id}`)).status).toBe(200);
  });

  it('creates a flow, or is rejected with the path of every fault', async () => {
    await each(flow, (body) => findErrors('POST', '/api/v1/flows', body));
    expect((await api.send('GET', '/api/v1/flows')).status).toBe(200);
  });

  it('places a call, or is rejected with the path of every fault', async () => {
    const withAgentId = (body: Record<string, unknown>) =>
      body.agentId === 'the agent' ? { ...body, agentId: api.agent.id } : body;
    await each(call, (body) => findErrors('POST', '/api/v1/calls/call', withAgentId(body)));
    expect((await api.send('GET', '/api/v1/calls')).status).toBe(200);
  });
});
