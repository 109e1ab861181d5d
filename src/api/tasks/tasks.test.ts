import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { eventsOf, generate, seedMessageFlow } from '../../../test/support/conversations.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { endCall, type EndedCall } from '../../calls/end-call.ts';
import { newId } from '../../core/ids.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { openTask, type NewTask } from '../../store/tasks.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const scope = () => api.database.inWorkspace(api.workspaceId);
const send = (method: 'GET' | 'PATCH', path: string, body?: object, workspace = api.workspaceId) =>
  api.send(method, `/v1/api/tasks${path}`, { workspace, body });
const list = async (query: string): Promise<{ id: string }[]> => (await send('GET', query)).body.data.tasks;
const tomorrow = new Date(noon.getTime() + 86_400_000);

async function seedEndedCall(changes: Partial<EndedCall>): Promise<string> {
  const { id: callId, workspaceId } = await seedCall(api.database, api, {
    toNumber: '+12025550112',
    customer: { name: 'Ada Lovelace' },
  });
  const key = { workspaceId, callId };
  await recordCallChange(scope(), { ...key, from: ['queued'], to: 'dialing', at: noon });
  await recordCallChange(scope(), { ...key, from: ['dialing'], to: 'in_progress', at: noon });
  await endCall(scope(), {
    ...key,
    endReason: 'agent_hangup',
    at: noon,
    disposition: { code: 'answered', status: 'completed' },
    ...changes,
  });
  return callId;
}

const seedTask = async (changes: Partial<NewTask> = {}): Promise<string> => {
  const conversationId = newId('conversation');
  const task = {
    kind: 'agent_failed',
    reason: 'It failed.',
    address: '+12025550100',
    conversationId,
  } as const;
  await openTask(scope(), { ...task, workspaceId: api.workspaceId, at: noon, ...changes });
  const [found] = await list(`?conversationId=${changes.conversationId ?? conversationId}`);
  return found!.id;
};

describe('the task of a call', () => {
  it('is a callback at the agreed time, which no agent dials', async () => {
    const notes = 'Asked to speak to a person.';
    const callId = await seedEndedCall({
      disposition: { code: 'callback_scheduled', status: 'completed', scheduledAt: tomorrow, notes },
      transferRequested: true,
      task: { kind: 'callback', reason: notes },
    });
    const tasks = await list(`?callId=${callId}`);
    expect(tasks).toEqual([
      {
        id: expect.stringMatching(/^task_/),
        kind: 'callback',
        status: 'open',
        reason: notes,
        dueAt: tomorrow.toISOString(),
        assignee: null,
        address: '+12025550112',
        customerName: 'Ada Lovelace',
        links: {
          callId,
          dispositionId: expect.stringMatching(/^disp_/),
          conversationId: null,
          messageId: null,
        },
        note: '',
        doneAt: null,
        doneBy: null,
        createdAt: noon.toISOString(),
        updatedAt: noon.toISOString(),
      },
    ]);
    const events = await eventsOf(api);
    const created = events.find(({ type }) => type === 'task.created')!;
    expect(created.data).toMatchObject({ taskId: tasks[0]!.id, kind: 'callback', links: { callId } });
    const disposition = events.find(({ type }) => type === 'disposition.created')!;
    expect(disposition.data).toMatchObject({ status: 'completed', notes, transferRequested: true });
    const { body } = await api.send('GET', `/api/v1/calls/${callId}`);
    expect(body).toMatchObject({ notes, transferRequested: true });
  });

  it('is created once, even if the end is recorded twice', async () => {
    const callId = await seedEndedCall({ task: { kind: 'person_requested', reason: 'Asked.' } });
    await openTask(scope(), {
      workspaceId: api.workspaceId,
      callId,
      kind: 'agent_failed',
      reason: 'Again.',
      address: '+12025550112',
      at: noon,
    });
    expect(await list(`?callId=${callId}`)).toMatchObject([{ kind: 'person_requested', dueAt: null }]);
  });
});

describe('the task of a message', () => {
  it.each([
    ['approve', { message: 'Hello.' }],
    ['reject', { reason: 'Too long.' }],
  ])('that waits for approval is done after %s', async (action, body) => {
    const flow = await seedMessageFlow(api, { name: action });
    const { conversation_id: conversationId, message_id: messageId } = (await generate(api, flow.id)).body;
    const [task] = await list(`?conversationId=${conversationId}`);
    expect(task).toMatchObject({ kind: 'approval', status: 'open', links: { conversationId, messageId } });
    const path = `/v1/api/conversations/${conversationId}/messages/${messageId}/${action}`;
    const { status } = await api.send('POST', path, { workspace: api.workspaceId, body });
    expect(status).toBe(200);
    const { body: done } = await send('GET', `/${task!.id}`);
    expect(done).toMatchObject({ status: 'done', doneBy: expect.stringMatching(/^key_/) });
  });
});

describe('the task of a conversation', () => {
  it('is done when a person takes the conversation over, except a promised call', async () => {
    const flow = await seedMessageFlow(api, { name: 'Takeover' });
    const { conversation_id: conversationId } = (await generate(api, flow.id, { to: '+12025550141' })).body;
    await seedTask({ conversationId, kind: 'person_requested' });
    await seedTask({ conversationId, kind: 'callback', dueAt: tomorrow });
    const path = `/v1/api/conversations/${conversationId}/takeover`;
    await api.send('POST', path, { workspace: api.workspaceId });
    const open = await list(`?conversationId=${conversationId}&status=open`);
    expect(open.map((task) => (task as unknown as { kind: string }).kind)).toEqual(['callback', 'approval']);
  });
});

