import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedMessageCarrier } from '../../src/contracts/testing/scripted-message-carrier.ts';
import { newId } from '../../src/core/ids.ts';
import { silentLogger } from '../../src/core/logger.ts';
import type { MessageRoute } from '../../src/messaging/sending/message-routes.ts';
import { receiveMessage } from '../../src/messaging/receiving/receive-message.ts';
import { sendMessageHandler } from '../../src/messaging/sending/send-message.ts';
import { sendKinds, type SendMessageJob } from '../../src/messaging/sending/send-jobs.ts';
import type { Job } from '../../src/jobs/job.ts';
import { completeJob } from '../../src/jobs/complete-job.ts';
import { createTestApi, seedOtherWorkspace, type TestApi, type TestResponse } from '../support/api.ts';
import { emailFrom, smsFrom } from '../support/inbound-messages.ts';

const sharedNumber = '+14155550000';
const sharedMailbox = 'office@clinic.org';
const testNumber = '+12025550199';

const routes: readonly MessageRoute[] = [
  { carrier: 'phones', channel: 'sms', from: sharedNumber, fromName: '', carries: 'all' },
  { carrier: 'mail', channel: 'email', from: sharedMailbox, fromName: 'Clinic', carries: 'all' },
  { carrier: 'test-phones', channel: 'sms', from: testNumber, fromName: '', carries: 'test' },
];

interface Workspace {
  readonly workspaceId: string;
  readonly key: string;
  flowId: string;
}

let api: TestApi;
let operator: Workspace;
let first: Workspace;
let second: Workspace;
let run: (job: Job<SendMessageJob>) => Promise<void>;
let people = 0;

/** Returns a number that no other test uses. */
const newPerson = (): string => `+1415777${String((people += 1)).padStart(4, '0')}`;

beforeAll(async () => {
  api = await createTestApi({ messageRoutes: routes });
  const text = 'update workspaces set is_operator = true, shared_sender = true where id = $1';
  await api.database.asSystem().execute({ text }, [api.workspaceId]);
  operator = { workspaceId: api.workspaceId, key: api.key, flowId: '' };
  first = { ...(await seedOtherWorkspace(api)), flowId: '' };
  second = { ...(await seedOtherWorkspace(api)), flowId: '' };
  for (const workspace of [operator, first, second]) workspace.flowId = await createFlow(workspace);
  const { context, clock } = api;
  const inbox = { onMessage: async () => {}, onReceipt: async () => {} };
  const carriers = routes.map(
    ({ carrier: name, channel }) => [name, new ScriptedMessageCarrier({ name, channel, inbox })] as const,
  );
  const handler = sendMessageHandler({
    ...context,
    clock,
    routes: context.messageRoutes,
    tokens: context.mailTokens,
    carriers: new Map(carriers),
  });
  run = (job) =>
    handler.run(job, {
      signal: new AbortController().signal,
      complete: async (tx) =>
        void (await completeJob(tx, { id: job.id, owner: 'node-1', attempt: job.attempt })),
    });
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const { workspaceId } of [first, second]) await share(workspaceId, false);
});

