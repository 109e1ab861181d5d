import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestApi,
  seedOtherWorkspace,
  type TestApi,
  type TestResponse,
} from '../../../test/support/api.ts';
import type { LanguageModel } from '../../contracts/language-model.ts';
import { FakeLanguageModel } from '../../contracts/testing/fake-language-model.ts';
import type { EgressRequest } from '../../egress/egress-client.ts';
import { templates } from '../../domain/templates/templates.ts';

let api: TestApi;
const model = new FakeLanguageModel([{ pieces: ['For how many people?'] }, { pieces: ['Done.'] }]);
const sent: EgressRequest[] = [];
const slowRequest = Promise.withResolvers<void>();
/** Never responds. */
const slowModel: LanguageModel = {
  id: 'openai/slow',
  async *respond({ signal }) {
    slowRequest.resolve();
    await new Promise((_, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
    );
    yield { type: 'text-delta', text: '' };
  },
  checkHealth: async () => ({ ok: true, detail: '' }),
};
beforeAll(async () => {
  api = await createTestApi({
    languageModels: { 'openai/fake': model, 'openai/slow': slowModel },
    respond: async (request) => {
      sent.push(request);
      const body = Buffer.from('{"free": true}');
      return { status: 200, headers: { 'content-type': 'application/json' }, body, isTruncated: false };
    },
  });
});
afterAll(() => api.close());

const create = async (path: string, body: object): Promise<string> => {
  const { status, body: created } = await api.send('POST', path, { body });
  expect([status, created.fields]).toEqual([200, undefined]);
  return created.id;
};
const createFlow = (flow: object) => create('/api/v1/flows', { name: 'Test', ...flow });
const run = (flowId: string, body: object = {}) => api.send('POST', `/api/v1/flows/${flowId}/run`, { body });
const reminder = templates[0]!.flow;

interface Action {
  readonly type: string;
  readonly text?: string;
}
const actionsOf = ({ body }: TestResponse): Action[] =>
  body.steps.flatMap(({ actions }: { actions: Action[] }) => actions);
const saidIn = (response: TestResponse): string[] =>
  actionsOf(response).flatMap(({ type, text }) => (type === 'say' ? [text!] : []));

/** Returns the number of rows that calls and messages would write. */
const countRows = async () =>
  api.database.asSystem().row({
    text: `select (select count(*) from calls) as calls, (select count(*) from messages) as messages,
      (select count(*) from conversations) as conversations, (select count(*) from dispositions) as dispositions,
      (select count(*) from jobs) as jobs, (select count(*) from events where type not like 'flow.%' and type not like 'agent.%') as events`,
  });

describe('POST /api/v1/flows/{flowId}/run', () => {
  it('holds a whole conversation in one request, and stores nothing', async () => {
    const flowId = await createFlow(reminder);
    const before = await countRows();
    const response = await run(flowId, {
      inputs: ['no', { digits: '1' }, 'wednesday at two', 'yes'],
      customer: { name: 'Ada', timezone: 'America/New_York' },
      dynamic: { appointment: '2026-01-06T15:00:00Z' },
      now: '2026-01-05T15:00:00Z',
    });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      flowId,
      flowVersion: 1,
      agentId: null,
      ended: true,
      state: null,
      unusedInputs: 0,
      nodeId: 'moved',
      variables: { coming: false, new_appointment: '2026-01-07T19:00:00.000Z' },
    });
    expect(response.body.steps.map(({ input }: { input: unknown }) => input)).toEqual([
      null,
      'no',
      { digits: '1' },
      'wednesday at two',
      'yes',
    ]);
    expect(saidIn(response)[0]).toBe(
      'Hello Ada, this is Oak Street Dental. You have an appointment on Tuesday, January 6th at 10 AM. Can you come?',
    );
    expect(actionsOf(response)).toContainEqual({ type: 'set_disposition', disposition: 'answered' });
    expect(actionsOf(response).at(-1)).toEqual({ type: 'end', reason: 'end' });
    expect(await countRows()).toEqual(before);
  });

  it('continues with the state, on the version with which the conversation started', async () => {
    const flowId = await createFlow(reminder);
    const first = await run(flowId, { customer: { name: 'Ada' } });
    expect(first.body.steps).toHaveLength(1);
    expect(first.body).toMatchObject({ ended: false, nodeId: 'greeting' });
    await api.send('PATCH', `/api/v1/flows/${flowId}`, {
      body: { nodes: [{ id: 'bye', type: 'end', config: { text: 'Bye.' } }], edges: [], startNodeId: 'bye' },
    });
    const second = await run(flowId, { state: first.body.state, inputs: ['yes'] });
    expect(second.body).toMatchObject({ flowVersion: 1, ended: true, nodeId: 'confirmed' });
    expect(second.body.steps).toHaveLength(1);
    const newest = await run(flowId);
    expect([newest.body.flowVersion, saidIn(newest)]).toEqual([2, ['Bye.']]);
    expect((await run(flowId, { version: 1 })).body.flowVersion).toBe(1);
    expect((await run(flowId, { version: 3 })).body.code).toBe('version_not_found');
  });

  it('repeats a question after silence, and counts inputs after the end', async () => {
    const flowId = await createFlow(reminder);
    const { body } = await run(flowId, { inputs: [{ silence: true }, 'yes', 'hello?', 'anyone?'] });
    expect(body).toMatchObject({ ended: true, unusedInputs: 2 });
    expect(body.steps).toHaveLength(3);
  });

  it('schedules no callback', async () => {
    const before = await countRows();
    const flowId = await createFlow(reminder);
    const response = await run(flowId, {
      inputs: ['call me back tomorrow at ten', 'yes'],
      now: '2026-01-05T15:00:00Z',
    });
    expect(actionsOf(response)).toContainEqual(
      expect.objectContaining({ type: 'schedule_callback', at: '2026-01-06T10:00:00.000Z' }),
    );
    expect(await countRows()).toEqual(before);
  });
});

