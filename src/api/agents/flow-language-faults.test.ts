import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assignNumber,
  callableNumber,
  createTestApi,
  ownNumber,
  type TestApi,
} from '../../../test/support/api.ts';
import { agentIn, type AgentConfig } from '../../domain/agent.ts';
import { flowIn, type CallFlow } from '../../domain/flow/flow.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ polyglot: true });
});
afterAll(() => api.close());

const speech = { voice: { provider: 'polyglot', voiceId: 'any' }, transcriber: { provider: 'polyglot' } };
const prompt = { de: 'Kommen Sie heute?', en: 'Will you come today?' };

const flowWith = (config: object, farewell: unknown = { de: 'Danke.', en: 'Thank you.' }) => ({
  name: 'Visit',
  status: 'active',
  startNodeId: 'ask',
  nodes: [
    { id: 'ask', type: 'ask', config: { prompt, variable: 'comes', expect: 'yes_no', ...config } },
    { id: 'bye', type: 'end', config: { text: farewell } },
  ],
  edges: [
    {
      id: 'later',
      from: 'ask',
      to: 'bye',
      condition: { type: 'intent', phrases: { de: ['ein andermal'], en: ['another time', 'later'] } },
    },
    { id: 'else', from: 'ask', to: 'bye', condition: { type: 'else' } },
  ],
});

/** Nodes of a message flow that asks. */
const question = {
  startNodeId: 'ask',
  nodes: [
    { id: 'ask', type: 'ask', config: { prompt: 'Kommer du?', variable: 'comes' } },
    { id: 'bye', type: 'end', config: {} },
  ],
  edges: [{ id: 'else', from: 'ask', to: 'bye', condition: { type: 'else' } }],
};

const createFlow = (body: object) => api.send('POST', '/api/v1/flows', { body });
const createAgent = (body: object) =>
  api.send('POST', '/api/v1/agents', { body: { name: 'Ada', ...speech, ...body } });
const faultsOf = ({ body }: { body: { fields: { path: string; code: string; message: string }[] } }) =>
  body.fields.map(({ path, code }) => `${path}: ${code}`);

describe('a flow with texts per language', () => {
  it('is returned as it was sent, and has plain texts in each language', async () => {
    const { status, body } = await createFlow(flowWith({}));
    expect(status).toBe(200);
    expect(body.nodes[0].config.prompt).toEqual(prompt);
    expect(body.warnings).toEqual([]);
    const spoken = (language: string) => {
      const { nodes, edges } = flowIn(body as CallFlow, language);
      const [ask, bye] = nodes;
      return [ask?.config, bye?.config, edges[0]?.condition];
    };
    const english = [
      { prompt: prompt.en },
      { text: 'Thank you.' },
      { type: 'intent', phrases: ['another time', 'later'] },
    ];
    expect(spoken('en-US')).toMatchObject(english);
    expect(spoken('de-AT')).toMatchObject([
      { prompt: prompt.de },
      { text: 'Danke.' },
      { phrases: ['ein andermal'] },
    ]);
  });

  it.each([
    ['a text without a language', flowWith({}, { de: 'Danke.' }), ['nodes[1].config.text: missing_language']],
    [
      'an invalid template in one language',
      flowWith({ reprompt: { de: 'Kommen Sie, {{customer.nme}}?', en: 'Will you?' } }),
      ['nodes[0].config.reprompt.de: unknown_variable'],
    ],
    [
      'a choice that is ambiguous in one language',
      flowWith({
        expect: 'choice',
        choices: [
          { value: 'a', phrases: { de: ['eins'], en: ['one'] } },
          { value: 'b', phrases: { de: ['eins'], en: ['two'] } },
        ],
      }),
      ['nodes[0].config.choices[1].phrases.de[0]: ambiguous_choice'],
    ],
    ['no language', flowWith({}, {}), ['nodes[1].config.text: invalid_value']],
    [
      'an invalid language',
      flowWith({ reprompt: { 'no tag': 'x' } }),
      ['nodes[0].config.reprompt.no tag: invalid_key', 'nodes[0].config.reprompt: missing_language'],
    ],
    [
      'a language that does not exist',
      flowWith({ reprompt: { german: 'x' } }),
      ['nodes[0].config.reprompt.german: invalid_key'],
    ],
    [
      'a language twice',
      flowWith({ reprompt: { de: 'Kommen Sie?', DE: 'Kommen Sie?', en: 'Will you?' } }),
      ['nodes[0].config.reprompt: invalid_value'],
    ],
  ])('is rejected with %s', async (_case, flow, faults) => {
    const response = await createFlow(flow);
    expect([response.status, response.body.code]).toEqual([400, 'flow_invalid']);
    expect(faultsOf(response)).toEqual(expect.arrayContaining(faults));
  });
});

