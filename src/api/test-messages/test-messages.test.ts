import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { findTestMessage, insertTestAnswer, insertTestMessage } from '../../store/test-messages.ts';

let api: TestApi;
let lastPart = 0;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** Stores a message that arrived at a simulated person, and its acceptance. */
async function arrive(person: string, content: string, changes: object = {}) {
  const { workspaceId } = api;
  const flow = await seedMessageFlow(api);
  const { body } = await generate(api, flow.id, { to: person });
  lastPart += 1;
  const externalId = `part-${lastPart}`;
  await api.database.inWorkspace(workspaceId).execute(
    {
      text: `insert into message_parts (workspace_id, message_id, carrier, external_id, created_at) values ($1, $2, $3, $4, $5)`,
    },
    [workspaceId, body.message_id, 'test-phones', externalId, noon],
  );
  const message = {
    channel: 'sms' as const,
    person,
    peer: '+12025550199',
    subject: '',
    content,
    carrier: 'test-phones',
    externalIds: [externalId],
    ...changes,
  };
  return insertTestMessage(api.database.asSystem(), { ...message, at: noon });
}

const list = async (query = '', key = api.key) =>
  (await api.send('GET', `/v1/api/test-network/messages${query}`, { key })).body.data.messages;

describe('GET /v1/api/test-network/messages', () => {
  it('lists what arrived and the answers, newest first, and only those of the workspace', async () => {
    const { id } = await arrive('+12025550101', 'Hello Ada.');
    const system = api.database.asSystem();
    const answer = await insertTestAnswer(system, { answers: id, content: 'Yes.', at: noon });
    await insertTestMessage(system, {
      channel: 'sms',
      person: '+12025550101',
      peer: '+12025550199',
      subject: '',
      content: 'Not accepted yet.',
      carrier: 'test-phones',
      externalIds: ['unknown'],
      at: noon,
    });
    const fields = { channel: 'sms', person: '+12025550101', peer: '+12025550199', subject: null };
    const createdAt = noon.toISOString();
    expect(await list()).toEqual([
      { id: String(answer!.id), direction: 'sent', message: 'Yes.', createdAt, ...fields },
      { id: String(id), direction: 'received', message: 'Hello Ada.', createdAt, ...fields },
    ]);
    expect(await list('?limit=1')).toHaveLength(1);
    expect(await list('?address=%2B12025550102')).toEqual([]);
    const other = await seedOtherWorkspace(api);
    expect(await list('', other.key)).toEqual([]);
  });

  it('finds an address in any case', async () => {
    const person = 'ada+a-long-tag-of-more-than-forty-characters@example.com';
    await arrive(person, 'Hello Ada.', { channel: 'email', subject: 'Visit' });
    expect(await list(`?address=${encodeURIComponent(person.toUpperCase())}`)).toMatchObject([
      { person, subject: 'Visit', message: 'Hello Ada.' },
    ]);
  });
});

