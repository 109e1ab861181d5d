import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallingApi, ownNumber, type TestApi, type TestResponse } from '../../test/support/api.ts';
import { batchesPath } from '../../test/support/batches.ts';
import { seedCallback } from '../../test/support/callbacks.ts';
import { messageBatchesPath } from '../../test/support/message-batches.ts';
import { generate, seedMessageFlow } from '../../test/support/conversations.ts';
import { noon, seedCall } from '../../test/support/fixtures.ts';
import { receiveCallCommands } from '../contracts/call-commands.ts';
import { findCall, recordCallChange } from '../store/calls/calls.ts';
import { changeBatchJob } from '../store/batches/batch-jobs.ts';
import { changeBatchStatus, completeBatch } from '../store/batches/batches.ts';
import type { MessageRoute } from '../messaging/sending/message-routes.ts';
import { endpoints } from './endpoints.ts';
import { errorShapeOf } from './http/error-body.ts';

const real = { number: '+12026000142', mail: 'ada@parley.dev' };
const fictional = { number: '+12025550142', mail: 'ada@example.com' };
type Callee = typeof real;

const messageRoutes: readonly MessageRoute[] = (['test', 'all'] as const).flatMap((carries) => [
  { carrier: `sms-${carries}`, channel: 'sms', from: '+12025550199', fromName: '', carries },
  { carrier: `mail-${carries}`, channel: 'email', from: 'parley@example.com', fromName: '', carries },
]);

let api: TestApi;
let testKey: string;
let messageFlow: string;
beforeAll(async () => {
  api = await createCallingApi({ messageRoutes });
  await api.send('PATCH', `/v1/api/workspaces/${api.workspaceId}`, { body: { sharedSender: true } });
  await api.database.asSystem().execute({ text: 'update workspaces set shared_sender = true' });
  const { body } = await api.send('POST', '/v1/api/keys', {
    body: { name: 'Test', mode: 'test', preset: 'full' },
  });
  testKey = body.apiKey;
  messageFlow = (await seedMessageFlow(api)).id;
  receiveCallCommands(api, () => ({ outcome: 'done', effect: 'speaking' }));
});
afterAll(() => api.close());

const db = () => api.database.inWorkspace(api.workspaceId);
const post = (path: string, body: object | undefined, key: string) =>
  api.send('POST', path, { workspace: api.workspaceId, key, ...(body && { body }) });

/** Creates a message with the live key. Returns its path. */
async function messagePath(to: string, changes: object = {}): Promise<string> {
  const { body } = await generate(api, messageFlow, { to, ...changes });
  return `/v1/api/conversations/${body.conversation_id}/messages/${body.message_id}`;
}

async function unknownMessagePath(to: string): Promise<string> {
  const path = await messagePath(to, { autopilot: true });
  const text = `update messages set status = 'unknown', attempts = 1 where id = $1`;
  await api.database.asSystem().execute({ text }, [path.split('/').at(-1)]);
  return path;
}

const rowsOf = ({ number }: Callee) => ({
  agentId: api.agent.id,
  rows: [{ phone_number: number }],
  allowRepeat: true,
});

/** Starts a batch with the given key. Returns its id. */
const startBatch = async (callee: Callee, key: string): Promise<string> =>
  (await post(batchesPath, rowsOf(callee), key)).body.batchId;

const messageRowsOf = (number: string) => ({
  flowId: messageFlow,
  rows: [{ phone_number: number }],
  allowRepeat: true,
});

/** Starts a batch of messages: to a real person with the live key, else with the given key. Returns its path. */
async function messageBatch(number: string, key: string): Promise<string> {
  const starter = number === real.number ? api.key : key;
  const { body } = await post(messageBatchesPath, messageRowsOf(number), starter);
  return `${messageBatchesPath}/${body.batchId}`;
}

/** Ends a batch whose only job did not reach a person. */
async function endBatch(batchId: string): Promise<void> {
  const { workspaceId } = api;
  await changeBatchStatus(db(), { workspaceId, batchId, to: 'running', at: noon });
  const { body } = await api.send('GET', `${batchesPath}/${batchId}/calls`);
  const change = { workspaceId, batchId, jobId: body.data.calls[0].jobId, at: noon };
  await changeBatchJob(db(), { ...change, to: 'dialing' });
  await changeBatchJob(db(), { ...change, to: 'completed', outcome: 'no_answer' });
  await db().transaction((tx) => completeBatch(tx, { workspaceId, batchId, at: noon }));
}

let againNumbers = 50;

/** Returns the path of an ended batch that did not reach a callee of the same network. */
async function endedBatch(callee: Callee): Promise<string> {
  // A number that waits elsewhere is not called again.
  const number = `${callee.number.slice(0, -2)}${(againNumbers += 1)}`;
  const batchId = await startBatch({ ...callee, number }, api.key);
  await endBatch(batchId);
  return `${batchesPath}/${batchId}`;
}