describe('an agent', () => {
  let flowId: string;
  beforeAll(async () => {
    flowId = (await createFlow(flowWith({}))).body.id;
  });

  it('has plain texts in each language', async () => {
    const firstMessage = { de: 'Guten Tag', 'de-AT': 'Grüß Gott', en: 'Good morning' };
    const { status, body } = await createAgent({
      firstMessage,
      phrases: { fillers: { ...firstMessage, de: ['Moment', 'Ja'], 'de-AT': ['Moment'], en: ['Hm'] } },
    });
    expect(status).toBe(200);
    expect(body.firstMessage).toEqual(firstMessage);
    const spoken = ['de', 'de-AT', 'de-CH', 'en-GB'].map((tag) => {
      const { firstMessage: first, phrases } = agentIn(body as AgentConfig, tag);
      return [first, phrases.fillers];
    });
    expect(spoken).toEqual([
      ['Guten Tag', ['Moment', 'Ja']],
      ['Grüß Gott', ['Moment']],
      ['Guten Tag', ['Moment', 'Ja']],
      ['Good morning', ['Hm']],
    ]);
  });

  it('can add and remove a language of a text by a patch', async () => {
    const { body } = await createAgent({ firstMessage: { de: 'Guten Tag', en: 'Hello' } });
    const patch = (firstMessage: unknown) =>
      api.send('PATCH', `/api/v1/agents/${body.id}`, { body: { firstMessage } });
    expect((await patch({ fr: 'Bonjour', de: null })).body.firstMessage).toEqual({
      en: 'Hello',
      fr: 'Bonjour',
    });
    expect((await patch('Hi')).body.firstMessage).toBe('Hi');
  });

  it.each([
    [
      'texts in different languages',
      { firstMessage: { en: 'Hello', de: 'Guten Tag' }, phrases: { apology: { en: 'Sorry' } } },
      ['phrases.apology: missing_language'],
    ],
    ['no text in its language', { firstMessage: { de: 'Guten Tag' } }, ['language: language_without_texts']],
  ])('is rejected with %s', async (_case, agent, faults) => {
    expect(faultsOf(await createAgent(agent))).toEqual(faults);
  });

  it('needs a flow with texts in its language', async () => {
    expect((await createAgent({ flowId, language: 'de-AT' })).status).toBe(200);
    const french = await createAgent({ flowId, language: 'fr' });
    expect(faultsOf(french)).toEqual(['language: language_without_texts']);
    expect(french.body.fields[0].message).toBe(
      'The texts of the flow are in de and en, not in fr. Add the texts, or select one of these languages.',
    );
  });

  it('keeps the languages of its flow', async () => {
    const flow = (await createFlow(flowWith({}))).body;
    expect((await createAgent({ name: 'Eva', flowId: flow.id, language: 'de' })).status).toBe(200);
    const english = { prompt: { en: prompt.en } };
    const { nodes, edges } = flowWith(english, 'Bye.');
    const body = { nodes, edges: edges.slice(1) };
    const response = await api.send('PATCH', `/api/v1/flows/${flow.id}`, { body });
    expect(faultsOf(response)).toEqual(['nodes: language_without_texts']);
    expect(response.body.fields[0].message).toContain('Eva');
  });
});

describe('an agent in a language that Parley does not understand', () => {
  const swedish = { language: 'sv-SE' };
  const whole = 'English, Spanish, French, German, Portuguese, Italian and Dutch';
  let flowId: string;
  beforeAll(async () => {
    flowId = (await createFlow(flowWith({ prompt: 'Kommer du?' }, 'Tack.'))).body.id;
    const { nodes, edges } = flowWith({ prompt: 'Kommer du?' }, 'Tack.');
    await api.send('PATCH', `/api/v1/flows/${flowId}`, { body: { nodes, edges: edges.slice(1) } });
  });

  it('is rejected if its flow asks and no model understands the answers', async () => {
    const { status, body } = await createAgent({ ...swedish, flowId });
    expect([status, body.code]).toEqual([400, 'language_not_supported']);
    expect(body.fields).toEqual([
      {
        path: 'language',
        code: 'language_not_supported',
        message: `Parley understands answers in ${whole}, not in sv-SE, and the flow asks in the node "ask" (ask). Select one of these languages, or set a language model.`,
      },
    ]);
  });

  it('is accepted with a model or without questions, with a warning', async () => {
    for (const more of [{ flowId, model: 'openai/gpt-5-mini' }, {}]) {
      const { status, body } = await createAgent({ ...swedish, ...more });
      expect(status).toBe(200);
      expect(body.warnings).toContainEqual({
        path: 'language',
        code: 'language_by_model_only',
        message: expect.stringContaining(whole),
      });
    }
  });

  it('is rejected when it gets such a flow, loses its model, or its flow gets a question', async () => {
    const { id } = (await createAgent({ ...swedish, flowId, model: 'openai/gpt-5-mini' })).body;
    const path = `/api/v1/agents/${id}`;
    expect(faultsOf(await api.send('PATCH', path, { body: { model: null } }))).toEqual([
      'model: language_not_supported',
    ]);
    const silent = { name: 'Silent', status: 'active', nodes: [{ id: 'bye', type: 'end', config: {} }] };
    const silentFlow = (await createFlow(silent)).body;
    const agent = (await createAgent({ ...swedish, flowId: silentFlow.id })).body;
    expect(faultsOf(await api.send('PATCH', `/api/v1/agents/${agent.id}`, { body: { flowId } }))).toEqual([
      'flowId: language_not_supported',
    ]);
    const { nodes, edges } = flowWith({ prompt: 'Kommer du?' }, 'Tack.');
    const body = { startNodeId: 'ask', nodes, edges: edges.slice(1) };
    const response = await api.send('PATCH', `/api/v1/flows/${silentFlow.id}`, { body });
    expect([response.body.code, faultsOf(response)]).toEqual([
      'language_not_supported',
      ['nodes: language_not_supported'],
    ]);
  });
});