describe('POST /v1/api/test-network/messages', () => {
  const answer = (body: object, key = api.key) =>
    api.send('POST', '/v1/api/test-network/messages', { key, body });

  it('stores the answer and adds the job that sends it', async () => {
    const { id } = await arrive('+12025550104', 'Are you there?');
    const { status, body } = await answer({ from: '+12025550104', message: ' Yes, I am. ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ direction: 'sent', person: '+12025550104', message: 'Yes, I am.' });
    const stored = await findTestMessage(api.database.asSystem(), { id: Number(body.id) });
    expect(stored).toMatchObject({ answers: id, content: 'Yes, I am.', peer: '+12025550199' });
    const jobs = await api.database
      .asSystem()
      .rows({ text: `select payload from jobs where kind = 'answer-test-message'` });
    expect(jobs).toEqual([{ payload: { id: Number(body.id) } }]);
  });

  it('returns 404 if nothing of the workspace has arrived there', async () => {
    await arrive('+12025550106', 'Hello.');
    const other = await seedOtherWorkspace(api);
    const responses = [
      await answer({ from: '+12025550106', message: 'Yes.' }, other.key),
      await answer({ from: '+12025550177', message: 'Yes.' }),
      await answer({ from: 'somebody', message: 'Yes.' }),
    ];
    expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual(
      responses.map(() => [404, 'test_message_not_found']),
    );
  });
});

describe('POST /v1/api/test-network/messages with a number of the workspace', () => {
  const to = '+12025550188';
  const write = (body: object, key = api.key) =>
    api.send('POST', '/v1/api/test-network/messages', {
      key,
      body: { message: 'Are you open?', to, ...body },
    });

  it('stores the SMS of a person to whom nobody has written, and adds the job that sends it', async () => {
    const created = await api.send('POST', '/v1/api/telephony/numbers', { body: { phoneNumber: to } });
    expect(created.status).toBe(200);
    const { status, body } = await write({ from: '+12025550133' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      direction: 'sent',
      channel: 'sms',
      person: '+12025550133',
      peer: to,
      subject: null,
      message: 'Are you open?',
    });
    const jobs = await api.database
      .asSystem()
      .rows({ text: `select payload from jobs where kind = 'answer-test-message' order by id desc limit 1` });
    expect(jobs).toEqual([{ payload: { id: Number(body.id) } }]);
    expect(await list('?address=%2B12025550133')).toEqual([body]);
    const other = await seedOtherWorkspace(api);
    expect(await list('?address=%2B12025550133', other.key)).toEqual([]);
  });

  it('is no message that can be answered', async () => {
    await write({ from: '+12025550134' });
    expect((await write({ from: '+12025550134', to: undefined })).body.error.code).toBe(
      'test_message_not_found',
    );
    await arrive('+12025550134', 'Hello.', { peer: to });
    await write({ from: '+12025550134' });
    expect((await write({ from: '+12025550134', to: undefined })).status).toBe(200);
  });

  it('rejects the number of a real person, and a number of another workspace', async () => {
    const other = await seedOtherWorkspace(api);
    const responses = [
      await write({ from: '+4915112345678' }),
      await write({ from: 'ada@example.com' }),
      await write({ from: '+12025550133' }, other.key),
      await write({ from: '+12025550133', to: '+12025550189' }),
    ];
    expect(responses.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, 'invalid_number'],
      [400, 'invalid_number'],
      [404, 'number_not_found'],
      [404, 'number_not_found'],
    ]);
  });
});

describe('a number to which two workspaces write', () => {
  it('can be answered for the workspace that wrote last', async () => {
    const person = '+12025550108';
    await arrive(person, 'Hello.');
    const body = { from: person, message: 'Yes.' };
    expect((await api.send('POST', '/v1/api/test-network/messages', { body })).status).toBe(200);
    await insertTestMessage(api.database.asSystem(), {
      channel: 'sms',
      person,
      peer: '+12025550199',
      subject: '',
      content: 'A message of another workspace.',
      carrier: 'test-phones',
      externalIds: ['part-of-another-workspace'],
      at: noon,
    });
    expect((await api.send('POST', '/v1/api/test-network/messages', { body })).status).toBe(404);
    await arrive(person, 'Hello again.');
    expect((await api.send('POST', '/v1/api/test-network/messages', { body })).status).toBe(200);
  });
});

describe('insertTestMessage', () => {
  it('keeps the newest 10,000 messages', async () => {
    const system = api.database.asSystem();
    const insert = (id: number) =>
      system.execute(
        {
          text: `insert into test_messages (id, channel, person, peer, subject, content, carrier, external_ids, created_at)
            overriding system value values ($1, 'sms', 'a', 'b', '', 'Old.', 'test-phones', '{}', now())`,
        },
        [id],
      );
    await insert(-9_999);
    await insert(-1);
    await arrive('+12025550105', 'New.');
    expect(await findTestMessage(system, { id: -9_999 })).toBeUndefined();
    expect(await findTestMessage(system, { id: -1 })).toBeDefined();
  });
});
