import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestApi,
  assignNumber,
  callableNumber,
  ownNumber,
  type TestApi,
} from '../../../test/support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi({ missingModelSetting: 'PARLEY_OPENAI_BASE_URL' });
  await assignNumber(api);
});
afterAll(() => api.close());

const ask = (config: object) => ({
  id: 'q',
  type: 'ask',
  config: { prompt: 'Well?', variable: 'answer', ...config },
});
const end = { id: 'bye', type: 'end' };
const otherwise = { id: 'x', from: 'q', to: 'bye', condition: { type: 'else' } };
const when = (left: string, op: string, right: unknown) => ({
  id: 'y',
  from: 'q',
  to: 'bye',
  condition: { type: 'expression', all: [{ left, op, right }] },
});
const flowOf = (nodes: object[], edges: object[], more: object = {}) => ({
  name: 'Flow',
  nodes,
  edges,
  ...more,
});

const save = (path: string, body: object) => api.send('POST', path, { body });
const codesOf = (body: { warnings: { code: string; path: string }[] }) =>
  body.warnings.map(({ code, path }) => `${code} ${path}`);

describe('warnings of a saved flow', () => {
  it.each([
    [flowOf([ask({ expect: 'yes_no' }), end], [when('answer', '==', true), otherwise]), []],
    [
      flowOf([ask({ expect: 'yes_no' }), end], [when('answer', '==', 'yes'), otherwise]),
      ['comparison_never_holds edges[0].condition.all[0]'],
    ],
    [
      flowOf([ask({ expect: 'number' }), end], [when('answer', '>', 'many'), otherwise]),
      ['comparison_never_holds edges[0].condition.all[0]'],
    ],
    [
      flowOf(
        [ask({ expect: 'choice', choices: [{ value: 'red' }] }), end],
        [when('answer', '==', 'blue'), otherwise],
      ),
      ['comparison_never_holds edges[0].condition.all[0]'],
    ],
    [flowOf([ask({ expect: 'text' }), end], [otherwise]), ['closed_vocabulary nodes[0].config.expect']],
    [
      flowOf([ask({ expect: 'yes_no' }), end], [otherwise, { ...otherwise, id: 'z' }]),
      ['edge_never_taken edges[1].condition'],
    ],
    [
      flowOf([{ id: 'q', type: 'branch' }, end], [when('dynamic.a', '==', 1), otherwise]),
      ['useless_branch nodes[0]'],
    ],
    [
      flowOf([{ id: 'q', type: 'transfer', config: { destination: '+12025550150' } }, end], [otherwise]),
      ['node_type_unavailable nodes[0].type'],
    ],
    [
      flowOf([ask({ expect: 'yes_no', prompt: 'Is that {{customer.name}}?' }), end], [otherwise]),
      ['customer_name_missing nodes[0].config'],
    ],
    [
      flowOf(
        [ask({ expect: 'yes_no', prompt: 'Until {{vist_date}} or {{visit_date}}?' }), end],
        [otherwise],
        {
          variables: { visit_date: {} },
        },
      ),
      ['undeclared_variable nodes[0].config.prompt'],
    ],
    [
      flowOf(
        [
          ask({ expect: 'yes_no' }),
          { ...end, isGlobal: { condition: { type: 'prompt', text: 'Wants {{offfer}}.' } } },
        ],
        [when('plam', '==', '{{planned}}'), when('answer', '!=', '{{plan}}'), otherwise].map(
          (edge, index) => ({
            ...edge,
            id: `e${index}`,
          }),
        ),
        { variables: { plan: {} } },
      ),
      [
        'undeclared_variable nodes[1].isGlobal.condition.text',
        'undeclared_variable edges[0].condition.all[0].left',
        'undeclared_variable edges[0].condition.all[0].right',
      ],
    ],
    [
      flowOf(
        [ask({ expect: 'yes_no' }), { ...end, config: { text: '{{answer}}, {{email}}.' } }],
        [otherwise],
      ),
      [],
    ],
  ])('are returned for flow %#', async (flow, codes) => {
    const created = await save('/api/v1/flows', flow);
    expect([created.status, codesOf(created.body)]).toEqual([200, codes]);
    const patched = await api.send('PATCH', `/api/v1/flows/${created.body.id}`, { body: { name: 'Again' } });
    expect(codesOf(patched.body)).toEqual(codes);
    const read = await api.send('GET', `/api/v1/flows/${created.body.id}`);
    expect(read.body).not.toHaveProperty('warnings');
  });

  it('name the recogniser that supports expected phrases only', async () => {
    const flow = flowOf([ask({ expect: 'text' }), end], [otherwise]);
    const { body: created } = await save('/api/v1/flows', flow);
    const patch = async () => {
      const { body } = await api.send('PATCH', `/api/v1/flows/${created.id}`, { body: { name: 'Again' } });
      return body.warnings.map(({ message }: { message: string }) => message);
    };
    const withoutAgent =
      'but the built-in recogniser, which agents use by default, supports expected phrases only';
    expect(created.warnings[0].message).toContain(withoutAgent);
    const agent = await save('/api/v1/agents', { name: 'Ann', flowId: created.id });
    const withAgent = 'but the recogniser builtin of the agent supports expected phrases only';
    expect(await patch()).toEqual([expect.stringContaining(withAgent)]);
    expect(agent.body.warnings[0].message).toContain(withAgent);
  });

  it('become faults if an active flow has a node of an unavailable type', async () => {
    const nodes = [{ id: 'q', type: 'transfer', config: { destination: '+12025550150' } }, end];
    const { status, body } = await save('/api/v1/flows', flowOf(nodes, [otherwise], { status: 'active' }));
    expect([status, body.code]).toEqual([400, 'flow_invalid']);
    expect(body.fields).toMatchObject([{ path: 'nodes[0].type', code: 'node_type_unavailable' }]);
  });
});