const requestFlow = {
  nodes: [
    {
      id: 'look',
      type: 'http',
      config: { url: 'https://crm.example.com/slots', save: { free: '/free' } },
    },
    { id: 'yes', type: 'end', config: { text: 'Free: {{free}}.' } },
    { id: 'no', type: 'end', config: { text: 'I cannot see it.' } },
  ],
  variables: { free: { type: 'boolean' } },
  edges: [
    { id: 'ok', from: 'look', to: 'yes', condition: { type: 'result', ok: true } },
    { id: 'failed', from: 'look', to: 'no', condition: { type: 'else' } },
  ],
};

describe('http nodes in a run', () => {
  it('send no request unless asked for', async () => {
    const flowId = await createFlow(requestFlow);
    const response = await run(flowId);
    expect(saidIn(response)).toEqual(['I cannot see it.']);
    expect(actionsOf(response)).toContainEqual(
      expect.objectContaining({ type: 'http_request', nodeId: 'look', sent: false, ok: false }),
    );
    expect(sent).toEqual([]);
  });

  it('continue with a given response', async () => {
    const flowId = await createFlow(requestFlow);
    const response = await run(flowId, { httpResponses: { look: { ok: true, body: { free: false } } } });
    expect(response.body.variables).toMatchObject({ free: false });
    expect(sent).toEqual([]);
  });

  it('send the request with sendRequests', async () => {
    const flowId = await createFlow(requestFlow);
    const response = await run(flowId, { sendRequests: true });
    expect(response.body.variables).toMatchObject({ free: true });
    expect(sent.map(({ url, workspaceId }) => [String(url), workspaceId])).toEqual([
      ['https://crm.example.com/slots', api.workspaceId],
    ]);
  });
});