describe('GET /v1/api/tasks', () => {
  it('filters by kind, status, assignee, customer and due time', async () => {
    const address = 'ada@people.org';
    const id = await seedTask({ kind: 'callback', address, dueAt: tomorrow });
    await send('PATCH', `/${id}`, { assignee: 'Grace Hopper' });
    const filters = [
      'kind=callback',
      'status=open',
      'assignee=Grace%20Hopper',
      'address=ADA@people.org',
      `dueFrom=${tomorrow.toISOString()}&dueTo=${tomorrow.toISOString()}`,
    ];
    expect((await list(`?${filters.join('&')}`)).map((task) => task.id)).toEqual([id]);
    expect(await list(`?address=${address}&status=done`)).toEqual([]);
    expect(await list(`?address=${address}&kind=approval`)).toEqual([]);
    expect(await list(`?address=${address}&dueTo=${noon.toISOString()}`)).toEqual([]);
  });

  it('returns pages with a cursor, and rejects unknown values', async () => {
    for (let count = 0; count < 3; count += 1) await seedTask({ address: '+12025550149' });
    const first = await send('GET', '?address=%2B12025550149&limit=2');
    expect(first.body.data).toMatchObject({ total: 3, totalPages: 2 });
    const rest = await send('GET', `?address=%2B12025550149&limit=2&cursor=${first.body.data.nextCursor}`);
    expect(rest.body.data.tasks).toHaveLength(1);
    expect((await send('GET', '?kind=holiday')).body.error.code).toBe('invalid_query');
  });
});

describe('PATCH /v1/api/tasks/{taskId}', () => {
  it('assigns, annotates, reschedules and finishes; a finished task keeps who finished it', async () => {
    const id = await seedTask();
    const assigned = await send('PATCH', `/${id}`, {
      assignee: 'usr_1',
      note: 'Called twice.',
      dueAt: '2026-01-07T10:00:00+01:00',
    });
    expect(assigned.body).toMatchObject({
      status: 'open',
      assignee: 'usr_1',
      note: 'Called twice.',
      dueAt: '2026-01-07T09:00:00.000Z',
    });
    const done = await send('PATCH', `/${id}`, { status: 'done', assignee: null, dueAt: null });
    expect(done.body).toMatchObject({
      status: 'done',
      assignee: null,
      dueAt: null,
      note: 'Called twice.',
      doneAt: noon.toISOString(),
      doneBy: expect.stringMatching(/^key_/),
    });
    await api.clock.advance(1_000);
    expect((await send('PATCH', `/${id}`, { status: 'done' })).body.doneAt).toBe(noon.toISOString());
  });

  it('reopens a task, which the audit log shows', async () => {
    const id = await seedTask();
    const done = await send('PATCH', `/${id}`, { status: 'done', assignee: 'usr_1' });
    const reopened = await send('PATCH', `/${id}`, { status: 'open' });
    expect(reopened.body).toMatchObject({ status: 'open', doneAt: null, doneBy: null, assignee: 'usr_1' });
    expect((await list('?status=open')).map((task) => task.id)).toContain(id);
    const { body } = await api.send('GET', '/v1/api/audit-log?action=updateTask&limit=1');
    expect(body.data.entries).toMatchObject([
      {
        subjectId: id,
        details: {
          before: { status: 'done', doneBy: done.body.doneBy },
          after: { status: 'open', doneBy: null, assignee: 'usr_1' },
        },
      },
    ]);
    expect((await send('PATCH', `/${id}`, { status: 'open' })).status).toBe(200);
  });

  it('does not reopen a task if another of its kind is open for the conversation', async () => {
    const flow = await seedMessageFlow(api, { name: 'Reopen' });
    const { conversation_id: conversationId } = (await generate(api, flow.id, { to: '+12025550142' })).body;
    const first = await seedTask({ conversationId, at: tomorrow });
    await send('PATCH', `/${first}`, { status: 'done' });
    const second = await seedTask({ conversationId, at: new Date(tomorrow.getTime() + 1) });
    const rejected = await send('PATCH', `/${first}`, { status: 'open' });
    expect([rejected.status, rejected.body.error.code]).toEqual([400, 'task_repeated']);
    await send('PATCH', `/${second}`, { status: 'done' });
    expect((await send('PATCH', `/${first}`, { status: 'open' })).status).toBe(200);
  });

  it.each([
    [{ status: 'closed' }],
    [{ note: 'x'.repeat(2_001) }],
    [{ assignee: '' }],
    [{ kind: 'callback' }],
  ])('rejects %j', async (body) => {
    const { status } = await send('PATCH', `/${await seedTask()}`, body);
    expect(status).toBe(400);
  });

  it('is task_not_found for an unknown task, and for a task of another workspace', async () => {
    const id = await seedTask();
    const other = await seedOtherWorkspace(api);
    for (const [taskId, workspace, key] of [
      [newId('task'), api.workspaceId, api.key],
      [id, other.workspaceId, other.key],
    ] as const)
      for (const method of ['GET', 'PATCH'] as const) {
        const options = { workspace, key, ...(method === 'PATCH' && { body: { note: 'x' } }) };
        const { status, body } = await api.send(method, `/v1/api/tasks/${taskId}`, options);
        expect([status, body.error.code]).toEqual([404, 'task_not_found']);
      }
  });
});