describe('faults of a rejected flow', () => {
  it('do not include nodes that are unreachable because an edge leads to an unknown node', async () => {
    const edgeToUnknownNode = { ...otherwise, to: 'buy' };
    const { body } = await save(
      '/api/v1/flows',
      flowOf([ask({ expect: 'yes_no' }), end], [edgeToUnknownNode]),
    );
    expect(body.fields.map(({ path, code }: { path: string; code: string }) => `${code} ${path}`)).toEqual([
      'unknown_node edges[0].to',
    ]);
  });
});

describe('warnings of a saved agent and its batch', () => {
  it('concern the model, the customer name and the nodes of the flow that ask for free text', async () => {
    const flow = await save(
      '/api/v1/flows',
      flowOf([ask({ expect: 'text' }), end], [otherwise], { status: 'active' }),
    );
    const body = {
      name: 'Model',
      model: 'openai/x',
      flowId: flow.body.id,
      firstMessage: 'Hello {{customer.name}}',
    };
    const created = await save('/api/v1/agents', body);
    expect(codesOf(created.body)).toEqual([
      'no_model model',
      'closed_vocabulary model',
      'customer_name_missing firstMessage',
      'closed_vocabulary flowId',
    ]);
    const patched = await api.send('PATCH', `/api/v1/agents/${created.body.id}`, {
      body: { model: null, firstMessage: null },
    });
    expect(codesOf(patched.body)).toEqual(['closed_vocabulary flowId']);
    const rows = [{ phone_number: callableNumber }];
    const checked = await save('/v1/api/batch-calls/validate', { agentId: created.body.id, rows });
    expect(codesOf(checked.body)).toContain('closed_vocabulary agentId');
    await api.send('PATCH', `/api/v1/agents/${created.body.id}`, { body: { phoneNumber: '+12025550199' } });
    const started = await save('/v1/api/batch-calls', { agentId: created.body.id, name: 'One', rows });
    expect([started.status, codesOf(started.body)]).toEqual([
      200,
      expect.arrayContaining(['closed_vocabulary agentId']),
    ]);
  });
});

describe('warnings about variables in the texts of an agent', () => {
  it.each([
    [{ personality: 'You serve {{customer.surname}}.' }, ['unknown_variable personality']],
    [{ voicemail: { message: 'Hi {{customer.name}}.' } }, ['customer_name_missing voicemail.message']],
    [{ recording: { consentMessage: 'Hi {{customer}}.' } }, ['unknown_variable recording.consentMessage']],
    [{ phrases: { fillers: ['Ok.', 'One {{moment.'] } }, ['invalid_template phrases.fillers[1]']],
    [{ phrases: { reminder: '{{dynamic.a}} {{external_id}} {{agent.name}} {{now}}' } }, []],
    [{ phrases: { reminder: '{{vist_date}}' } }, ['undeclared_variable phrases.reminder']],
    [
      {
        tools: [
          {
            name: 'find',
            description: 'Finds {{shop.name}}.',
            url: 'https://example.com',
            parameters: { type: 'object', properties: { a: { type: 'string', description: '{{heard.x}}' } } },
          },
        ],
      },
      [
        'unknown_variable tools[0].description',
        'unknown_variable tools[0].parameters.properties.a.description',
      ],
    ],
  ])('are returned for %j', async (fields, codes) => {
    const { status, body } = await save('/api/v1/agents', { name: 'Ada', ...fields });
    expect([status, codesOf(body)]).toEqual([200, codes]);
  });
});

