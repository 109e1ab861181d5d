import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../test/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const path = () => `/api/v1/flows/${api.flow.id}`;
const validate = async (body: unknown, of = path()) =>
  (await api.send('POST', `${of}/validate`, { body })).body;

describe('POST /api/v1/flows/{flowId}/validate', () => {
  it.each([
    ['a missing start', { startNodeId: 'nowhere' }],
    ['a field of the other type', { initiationMessage: 'Hi' }],
    ['a change of the type', { type: 'message' }],
    ['nodes of any shape', { nodes: [{ id: 'a', type: 'say', config: { text: 7 } }, 8], edges: 'none' }],
  ])('returns the faults with which PATCH rejects %s', async (_what, body) => {
    const rejected = await api.send('PATCH', path(), { body });
    expect(await validate(body)).toEqual({
      valid: false,
      faults: rejected.body.fields,
      warnings: [],
      messages: [],
    });
  });

  it('returns the warnings of a valid change, and stores nothing', async () => {
    const { body: before } = await api.send('GET', path());
    const nodes = [
      { id: 'a', type: 'ask', config: { prompt: 'Why?', variable: 'why' } },
      { id: 'b', type: 'end', config: {} },
    ];
    const body = { startNodeId: 'a', nodes, edges: [{ id: 'e', from: 'a', to: 'b' }] };
    const validated = await validate(body);
    expect((await api.send('GET', path())).body).toEqual(before);
    const { body: saved } = await api.send('PATCH', path(), { body });
    expect(saved.warnings).not.toEqual([]);
    expect(validated).toEqual({ valid: true, faults: [], warnings: saved.warnings, messages: [] });
  });
});

describe('POST /api/v1/flows/{flowId}/validate of a message flow', () => {
  it('returns each message as it is received, also of a flow with faults', async () => {
    const agent = { name: 'Writer', type: 'messaging', signature: 'Bistro Nine' };
    const { body: writer } = await api.send('POST', '/api/v1/agents', { body: agent });
    const { body: flow } = await api.send('POST', '/api/v1/flows', {
      body: {
        type: 'message',
        name: 'Reminder',
        initiationMessage: 'Hello {{customer.name}}!',
        subject: 'Your table',
      },
    });
    const long = 'x'.repeat(160);
    const { valid, messages } = await validate(
      {
        agentId: writer.id,
        nodes: [
          { id: 'a', type: 'say', config: { text: { en: long, de: 'Tschüß 👋' } } },
          { id: 'b', type: 'conversation', config: { prompt: 'Be brief.', firstMessage: '' } },
          { id: 'c', type: 'end', config: { text: 5 } },
        ],
      },
      `/api/v1/flows/${flow.id}`,
    );
    expect(valid).toBe(false);
    const signed = (text: string) => ({ subject: 'Re: Your table', text: `${text}\n\nBistro Nine` });
    expect(messages).toEqual([
      {
        path: 'initiationMessage',
        variables: ['customer.name'],
        sms: { text: 'Hello {{customer.name}}!\nBistro Nine', characters: 19, encoding: 'gsm7', segments: 1 },
        email: { ...signed('Hello {{customer.name}}!'), subject: 'Your table' },
      },
      {
        path: 'nodes[0].config.text.en',
        variables: [],
        sms: { text: `${long}\nBistro Nine`, characters: 172, encoding: 'gsm7', segments: 2 },
        email: signed(long),
      },
      {
        path: 'nodes[0].config.text.de',
        variables: [],
        sms: { text: 'Tschüß 👋\nBistro Nine', characters: 20, encoding: 'ucs2', segments: 1 },
        email: signed('Tschüß 👋'),
      },
    ]);
  });

  it('returns only the channel of the flow', async () => {
    const body = { type: 'message', name: 'Mail', initiationMessage: 'Hello.', channel: 'email' };
    const { body: flow } = await api.send('POST', '/api/v1/flows', { body });
    const path = `/api/v1/flows/${flow.id}`;
    const [mail] = (await validate({}, path)).messages;
    expect(mail).toMatchObject({ sms: null, email: { subject: '', text: 'Hello.' } });
    const [sms] = (await validate({ channel: 'sms' }, path)).messages;
    expect(sms).toMatchObject({ sms: { segments: 1 }, email: null });
  });
});