describe('the language of a call', () => {
  let agentId: string;
  beforeAll(async () => {
    await assignNumber(api);
    const flowId = (await createFlow(flowWith({}))).body.id;
    agentId = (await createAgent({ flowId, phoneNumber: ownNumber })).body.id;
  });

  it.each([
    [{ overrides: { language: 'fr' } }, 'overrides.language: language_without_texts'],
    [{ customer: { language: 'fr' } }, 'customer.language: language_without_texts'],
    [
      { customer: { language: 'sv' }, overrides: { language: 'sv' } },
      'overrides.language: language_not_supported',
    ],
    [{ customer: { language: 'no tag' } }, 'customer.language: invalid_value'],
  ])('is rejected with %j', async (settings, fault) => {
    const body = { agentId, toNumber: callableNumber, ...settings };
    const response = await api.send('POST', '/api/v1/calls/call', { body });
    expect(response.status).toBe(400);
    expect(faultsOf(response)).toContain(fault);
  });

  it('is checked in each row of a batch', async () => {
    const languages = ['de-AT', 'en', '', 'fr', 'sv'];
    const rows = languages.map((language, index) => ({ phone_number: `+1202555010${index}`, language }));
    const { body } = await api.send('POST', '/v1/api/batch-calls/validate', { body: { agentId, rows } });
    expect(body).toMatchObject({ valid: false, validRows: 3 });
    expect(body.errors).toEqual([
      {
        row: 4,
        column: 'language',
        code: 'language_without_texts',
        message: 'Write a language in which the flow and the agent have texts: de and en.',
        value: 'fr',
      },
      expect.objectContaining({ row: 5, code: 'language_without_texts', value: 'sv' }),
    ]);
  });

  it('needs the rules of a language in a row if the agent has no model', async () => {
    const { nodes, edges } = flowWith({ prompt: 'OK?' }, 'OK.');
    const flow = { ...flowWith({}), nodes, edges: edges.slice(1) };
    const flowId = (await createFlow(flow)).body.id;
    const rows = [{ phone_number: callableNumber, language: 'sv' }];
    const errorsOf = async (agent: object) => {
      const { id } = (await createAgent({ flowId, ...agent })).body;
      const body = { agentId: id, rows };
      return (await api.send('POST', '/v1/api/batch-calls/validate', { body })).body.errors;
    };
    expect(await errorsOf({})).toMatchObject([
      { row: 1, column: 'language', code: 'language_not_supported' },
    ]);
    expect(await errorsOf({ model: 'openai/gpt-5-mini' })).toEqual([]);
  });
});

describe('a message flow without an agent', () => {
  const texts = { de: 'Ihr Tisch ist frei, {{name}}.', en: 'Your table is ready, {{name}}.' };
  const create = (more: object) =>
    createFlow({ type: 'message', name: 'Table', status: 'active', initiationMessage: texts, ...more });

  it.each([
    [{ language: 'fr' }, 'language: language_without_texts'],
    [{ initiationMessage: 'Hej', language: 'sv', ...question }, 'language: language_not_supported'],
  ])('is rejected with %j', async (more, fault) => {
    expect(faultsOf(await create(more))).toEqual([fault]);
  });

  it('writes in its language, or in that of the customer if it has texts in it', async () => {
    const { body } = await create({ language: 'de' });
    expect(body).toMatchObject({ language: 'de', initiationMessage: texts });
    const messageFor = async (to: string, customerDetails: object) => {
      const request = { flowId: body.id, to, metadata: { customerDetails } };
      return (
        await api.send('POST', '/v1/api/conversations/message/generate', {
          body: request,
          workspace: api.workspaceId,
        })
      ).body.message;
    };
    expect(await messageFor('+12025550101', { name: 'Ada', language: 'en-GB' })).toBe(texts.en);
    expect(await messageFor('+12025550102', { name: 'Ada', language: 'fr' })).toBe(texts.de);
  });
});