describe('warnings about variables in the texts of a messaging agent', () => {
  it('know the variables of its flow', async () => {
    const { body: flow } = await save('/api/v1/flows', {
      name: 'Reminder',
      type: 'message',
      initiationMessage: 'See you at {{time}}.',
      variables: { time: {} },
    });
    const agent = {
      name: 'Ada',
      type: 'messaging',
      firstMessage: 'Unused {{frist}}',
      personality: 'Until {{time}}, not {{tiem}}. {{customer.surname}}',
    };
    const unknown = 'unknown_variable personality';
    const withFlow = await save('/api/v1/agents', { ...agent, flowId: flow.id });
    expect([withFlow.status, codesOf(withFlow.body)]).toEqual([
      200,
      [unknown, 'undeclared_variable personality'],
    ]);
    expect(withFlow.body.warnings[1].message).toContain('{{tiem}} is not declared');
    expect(codesOf((await save('/api/v1/agents', agent)).body)).toEqual([unknown]);
  });
});

describe('warnings about settings of an agent that have another effect than they say', () => {
  it.each([
    [{ voicemail: { detection: 'carrier' } }, ['setting_unavailable voicemail.detection']],
    [{ recording: { consent: 'verbal' } }, []],
    [{ recording: { consent: 'verbal', enabled: false } }, []],
    [{ analysis: { summary: true, successCriteria: 'A date.' } }, []],
    [{ type: 'messaging', analysis: { summary: true } }, []],
    [{ type: 'messaging', language: 'pl', model: 'openai/gpt-5-mini' }, ['language_by_model_only language']],
  ])('are returned for %j', async (fields, codes) => {
    const { status, body } = await save('/api/v1/agents', { name: 'Ada', ...fields });
    expect([status, codesOf(body)]).toEqual([200, codes]);
  });

  it('name the first keyterm that the recogniser does not accept', async () => {
    const unusedKeyterms = (_model: unknown, keyterms: readonly string[]) => keyterms.slice(1);
    const [builtin] = api.context.catalog.speechToText;
    Object.assign(builtin!, { unusedKeyterms });
    const transcriber = { keyterms: ['one', 'two', 'three'] };
    const { body } = await save('/api/v1/agents', { name: 'Ada', transcriber });
    const { body: one } = await save('/api/v1/agents', {
      name: 'Bob',
      transcriber: { keyterms: ['a', 'b'] },
    });
    Object.assign(builtin!, { unusedKeyterms: undefined });
    expect(codesOf(body)).toEqual(['keyterms_unused transcriber.keyterms']);
    expect(body.warnings[0].message).toContain('The keyterms "two" and 1 more exceed');
    expect(one.warnings[0].message).toContain('The keyterm "b" exceeds');
  });

  it('name the agent that answers the number', async () => {
    const { body } = await save('/api/v1/agents', { name: 'Second', phoneNumber: ownNumber });
    expect(body.warnings).toEqual([
      {
        code: 'number_answered_by_other_agent',
        path: 'phoneNumber',
        message: expect.stringContaining(
          `Calls to ${ownNumber} are answered by the agent "${api.agent.config.name}".`,
        ),
      },
    ]);
    const first = await api.send('PATCH', `/api/v1/agents/${api.agent.id}`, { body: { name: 'First' } });
    expect(first.body.warnings).toEqual([]);
  });
});