/** Returns the path of an active call with a callee, whose node executes commands. */
async function activeCall({ number: toNumber }: Callee): Promise<string> {
  const { id: callId, workspaceId, roomName } = await seedCall(api.database, api, { toNumber });
  const change = { workspaceId, callId, nodeId: 'node-1', at: noon } as const;
  await recordCallChange(db(), { ...change, from: ['queued'], to: 'dialing' });
  await recordCallChange(db(), { ...change, from: ['dialing'], to: 'in_progress' });
  return `/v2/api/active-calls/${roomName}`;
}

const callbackBody = (phoneNumber: string) => ({
  phoneNumber,
  agentId: api.agent.id,
  scheduledAt: '2026-02-01T10:00:00Z',
});

/** Requests that cause a call or a message to the callee, by operation. `key` sends the request; anything before it is done with the live key. */
const causes: Record<string, (callee: Callee, key: string) => Promise<TestResponse>> = {
  sendCall: ({ number }, key) => post('/api/v1/calls/call', { agentId: api.agent.id, toNumber: number }, key),
  startBatch: (callee, key) => post(batchesPath, rowsOf(callee), key),
  resumeBatch: async (callee, key) => {
    const batchId = await startBatch(callee, callee === real ? api.key : key);
    await post(`${batchesPath}/${batchId}/pause`, undefined, api.key);
    return post(`${batchesPath}/${batchId}/resume`, undefined, key);
  },
  callBatchAgain: async (callee, key) => {
    return post(`${await endedBatch(callee)}/again`, {}, key);
  },
  messageBatchRows: async (callee, key) =>
    post(`${await endedBatch(callee)}/messages`, { flowId: messageFlow }, key),
  retryFailedRows: async (callee, key) => post(`${await endedBatch(callee)}/retry-failed`, undefined, key),
  createDisposition: ({ number }, key) => post('/v1/api/call-dispositions', callbackBody(number), key),
  updateDisposition: async ({ number: phoneNumber }, key) => {
    const id = await seedCallback(api.database, api, { phoneNumber });
    const body = { scheduledAt: '2026-02-01T10:00:00Z' };
    return api.send('PATCH', `/v1/api/call-dispositions/${id}`, { workspace: api.workspaceId, key, body });
  },
  sayInCall: async (callee, key) => post(`${await activeCall(callee)}/say`, { text: 'Hello.' }, key),
  whisperToAgent: async (callee, key) =>
    post(`${await activeCall(callee)}/whisper`, { text: 'Be brief.' }, key),
  generateMessage: ({ number }, key) =>
    generate(api, messageFlow, { to: number }, { workspace: api.workspaceId, key }),
  writeMessage: async ({ number }, key) =>
    post((await messagePath(number)).replace(/\/[^/]+$/, ''), { message: 'Hello.' }, key),
  approveMessage: async ({ mail }, key) => post(`${await messagePath(mail)}/approve`, {}, key),
  resolveMessage: async ({ number }, key) =>
    post(`${await unknownMessagePath(number)}/resolve`, { outcome: 'resend' }, key),
  deleteSuppression: async ({ number: address }, key) => {
    const path = '/v1/api/suppressions';
    const { body } = await post(path, { address, channel: 'sms', reason: 'Asked for no more.' }, api.key);
    return api.send('DELETE', `${path}/${body.suppressions[0].id}`, { workspace: api.workspaceId, key });
  },
  startMessageBatch: ({ number }, key) => post(messageBatchesPath, messageRowsOf(number), key),
  approveMessageBatch: async ({ number }, key) =>
    post(`${await messageBatch(number, key)}/approve`, undefined, key),
  resumeMessageBatch: async ({ number }, key) => {
    const path = await messageBatch(number, key);
    await post(`${path}/approve`, undefined, api.key);
    await post(`${path}/pause`, undefined, api.key);
    return post(`${path}/resume`, undefined, key);
  },
  retryFailedMessages: async ({ number }, key) => {
    const path = await messageBatch(number, key);
    const text = `with failed as (update batch_messages set status = 'failed' where batch_id = $1)
      update message_batches set status = 'completed', ended_at = updated_at where id = $1`;
    await api.database.asSystem().execute({ text }, [path.split('/').at(-1)]);
    return post(`${path}/retry-failed`, undefined, key);
  },
  releaseConversation: async ({ mail }, key) =>
    post((await messagePath(mail)).replace(/\/messages\/.*$/, '/release'), undefined, key),
};

/** Changes with these scopes that cause neither a call nor a message. */
const harmless = [
  'validateBatch',
  'previewBatch',
  'pauseBatch',
  'validateMessageBatch',
  'previewMessageBatch',
  'pauseMessageBatch',
  'cancelMessageBatch',
  'cancelBatch',
  'previewVoice',
  'endCall',
  'endActiveCall',
  'muteAgent',
  'holdCall',
  'analyzeCall',
  'analyzeConversation',
  'rejectMessage',
  'takeOverConversation',
  'createDispositionCode',
  'updateDispositionCode',
  'deleteDispositionCode',
  // The simulated person answers.
  'answerTestMessage',
  'createSuppression',
  'importSuppressions',
  'updateTask',
];
const causingScopes = /^(calls|batches|messages|conversations|dispositions|active-calls|tasks):(?!read)/;