describe('the language model in a run', () => {
  it('writes the replies of a conversation, with its personality and the earlier turns', async () => {
    const agentId = await create('/api/v1/agents', {
      name: 'Ada',
      model: 'openai/fake',
      personality: 'You are {{agent.name}} of Bistro Nine.',
      firstMessage: 'Bistro Nine, hello {{customer.name}}!',
    });
    const path = `/api/v1/agents/${agentId}/run`;
    const first = await api.send('POST', path, {
      body: { inputs: ['A table, please.'], customer: { name: 'Zoe' } },
    });
    expect(first.body).toMatchObject({ flowId: null, flowVersion: null, agentId, ended: false });
    expect(saidIn(first)).toEqual(['Bistro Nine, hello Zoe!', 'For how many people?']);
    const second = await api.send('POST', path, { body: { state: first.body.state, inputs: ['Two.'] } });
    expect(saidIn(second)).toEqual(['Done.']);
    const { messages } = model.requests.at(-1)!;
    expect(messages[0]!.content).toContain('You are Ada of Bistro Nine.');
    expect(messages.map(({ content }) => content)).toEqual(
      expect.arrayContaining(['A table, please.', 'For how many people?', 'Two.']),
    );
  });

  it('is not waited for longer than 60 s', async () => {
    const agentId = await create('/api/v1/agents', { name: 'Ada', model: 'openai/slow' });
    const pending = api.send('POST', `/api/v1/agents/${agentId}/run`, { body: { inputs: ['Hello'] } });
    await slowRequest.promise;
    await api.clock.advance(60_000);
    const { status, body } = await pending;
    expect([status, body.ended, body.state, body.unusedInputs]).toEqual([200, false, null, 1]);
    expect(body.steps[0].actions.at(-1)).toMatchObject({
      type: 'warning',
      text: 'The run was stopped after 60 s.',
    });
  });

  it('is missing with a warning', async () => {
    const flowId = await createFlow({ status: 'active' });
    const { body } = await run(flowId, { inputs: ['Hello'] });
    expect(JSON.stringify(body.steps)).toContain(
      'The language model failed: The agent has no language model.',
    );
  });
});

describe('a message flow', () => {
  it('starts with its message, and understands written answers', async () => {
    const flowId = await createFlow({
      type: 'message',
      initiationMessage: 'Hello {{customer.name}}, will you come?',
      nodes: [
        {
          id: 'coming',
          type: 'ask',
          config: { prompt: 'Will you come?', variable: 'coming', expect: 'yes_no' },
        },
        { id: 'done', type: 'end', config: { text: 'Thank you.' } },
      ],
      edges: [
        { id: 'ok', from: 'coming', to: 'done', condition: { type: 'result', ok: true } },
        { id: 'failed', from: 'coming', to: 'done', condition: { type: 'else' } },
      ],
    });
    const first = await run(flowId, { customer: { name: 'Ada' } });
    expect(saidIn(first)).toEqual(['Hello Ada, will you come?']);
    const second = await run(flowId, { state: first.body.state, inputs: ['2'] });
    expect(second.body).toMatchObject({ ended: true, variables: { coming: false } });
  });
});

describe('POST /api/v1/flows/{flowId}/run: errors', () => {
  it('rejects a state that was changed, or is of another flow or workspace', async () => {
    const [flowId, other] = [await createFlow(reminder), await createFlow(reminder)];
    const { state } = (await run(flowId)).body;
    const foreign = await seedOtherWorkspace(api);
    const foreignState = await api.send('POST', `/api/v1/flows/${foreign.flow.id}/run`, { key: foreign.key });
    expect(foreignState.status).toBe(200);
    const attempts = [
      run(other, { state }),
      run(flowId, { state: `${state.slice(0, -4)}AAAA` }),
      run(flowId, { state: 'nonsense' }),
    ];
    for (const { status, body } of await Promise.all(attempts))
      expect([status, body.code, body.fields[0].path]).toEqual([400, 'invalid_request', 'state']);
    const fromOther = await api.send('POST', `/api/v1/flows/${foreign.flow.id}/run`, {
      key: foreign.key,
      body: { state },
    });
    expect(fromOther.body.code).toBe('invalid_request');
  });

  it.each([
    ['too many inputs', { inputs: Array.from({ length: 51 }, () => 'yes') }],
    ['a long input', { inputs: ['x'.repeat(4001)] }],
    ['other keys', { inputs: [{ digits: 'hello' }] }],
    ['an unknown field', { input: 'yes' }],
  ])('rejects %s', async (_, body) => {
    const response = await run(api.flow.id, body);
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
  });

  it('rejects an unknown agent', async () => {
    const { status, body } = await run(api.flow.id, { agentId: 'agent_01KAT0000000000000000000AA' });
    expect([status, body.code]).toEqual([404, 'agent_not_found']);
  });
});