describe('warnings about a recording without consent', () => {
  const californian = '+14155552671';

  it('are returned for an agent whose number is in a place that requires consent', async () => {
    for (const phoneNumber of [californian, '+4930123456'])
      expect((await save('/v1/api/telephony/numbers', { phoneNumber })).status).toBe(200);
    const codesFor = async (fields: object) =>
      codesOf((await save('/api/v1/agents', { name: 'Recording', ...fields })).body);
    expect(await codesFor({ phoneNumber: '+4930123456' })).toEqual(['recording_consent recording.consent']);
    const { body } = await save('/api/v1/agents', { name: 'Recording', phoneNumber: californian });
    expect(body.warnings).toContainEqual({
      code: 'recording_consent',
      path: 'recording.consent',
      message:
        'In California the law requires consent to a recording (Cal. Penal Code §§ 632, 632.7). Set recording.consent to verbal or stay_on_line, or recording.enabled to false.',
    });
    for (const recording of [{ enabled: false }, { consent: 'stay_on_line' }, { consent: 'verbal' }])
      expect(await codesFor({ phoneNumber: californian, recording })).not.toContain(
        'recording_consent recording.consent',
      );
    const { body: german } = await save('/api/v1/agents', {
      name: 'Notice',
      phoneNumber: '+4930123456',
      recording: { consent: 'stay_on_line' },
    });
    expect(german.warnings).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('Set recording.consent to verbal, or') }),
    );
  });

  it('count the rows of a batch', async () => {
    const rows = [californian, '+14155552672', '+493012345678', '+12125552671', callableNumber].map(
      (phone_number) => ({ phone_number }),
    );
    const validate = async (recording: object) => {
      const agent = await save('/api/v1/agents', { name: 'Batch', recording });
      const { body } = await save('/v1/api/batch-calls/validate', { agentId: agent.body.id, rows });
      return body.warnings.filter(({ code }: { code: string }) => code === 'recording_consent');
    };
    expect(await validate({})).toEqual([
      {
        code: 'recording_consent',
        path: 'columns.phone_number',
        column: 'phone_number',
        rows: 3,
        firstRows: [1, 2, 3],
        message:
          'Rows 1, 2 and 3 have numbers in California, Germany, where the law requires consent to a recording. The agent records without it. Set recording.consent of the agent to verbal, or recording.enabled to false.',
      },
    ]);
    expect(await validate({ consent: 'stay_on_line' })).toMatchObject([
      { rows: 1, firstRows: [3], message: expect.stringContaining('in Germany, where') },
    ]);
    expect(await validate({ consent: 'verbal' })).toEqual([]);
  });
});

describe('warnings about requests that can never be made', () => {
  const urls: [url: string, message: string | undefined][] = [
    ['https://api.example.com/x', undefined],
    ['https://10.0.0.8/x', 'Requests to this address are not allowed'],
    ['https://[fd00::1]/x', 'Requests to this address are not allowed'],
    ['https://localhost:8080/x', 'Requests to this address are not allowed'],
    ['http://93.184.216.34/x', 'Requests without https are not allowed'],
    ['https://api.example.com:0/x', 'No server listens at port 0.'],
  ];
  const expectedFor = (path: string, message: string | undefined) =>
    message === undefined
      ? []
      : [{ code: 'request_impossible', path, message: expect.stringContaining(message) }];

  it.each(urls)('are returned for a tool with %s', async (url, message) => {
    const tool = { name: 'find', description: 'Finds.', url };
    for (const type of ['voice', 'messaging']) {
      const { body } = await save('/api/v1/agents', { name: 'Tools', type, tools: [tool] });
      expect(body.warnings).toEqual(expectedFor('tools[0].url', message));
    }
  });

  it.each([
    ...urls,
    ['https://10.0.0.8/{{dynamic.id}}', 'Requests to this address are not allowed'],
    ['{{dynamic.base}}/x', undefined],
    ['https://{{dynamic.host}}/x', undefined],
  ] as typeof urls)('are returned for a node with %s', async (url, message) => {
    const nodes = [{ id: 'q', type: 'http', config: { url } }, end];
    const { body } = await save('/api/v1/flows', flowOf(nodes, [otherwise]));
    expect(body.warnings).toEqual(expectedFor('nodes[0].config.url', message));
  });

  it.each(['ftp://{{dynamic.host}}/x', 'https:///{{dynamic.path}}', '/orders/{{dynamic.id}}'])(
    'are faults of an active flow with %s, which no values make a URL',
    async (url) => {
      const nodes = [{ id: 'q', type: 'http', config: { url } }, end];
      const { status, body } = await save('/api/v1/flows', flowOf(nodes, [otherwise], { status: 'active' }));
      expect(status).toBe(400);
      expect(body.fields).toMatchObject([{ code: 'invalid_url', path: 'nodes[0].config.url' }]);
    },
  );
});
