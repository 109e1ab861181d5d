import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callableNumber, createCallingApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createCallingApi({ speechModels: ['openai-realtime', 'xai'] });
});
afterAll(() => api.close());

const model = 'openai-realtime/gpt-realtime';
const create = (body: object) => api.send('POST', '/api/v1/agents', { body: { name: 'Grace', ...body } });
const faultsOf = async (body: object) => {
  const { status, body: answer } = await create(body);
  expect(status).toBe(400);
  return answer.fields as { path: string; code: string; message: string }[];
};

async function flowWith(nodes: object[], edges: object[]): Promise<string> {
  const body = { type: 'call', name: 'Talk', status: 'active', nodes, edges };
  const flow = await api.send('POST', '/api/v1/flows', { body });
  expect(flow.status).toBe(200);
  return flow.body.id as string;
}

const talk = { id: 'talk', type: 'conversation', config: { prompt: 'Help.' } };
const end = { id: 'end', type: 'end' };

describe('an agent with a speech-to-speech model', () => {
  it('is accepted with a voice of the model and a fallback model', async () => {
    const modelSettings = { voice: 'marin', fallbackModels: ['openai/gpt-4.1'] };
    const { status, body } = await create({ model, modelSettings });
    expect(status).toBe(200);
    expect(body.modelSettings).toMatchObject({ voice: 'marin' });
    expect(body.warnings?.map(({ code }: { code: string }) => code) ?? []).not.toContain('closed_vocabulary');
  });

  it('is listed by its provider', async () => {
    const { body } = await api.send('GET', '/v1/api/providers');
    expect(body.languageModels).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          provider: 'openai-realtime',
          available: true,
          models: null,
          speechToSpeech: true,
        }),
        expect.objectContaining({ provider: 'openai', speechToSpeech: false }),
      ]),
    );
  });

  it('cannot be a messaging agent, and cannot have such a model as a fallback', async () => {
    expect(await faultsOf({ type: 'messaging', model })).toMatchObject([
      { path: 'model', code: 'unknown_model' },
    ]);
    const modelSettings = { fallbackModels: ['xai/grok-voice-latest'] };
    expect(await faultsOf({ model: 'openai/gpt-4.1', modelSettings })).toMatchObject([
      { path: 'modelSettings.fallbackModels[0]', code: 'unknown_model' },
    ]);
  });

  it('needs a language model for prompt conditions, when saved and when called', async () => {
    const flowId = await flowWith(
      [talk, end],
      [{ id: 'e', from: 'talk', to: 'end', condition: { type: 'prompt', text: 'The caller is done.' } }],
    );
    expect(await faultsOf({ model, flowId })).toMatchObject([{ path: 'model', code: 'agent_needs_model' }]);
    const modelSettings = { fallbackModels: ['openai/gpt-4.1'] };
    const agent = await create({ model, flowId, modelSettings });
    expect(agent.status).toBe(200);
    const overrides = { modelSettings: { fallbackModels: [] } };
    const call = { agentId: agent.body.id, toNumber: callableNumber, overrides };
    const { body } = await api.send('POST', '/api/v1/calls/call', { body: call });
    expect(JSON.stringify(body)).toContain('agent_needs_model');
  });

  it('needs a language model for questions in a language without rules', async () => {
    const ask = { id: 'ask', type: 'ask', config: { prompt: 'Well?', variable: 'x', expect: 'yes_no' } };
    const flowId = await flowWith([ask, end], [{ id: 'e', from: 'ask', to: 'end' }]);
    expect((await create({ model, flowId })).status).toBe(200);
    expect(await faultsOf({ model, flowId, language: 'sv-SE' })).toContainEqual(
      expect.objectContaining({ path: 'model', code: 'agent_needs_model' }),
    );
    const modelSettings = { fallbackModels: ['openai/gpt-4.1'] };
    // The voice of the test does not speak Swedish.
    const faults = await faultsOf({ model, flowId, language: 'sv-SE', modelSettings });
    expect(faults.map(({ code }) => code)).not.toContain('agent_needs_model');
    const { body: agent } = await create({ model, flowId });
    const patch = await api.send('PATCH', `/api/v1/agents/${agent.id}`, { body: { language: 'sv-SE' } });
    expect(patch.body.fields).toContainEqual(
      expect.objectContaining({ path: 'language', code: 'agent_needs_model' }),
    );
  });

  it('can use a flow with a conversation', async () => {
    const flowId = await flowWith(
      [talk, end],
      [{ id: 'e', from: 'talk', to: 'end', condition: { type: 'else' } }],
    );
    expect((await create({ model, flowId })).status).toBe(200);
  });
});

it('an agent with a language model has no voice of the model', async () => {
  expect(await faultsOf({ model: 'openai/gpt-4.1', modelSettings: { voice: 'marin' } })).toMatchObject([
    { path: 'modelSettings.voice', code: 'unknown_voice' },
  ]);
  const agent = await create({ model, modelSettings: { voice: 'marin' } });
  const patch = (body: object) => api.send('PATCH', `/api/v1/agents/${agent.body.id}`, { body });
  expect((await patch({ model: 'openai/gpt-4.1' })).body.fields).toMatchObject([{ path: 'model' }]);
  expect((await patch({ model: 'openai/gpt-4.1', modelSettings: { voice: null } })).status).toBe(200);
});