const send = (
  { key, workspaceId: workspace }: Workspace,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => api.send(method, path, { key, workspace, ...(body !== undefined && { body }) });

const outcome = ({ status, body }: TestResponse): string =>
  `${status} ${body.error?.code ?? body.code ?? ''}`.trim();

const share = (workspaceId: string, sharedSender: boolean) =>
  send(operator, 'PATCH', `/v1/api/workspaces/${workspaceId}`, { sharedSender });

async function createFlow(workspace: Workspace): Promise<string> {
  const flow = { type: 'message', name: 'Visit', status: 'active', initiationMessage: 'Visit at ten?' };
  const delay = { enabled: false };
  return (await send(workspace, 'POST', '/api/v1/flows', { ...flow, delay, subject: 'Visit' })).body.id;
}

/** Writes the message of the workspace's flow to a person, and sends what is due. */
async function write(workspace: Workspace, to: string): Promise<TestResponse> {
  const body = { flowId: workspace.flowId, to, autopilot: true };
  const response = await send(workspace, 'POST', '/v1/api/conversations/message/generate', body);
  await sendDue();
  return response;
}

async function sendDue(): Promise<void> {
  const claim = {
    text: `update jobs set state = 'running', owner = 'node-1', attempts = attempts + 1, lease_until = now() + interval '1 h'
      where kind = any($1) and state = 'queued' and run_at <= $2
      returning id, kind, workspace_id as "workspaceId", key, payload, attempts as attempt`,
  };
  const now = new Date(api.clock.now());
  const jobs = await api.database.asSystem().rows<Job<SendMessageJob>>(claim, [sendKinds, now]);
  await Promise.all(jobs.map(run));
}

const receive = (message: Parameters<typeof receiveMessage>[2], carrier = 'phones') =>
  receiveMessage(
    {
      ...api.context,
      routes: api.context.messageRoutes,
      tokens: api.context.mailTokens,
      logger: silentLogger,
    },
    carrier,
    message,
  );

const receiveSms = (from: string, text: string, to: string = sharedNumber) =>
  receive(smsFrom(from, text, { to: [to] }), to === testNumber ? 'test-phones' : 'phones');

/** Returns the texts of a person that the workspace received. */
async function received(workspace: Workspace, recipient: string): Promise<string[]> {
  const query = new URLSearchParams({ recipient }).toString();
  const { body } = await send(workspace, 'GET', `/v1/api/conversations?${query}`);
  return body.data.conversations.flatMap(
    ({ messages }: { messages: { direction: string; message: string }[] }) =>
      messages.flatMap(({ direction, message }) => (direction === 'inbound' ? message : [])),
  );
}

const isOptedOut = async (workspace: Workspace, person: string) =>
  (await send(workspace, 'GET', `/v1/api/suppressions?address=${encodeURIComponent(person)}`)).body.data
    .total > 0;

/** Gives the workspace an own number, with a messaging agent that sends from it. */
async function acquire(workspace: Workspace, phoneNumber: string): Promise<string> {
  const { workspaceId, flowId } = workspace;
  await send(operator, 'PATCH', `/v1/api/workspaces/${workspaceId}`, { ownNumberPrefixes: ['+'] });
  const number = await send(workspace, 'POST', '/v1/api/telephony/numbers', { phoneNumber });
  expect(number.status).toBe(200);
  const agent = await send(workspace, 'POST', '/api/v1/agents', {
    name: 'Ada',
    type: 'messaging',
    flowId,
    phoneNumber,
  });
  expect(agent.status).toBe(200);
  await send(workspace, 'PATCH', `/api/v1/flows/${flowId}`, { agentId: agent.body.id });
  return number.body.id as string;
}

const release = async (workspace: Workspace, numberId: string) =>
  expect((await send(workspace, 'DELETE', `/v1/api/telephony/numbers/${numberId}`)).status).toBe(200);

describe('the shared sender', () => {
  it("is the operator's workspace's, and others' only if the operator allows it", async () => {
    expect(outcome(await write(operator, newPerson()))).toBe('200');
    expect(outcome(await write(first, newPerson()))).toBe('403 sender_not_allowed');
    expect(outcome(await write(first, `${newId('call')}@people.org`))).toBe('403 sender_not_allowed');
    expect(
      outcome(await send(first, 'PATCH', `/v1/api/workspaces/${first.workspaceId}`, { sharedSender: true })),
    ).toBe('403 operator_only');
    expect((await share(first.workspaceId, true)).body.sharedSender).toBe(true);
    expect(outcome(await write(first, newPerson()))).toBe('200');
  });

  it('gives the answers of a person to the one workspace with an open conversation', async () => {
    const person = newPerson();
    await share(first.workspaceId, true);
    await share(second.workspaceId, true);
    expect(outcome(await write(first, person))).toBe('200');
    expect(outcome(await write(second, person))).toBe('403 sender_in_use');
    await receiveSms(person, 'My result is positive');
    expect(await received(first, person)).toEqual(['My result is positive']);
    expect(await received(second, person)).toEqual([]);
  });

  it('belongs to one of two workspaces that write to the same person at the same time', async () => {
    const person = newPerson();
    await share(first.workspaceId, true);
    await share(second.workspaceId, true);
    const body = { to: person, autopilot: false };
    const drafts = await Promise.all(
      [first, second].map(async (workspace) => {
        const path = '/v1/api/conversations/message/generate';
        const { body: draft } = await send(workspace, 'POST', path, { ...body, flowId: workspace.flowId });
        return {
          workspace,
          path: `/v1/api/conversations/${draft.conversation_id}/messages/${draft.message_id}`,
        };
      }),
    );
    const approvals = await Promise.all(
      drafts.map(({ workspace, path }) => send(workspace, 'POST', `${path}/approve`, {})),
    );
    expect(approvals.map(outcome)).toEqual(['200', '200']);
    await sendDue();
    await receiveSms(person, 'Yes');
    const answers = await Promise.all([first, second].map((workspace) => received(workspace, person)));
    expect(answers.flat()).toEqual(['Yes']);
    const conversations = await Promise.all(
      drafts.map(({ workspace, path }) => send(workspace, 'GET', path.split('/messages')[0]!)),
    );
    const [loser] = conversations.filter((_, index) => answers[index]!.length === 0);
    expect(loser!.body.messages.at(-1)).toMatchObject({ status: 'rejected' });
    expect(loser!.body.messages.at(-1).decision.note).toContain('another workspace');
  });

  it('is free for another workspace after the conversation has ended', async () => {
    const person = newPerson();
    await share(first.workspaceId, true);
    await share(second.workspaceId, true);
    await write(first, person);
    await api.clock.advance(25 * 3_600_000);
    expect(outcome(await write(second, person))).toBe('200');
    await receiveSms(person, 'Yes');
    expect([await received(first, person), await received(second, person)]).toEqual([[], ['Yes']]);
  });

  it('gives nothing more to a workspace from which the operator took it', async () => {
    const person = newPerson();
    await share(first.workspaceId, true);
    await write(first, person);
    await share(first.workspaceId, false);
    await receiveSms(person, 'Yes');
    expect(await received(first, person)).toEqual([]);
  });

  it('of the test network is for every workspace, one at a time per person', async () => {
    expect(outcome(await write(first, '+12025550133'))).toBe('200');
    expect(outcome(await write(second, '+12025550133'))).toBe('403 sender_in_use');
    expect(outcome(await write(second, '+12025550134'))).toBe('200');
    await receiveSms('+12025550133', 'Yes', testNumber);
    expect(await received(first, '+12025550133')).toEqual(['Yes']);
  });

  it('cannot be acquired by a workspace other than that of the operator', async () => {
    for (const phoneNumber of [sharedNumber, testNumber])
      for (const more of [{}, { source: 'inventory' }]) {
        await send(operator, 'PATCH', `/v1/api/workspaces/${first.workspaceId}`, {
          ownNumberPrefixes: ['+'],
        });
        const body = { phoneNumber, ...more };
        const { status } = await send(first, 'POST', '/v1/api/telephony/numbers', body);
        expect([phoneNumber, more, status >= 400]).toEqual([phoneNumber, more, true]);
      }
  });

  it('may be a number that the operator owns', async () => {
    const owned = await send(operator, 'POST', '/v1/api/telephony/numbers', { phoneNumber: sharedNumber });
    expect(owned.status).toBe(200);
    const person = newPerson();
    await share(first.workspaceId, true);
    await write(first, person);
    expect(outcome(await write(operator, person))).toBe('403 sender_in_use');
    await receiveSms(person, 'Yes');
    expect([await received(first, person), await received(operator, person)]).toEqual([['Yes'], []]);
    await release(operator, owned.body.id);
  });

  it('is checked across workspaces without showing another workspace to the rest of the transaction', async () => {
    const check = `select parley_may_share_sender($1, $2, true) as "mayShare", parley_is_sender_in_use($1, $2, true, $3, now()) as "isInUse"`;
    const rows = await api.database.inWorkspace(first.workspaceId).transaction(async (tx) => {
      await tx.rows({ text: check }, [second.workspaceId, testNumber, newPerson()]);
      return tx.rows<{ id: string }>({ text: 'select id from workspaces' });
    });
    expect(rows).toEqual([{ id: first.workspaceId }]);
  });

  it('of email: an unsigned email joins no conversation if several workspaces have one with its sender', async () => {
    const person = 'ada@people.org';
    await share(first.workspaceId, true);
    await share(second.workspaceId, true);
    await write(first, person);
    await receive(emailFrom(person, 'To the first', { to: [sharedMailbox] }), 'mail');
    expect(await received(first, person)).toEqual(['To the first']);
    expect(outcome(await write(second, person))).toBe('200');
    await receive(emailFrom(person, 'To whom?', { to: [sharedMailbox] }), 'mail');
    expect([await received(first, person), await received(second, person)]).toEqual([['To the first'], []]);
  });
});

describe('a number', () => {
  it('that moved to another workspace brings its messages there', async () => {
    const phoneNumber = '+14155550001';
    const [known, stranger] = [newPerson(), newPerson()];
    const numberId = await acquire(first, phoneNumber);
    await write(first, known);
    await receiveSms(known, 'Yes', phoneNumber);
    expect(await received(first, known)).toEqual(['Yes']);
    await release(first, numberId);
    await acquire(second, phoneNumber);
    await receiveSms(known, 'For the new owner', phoneNumber);
    await receiveSms(stranger, 'Hello', phoneNumber);
    expect([await received(first, known), await received(second, known)]).toEqual([
      ['Yes'],
      ['For the new owner'],
    ]);
    expect(await received(second, stranger)).toEqual(['Hello']);
    await receiveSms(known, 'STOP', phoneNumber);
    expect([await isOptedOut(first, known), await isOptedOut(second, known)]).toEqual([true, true]);
    await receiveSms(known, 'START', phoneNumber);
    expect([await isOptedOut(first, known), await isOptedOut(second, known)]).toEqual([true, false]);
  });

  it('to which a stranger wrote is the sender of the reply of a person', async () => {
    const phoneNumber = '+14155550003';
    const stranger = newPerson();
    await send(operator, 'PATCH', `/v1/api/workspaces/${first.workspaceId}`, { ownNumberPrefixes: ['+'] });
    await send(first, 'POST', '/v1/api/telephony/numbers', { phoneNumber });
    await receiveSms(stranger, 'Are you open?', phoneNumber);
    expect(await received(operator, stranger)).toEqual([]);
    const path = '/v1/api/conversations';
    const { body } = await send(first, 'GET', `${path}?attention=unassigned`);
    expect(body.data).toMatchObject({
      total: 1,
      conversations: [{ pathwayId: '', attention: 'unassigned' }],
    });
    const conversationId: string = body.data.conversations[0]._id;
    const tasks = async () =>
      (await send(first, 'GET', `/v1/api/tasks?conversationId=${conversationId}`)).body.data.tasks;
    expect(await tasks()).toMatchObject([{ kind: 'inbound_message', status: 'open', address: stranger }]);
    const reply = { message: 'Yes, until six.' };
    expect(outcome(await send(first, 'POST', `${path}/${conversationId}/messages`, reply))).toBe('200');
    await sendDue();
    const { messages, attention } = (await send(first, 'GET', `${path}/${conversationId}`)).body;
    expect(messages.at(-1)).toMatchObject({ sent: true, from: phoneNumber });
    expect(attention).toBeNull();
    expect(await tasks()).toMatchObject([{ status: 'done' }]);
    expect((await send(first, 'GET', `${path}?attention=any`)).body.data.total).toBe(0);
    // The answer joins the conversation, and needs a person again.
    await receiveSms(stranger, 'Thanks. And on Sunday?', phoneNumber);
    expect(await received(first, stranger)).toEqual(['Are you open?', 'Thanks. And on Sunday?']);
    expect(await tasks()).toMatchObject([{ status: 'open' }, { status: 'done' }]);
  });

  it('that was released is no one’s, but STOP still reaches the former owner', async () => {
    const phoneNumber = '+14155550002';
    const person = newPerson();
    const numberId = await acquire(first, phoneNumber);
    await write(first, person);
    await release(first, numberId);
    await receiveSms(person, 'Yes', phoneNumber);
    expect(await received(first, person)).toEqual([]);
    const { body } = await send(
      first,
      'GET',
      `/v1/api/conversations?recipient=${encodeURIComponent(person)}`,
    );
    const path = `/v1/api/conversations/${body.data.conversations[0]._id}/messages`;
    expect(outcome(await send(first, 'POST', path, { message: 'Still there?' }))).toBe(
      '403 sender_not_allowed',
    );
    await receiveSms(person, 'STOP', phoneNumber);
    expect(await isOptedOut(first, person)).toBe(true);
  });
});