it('knows for each operation whether it causes a call or a message', () => {
  const changing = endpoints.filter(
    ({ method, scope, operationId }) =>
      method !== 'GET' && (causingScopes.test(scope) || harmless.includes(operationId)),
  );
  expect(changing.map(({ operationId }) => operationId).toSorted()).toEqual(
    [...Object.keys(causes), ...harmless].toSorted(),
  );
});

const codeOf = (operation: string, { body }: TestResponse) => {
  const { path } = endpoints.find(({ operationId }) => operationId === operation)!;
  return errorShapeOf(path) === 'nested' ? body.error?.code : body.code;
};

describe.each(Object.entries(causes))('%s', (operation, request) => {
  it('is rejected for a test key and a real callee, and changes nothing', async () => {
    const before = await countOf();
    const response = await request(real, testKey);
    expect([response.status, codeOf(operation, response)]).toEqual([403, 'test_key']);
    expect((await countOf()).byTestKey).toEqual(before.byTestKey);
  });

  it('is allowed for a test key in the test network', async () => {
    const { status, body } = await request(fictional, testKey);
    expect([status, body.error]).toEqual([200, undefined]);
  });

  it('is allowed for a live key and a real callee', async () => {
    const { status, body } = await request(real, api.key);
    expect([status, body.error]).toEqual([200, undefined]);
  });
});

/** Counts the rows that a test key caused for real callees. */
async function countOf() {
  const row = await api.database.asSystem().row<{ byTestKey: number }>({
    text: `select (select count(*) from calls where test_only and to_number not like '%5550142')
      + (select count(*) from batches where test_only)
      + (select count(*) from message_batches where test_only)
      + (select count(*) from dispositions where test_only)
      + (select count(*) from conversations where test_only) as "byTestKey"`,
  });
  return row!;
}

describe('a test key', () => {
  it('rejects a real email address', async () => {
    const sent = { workspace: api.workspaceId, key: testKey };
    const { status, body } = await generate(api, messageFlow, { to: real.mail }, sent);
    expect([status, body.error.code]).toEqual([403, 'test_key']);
    expect((await generate(api, messageFlow, { to: fictional.mail }, sent)).status).toBe(200);
  });

  it('rejects a batch with a real number in any row, and names the rows', async () => {
    const rows = [{ phone_number: fictional.number }, { phone_number: real.number }];
    const { status, body } = await post(batchesPath, { ...rowsOf(real), rows }, testKey);
    expect(status).toBe(403);
    expect(body.error.message).toContain('Row 2 has a number outside the test network.');
    expect(body.error.fields).toMatchObject([{ path: 'rows[2].phone_number', code: 'test_key' }]);
  });

  it('resumes no batch of a live key', async () => {
    const batchId = await startBatch(fictional, api.key);
    await post(`${batchesPath}/${batchId}/pause`, undefined, api.key);
    const { status } = await post(`${batchesPath}/${batchId}/resume`, undefined, testKey);
    expect(status).toBe(403);
  });

  it('cancels a callback and records an outcome of a real number', async () => {
    const id = await seedCallback(api.database, api, { phoneNumber: real.number });
    const cancelled = await api.send('PATCH', `/v1/api/call-dispositions/${id}`, {
      workspace: api.workspaceId,
      key: testKey,
      body: { status: 'cancelled' },
    });
    const outcome = { phoneNumber: real.number, disposition: 'interested' };
    const recorded = await post('/v1/api/call-dispositions', outcome, testKey);
    expect([cancelled.status, recorded.status]).toEqual([200, 200]);
  });

  it('marks its calls, so that their flows reach the test network only', async () => {
    const call = { agentId: api.agent.id, toNumber: fictional.number, fromNumber: ownNumber };
    const testOnlyOf = async (key: string) => {
      const { body } = await post('/api/v1/calls/call', call, key);
      return (await findCall(db(), { workspaceId: api.workspaceId, callId: body.callId }))!.testOnly;
    };
    expect([await testOnlyOf(testKey), await testOnlyOf(api.key)]).toEqual([true, false]);
  });

  it('creates and rotates test keys only', async () => {
    const create = (mode: string) =>
      post('/v1/api/keys', { name: 'New', mode, preset: 'read-only' }, testKey);
    const live = await create('live');
    expect([live.status, live.body.error.code]).toEqual([403, 'test_key']);
    const test = await create('test');
    expect(test.body.apiKey).toMatch(/^sk_test_/);
    const rotate = (id: string) => post(`/v1/api/keys/${id}/rotate`, {}, testKey);
    expect((await rotate(test.body.id)).body.apiKey).toMatch(/^sk_test_/);
    const other = await post('/v1/api/keys', { name: 'Live', preset: 'read-only' }, api.key);
    expect((await rotate(other.body.id)).status).toBe(403);
  });

  it('cannot invite a user, whose session reaches real numbers', async () => {
    const user = { email: 'eve@people.example', role: 'viewer' };
    const { status, body } = await post('/v1/api/users', user, testKey);
    expect([status, body.error.code]).toEqual([403, 'test_key']);
  });
});
