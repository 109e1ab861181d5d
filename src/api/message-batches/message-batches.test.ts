import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestResponse } from '../../../test/support/api.ts';
import { callees, sendCsv } from '../../../test/support/batches.ts';
import { seedMessageFlow } from '../../../test/support/conversations.ts';
import { BatchMessenger, messageBatchesPath } from '../../../test/support/message-batches.ts';
import type { MessageRoute } from '../../messaging/sending/message-routes.ts';

const messageRoutes: readonly MessageRoute[] = (['test', 'all'] as const).flatMap((carries) => [
  { carrier: 'test-phones', channel: 'sms', from: '+12025550199', fromName: '', carries },
  { carrier: 'test-mailboxes', channel: 'email', from: 'parley@example.com', fromName: '', carries },
]);

let api: TestApi;
let messenger: BatchMessenger;
let flowId: string;

beforeAll(async () => {
  api = await createTestApi({ messageRoutes });
  await api.database.asSystem().execute({ text: 'update workspaces set shared_sender = true' });
});
afterAll(() => api.close());

beforeEach(async () => {
  messenger = new BatchMessenger(api);
  flowId = (await seedMessageFlow(api)).id;
});
// The conversations of one test must not be joined or block the sender in the next one.
afterEach(async () => {
  const text = `update conversations set closed_at = created_at where closed_at is null`;
  await api.database.asSystem().execute({ text });
  await api.database.asSystem().execute({ text: 'delete from jobs' });
  await api.database.asSystem().execute({ text: 'delete from suppressions' });
  await api.database.asSystem().execute({ text: 'delete from message_paces' });
});

const rowsTo = (numbers: readonly string[]) =>
  numbers.map((phone_number, index) => ({ phone_number, name: `Ada ${index}`, visit: `${index} o'clock` }));

const post = (path: string, body?: object, key?: string): Promise<TestResponse> =>
  api.send('POST', `${messageBatchesPath}${path}`, {
    ...(body && { body }),
    ...(key !== undefined && { key }),
  });

const get = (path: string): Promise<TestResponse> => api.send('GET', `${messageBatchesPath}${path}`);

/** Starts a batch to the first numbers of the test network. */
async function start(count: number, changes: object = {}): Promise<TestResponse> {
  return post('', {
    flowId,
    rows: rowsTo(callees(count)),
    messagesPerSecond: 100,
    allowRepeat: true,
    ...changes,
  });
}

async function startedId(count: number, changes: object = {}): Promise<string> {
  const { status, body } = await start(count, changes);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.batchId;
}

const progressOf = async (batchId: string) => (await get(`/${batchId}/status`)).body;
const messagesOf = async (batchId: string) =>
  (await get(`/${batchId}/messages?limit=1000`)).body.data.messages;

const eventsOf = (batchId: string) =>
  api.database
    .inWorkspace(api.workspaceId)
    .rows<{ type: string; data: Record<string, unknown> }>(
      { text: 'select type, data from events where workspace_id = $1 and subject_id = $2 order by sequence' },
      [api.workspaceId, batchId],
    );

describe('a list with one approval', () => {
  it('waits for the approval and shows the first ten messages', async () => {
    const { body } = await start(12);
    expect(body).toMatchObject({ status: 'pending_approval', validRows: 12, total: 12, pending: 12 });
    expect(body.firstMessages).toHaveLength(10);
    expect(body.firstMessages[1]).toEqual({
      row: 2,
      to: '+12025550101',
      subject: null,
      message: "Hello Ada 1, your visit is at 1 o'clock.",
      segments: 1,
      missingVariables: [],
      fault: null,
    });
    await messenger.advance(120, 60);
    expect(messenger.received).toEqual([]);
    expect((await get(`/${body.batchId}`)).body.firstMessages).toEqual(body.firstMessages);
  });

  it('sends all messages after one approval, each once, with the texts that were shown', async () => {
    const { body: started } = await start(12, { metadata: { list: 'north' } });
    const path = `/${started.batchId}`;
    await api.send('PATCH', `/api/v1/flows/${flowId}`, { body: { initiationMessage: 'Changed since.' } });
    const { body: approved } = await post(`${path}/approve`);
    expect(approved).toMatchObject({
      status: 'scheduled',
      approvedBy: expect.any(String),
      firstMessages: [],
    });
    await messenger.advance(5);
    expect(messenger.received.toSorted()).toEqual(callees(12));
    expect(await progressOf(started.batchId)).toMatchObject({
      status: 'completed',
      completed: 12,
      percent: 100,
      etaSeconds: 0,
    });
    const messages = await messagesOf(started.batchId);
    expect(messages.slice(0, 10).map(({ message }: { message: string }) => message)).toEqual(
      started.firstMessages.map(({ message }: { message: string }) => message),
    );
    const { conversationId, messageId, jobId } = messages[0];
    const { body: conversation } = await api.send('GET', `/v1/api/conversations/${conversationId}`, {
      workspace: api.workspaceId,
    });
    expect(conversation.messages[0]).toMatchObject({
      _id: messageId,
      status: 'sent',
      metadata: { list: 'north', batchId: started.batchId, jobId },
    });
    expect((await eventsOf(started.batchId)).map(({ type }) => type)).toEqual([
      'message_batch.approval_required',
      'message_batch.started',
      'message_batch.completed',
    ]);
  });

  it('rejects a second approval', async () => {
    const batchId = await startedId(1);
    expect((await post(`/${batchId}/approve`)).status).toBe(200);
    const { status, body } = await post(`/${batchId}/approve`);
    expect([status, body.error.code]).toEqual([400, 'batch_not_awaiting_approval']);
    expect((await post(`/${batchId}/pause`)).status).toBe(200);
    expect((await post(`/${batchId}/approve`)).status).toBe(400);
  });

  it('sends nothing if the batch is cancelled instead', async () => {
    const batchId = await startedId(3);
    const { body } = await api.send('DELETE', `${messageBatchesPath}/${batchId}`);
    expect(body).toMatchObject({ status: 'cancelled', cancelled: 3, pending: 0 });
    expect((await post(`/${batchId}/approve`)).body.error.code).toBe('batch_not_awaiting_approval');
    await messenger.advance(5);
    expect(messenger.received).toEqual([]);
  });
});

describe('approval of each message or of none', () => {
  it('creates drafts with `each`, which users approve one by one', async () => {
    const batchId = await startedId(2, { approval: 'each' });
    await messenger.advance(2);
    expect(await progressOf(batchId)).toMatchObject({
      status: 'running',
      pendingApproval: 2,
      etaSeconds: null,
    });
    const [first, second] = await messagesOf(batchId);
    const pathOf = ({ conversationId, messageId }: Record<string, string>) =>
      `/v1/api/conversations/${conversationId}/messages/${messageId}`;
    const workspace = api.workspaceId;
    await api.send('POST', `${pathOf(first)}/approve`, { workspace, body: {} });
    await api.send('POST', `${pathOf(second)}/reject`, { workspace, body: { reason: 'Has moved.' } });
    await messenger.advance(60, 30);
    expect(messenger.received).toEqual([callees(1)[0]]);
    expect(await progressOf(batchId)).toMatchObject({ status: 'completed', completed: 1, cancelled: 1 });
    expect((await messagesOf(batchId))[1]).toMatchObject({ status: 'cancelled', detail: 'Has moved.' });
  });

  it('sends at the rate of the batch, which all batches of a sender share', async () => {
    const slow = { approval: 'none', messagesPerSecond: 1 };
    const first = await startedId(4, slow);
    const second = await startedId(4, { ...slow, rows: rowsTo(callees(8).slice(4)) });
    await messenger.runDue();
    expect(messenger.received).toHaveLength(1);
    await messenger.advance(3);
    expect(messenger.received).toHaveLength(4);
    await messenger.advance(20);
    expect(messenger.received.toSorted()).toEqual(callees(8));
    for (const id of [first, second]) expect((await progressOf(id)).status).toBe('completed');
  });
});

describe('quiet hours', () => {
  // It is noon in UTC: 7:00 in New York, 21:00 in Tokyo.
  const rows = [
    { phone_number: '+12126000142', name: 'Ada' },
    { phone_number: '+442076000142', name: 'Grace' },
    { phone_number: '+81312345678', name: 'Yuki' },
  ];

  it('delay messages to real people at night in their time zone', async () => {
    const batchId = await startedId(0, { rows, approval: 'none' });
    await messenger.advance(2);
    expect(messenger.received).toEqual(['+442076000142']);
    const progress = await progressOf(batchId);
    expect(progress).toMatchObject({
      status: 'running',
      pending: 2,
      waitingUntil: '2026-01-05T13:00:00.000Z',
    });
    await messenger.advance(3660, 60);
    expect(messenger.received).toEqual(['+442076000142', '+12126000142']);
    await messenger.advance(11 * 3600, 600);
    expect(messenger.received).toEqual(['+442076000142', '+12126000142', '+81312345678']);
    expect((await progressOf(batchId)).status).toBe('completed');
  });

  it('of the request replace the default, and can drop messages', async () => {
    const nowHour = new Date(api.clock.now()).getUTCHours();
    const hour = (offset: number) => `${String((nowHour + offset + 24) % 24).padStart(2, '0')}:00`;
    const quietHours = { start: hour(-1), end: hour(2), timezone: 'Europe/London', policy: 'drop' };
    const batchId = await startedId(1, { approval: 'none', quietHours });
    await messenger.advance(2);
    expect(messenger.received).toEqual([]);
    expect((await messagesOf(batchId))[0]).toMatchObject({ status: 'skipped', skipReason: 'quiet_hours' });
    expect((await progressOf(batchId)).status).toBe('completed');
  });

  it('also delay a message whose carrier was unavailable until night', async () => {
    const quietHours = { start: '21:00', end: '08:00', timezone: 'UTC' };
    const until = (hour: number) => {
      const now = new Date(api.clock.now());
      const target = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, hour);
      return api.clock.advance(target - now.getTime());
    };
    await until(20);
    await api.clock.advance(59 * 60_000 + 50_000);
    messenger.sms.next({ type: 'fail', failure: 'unavailable', retryAfterMs: 30_000 });
    const batchId = await startedId(1, { approval: 'none', quietHours });
    await messenger.runDue();
    await messenger.advance(300, 60);
    expect(messenger.received).toEqual([]);
    expect((await messagesOf(batchId))[0]).toMatchObject({
      status: 'in_progress',
      messageStatus: 'scheduled',
    });
    await messenger.advance(12 * 3600, 1800);
    expect(messenger.received).toHaveLength(1);
  });
});

describe('recipients who opted out', () => {
  const suppress = (address: string) =>
    api.send('POST', '/v1/api/suppressions', {
      workspace: api.workspaceId,
      body: { address, channel: 'sms', reason: 'Asked for no more.' },
    });

  it('are skipped, at the start and after it', async () => {
    const [first, second, third] = callees(3) as [string, string, string];
    await suppress(first);
    const { body } = await start(3);
    expect(body).toMatchObject({ validRows: 2, suppressedRows: 1, skipped: 1 });
    await suppress(second);
    await post(`/${body.batchId}/approve`);
    await messenger.advance(3);
    expect(messenger.received).toEqual([third]);
    expect(await progressOf(body.batchId)).toMatchObject({ status: 'completed', skipped: 2, completed: 1 });
  });

  it('reject a list of which nobody is left', async () => {
    await suppress(callees(1)[0]!);
    const { status, body } = await start(1);
    expect([status, body.error.code]).toEqual([400, 'batch_nothing_to_send']);
  });
});

describe('pause, resume and cancel', () => {
  it('stop and continue between two messages', async () => {
    const batchId = await startedId(6, { approval: 'none', messagesPerSecond: 1 });
    await messenger.advance(2);
    const sent = messenger.received.length;
    expect((await post(`/${batchId}/pause`)).body).toMatchObject({ status: 'paused', completed: sent });
    await messenger.advance(10);
    expect(messenger.received).toHaveLength(sent);
    expect((await post(`/${batchId}/resume`)).body.status).toBe('running');
    await messenger.advance(10);
    expect(messenger.received.toSorted()).toEqual(callees(6));
  });

  it('cancel in the middle leaves the rest unsent, also messages that wait for the carrier', async () => {
    const batchId = await startedId(6, { approval: 'none', messagesPerSecond: 1 });
    messenger.sms.next({ type: 'fail', failure: 'unavailable', retryAfterMs: 60_000 });
    await messenger.advance(2);
    const sent = messenger.received.length;
    const { body } = await api.send('DELETE', `${messageBatchesPath}/${batchId}`);
    expect(body).toMatchObject({ status: 'cancelled', completed: sent, cancelled: 6 - sent, inProgress: 0 });
    await messenger.advance(120, 30);
    expect(messenger.received).toHaveLength(sent);
    const again = await api.send('DELETE', `${messageBatchesPath}/${batchId}`);
    expect([again.status, again.body.status]).toEqual([200, 'cancelled']);
    expect((await post(`/${batchId}/resume`)).body.error.code).toBe('batch_ended');
  });

  it('a flow that is archived pauses its batch', async () => {
    const batchId = await startedId(2, { approval: 'none', scheduledAt: inSeconds(60) });
    await api.send('PATCH', `/api/v1/flows/${flowId}`, { body: { status: 'archived' } });
    await messenger.advance(61, 61);
    const { body } = await get(`/${batchId}`);
    expect(body).toMatchObject({ status: 'paused', statusDetail: expect.stringContaining('not active') });
    await api.send('PATCH', `/api/v1/flows/${flowId}`, { body: { status: 'active' } });
    await post(`/${batchId}/resume`);
    await messenger.advance(3);
    expect(messenger.received.toSorted()).toEqual(callees(2));
  });
});

const inSeconds = (seconds: number) => new Date(api.clock.now() + seconds * 1000).toISOString();

describe('files', () => {
  it('are read as CSV with the columns of calls', async () => {
    const file = `phone_number;Name;Visit;scheduled_at\n+12025550101;Ada;ten;${inSeconds(60)}\n+12025550102;Grace;;\n`;
    const { body } = await sendCsv(api, messageBatchesPath, file, { flowId, approval: 'none' });
    expect(body).toMatchObject({ validRows: 2, variablesMissing: [], encoding: 'utf-8' });
    expect(body.warnings.map(({ code, path }: Record<string, string>) => [code, path])).toEqual([
      ['empty_cells', 'columns.visit'],
    ]);
    await messenger.advance(2);
    expect(messenger.received).toEqual(['+12025550102']);
    await messenger.advance(60, 30);
    expect(messenger.sms.accepted.map(({ text }) => text)).toEqual([
      'Hello Grace, your visit is at.',
      'Hello Ada, your visit is at ten.',
    ]);
  });

  it('of emails have the recipients in the column email', async () => {
    const flow = await seedMessageFlow(api, { channel: 'email', subject: 'Visit of {{customer.name}}' });
    const file =
      'email,name,visit,phone_number\nADA@example.com,Ada,ten,+12025550101\nada@example.com,Ada,ten,\n';
    const { body } = await sendCsv(api, messageBatchesPath, file, { flowId: flow.id });
    expect(body).toMatchObject({ channel: 'email', validRows: 1, duplicateRows: 1 });
    expect(body.firstMessages).toEqual([
      expect.objectContaining({ to: 'ada@example.com', subject: 'Visit of Ada' }),
    ]);
    await post(`/${body.batchId}/approve`);
    await messenger.advance(2);
    expect(messenger.received).toEqual(['ada@example.com']);
    const missing = await post('', { flowId: flow.id, rows: rowsTo(callees(1)) });
    expect([missing.status, missing.body.error.code]).toEqual([400, 'csv_missing_email_column']);
    const wrong = await post('', { flowId: flow.id, rows: [{ email: 'nobody' }, { email: '' }] });
    expect(wrong.body.error.fields.map(({ path, code }: Record<string, string>) => [path, code])).toEqual([
      ['rows[1].email', 'invalid_email'],
      ['rows[2].email', 'missing_email'],
    ]);
  });

  it('are validated with the faults, the missing columns and the first rows', async () => {
    const rows = [
      { phone_number: '+12025550101' },
      { phone_number: '123' },
      { phone_number: '+12025550101' },
    ];
    const { status, body } = await post('/validate', { flowId, rows });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      valid: false,
      totalRows: 3,
      validRows: 1,
      invalidRows: 1,
      duplicateRows: 1,
      repeatOf: null,
      channel: 'sms',
      variablesMissing: ['name', 'visit'],
      errors: [{ row: 2, column: 'phone_number', code: 'invalid_number' }],
      duplicates: [{ row: 3, firstRow: 1, recipient: '+12025550101' }],
      recipients: ['+12025550101', null, '+12025550101'],
      firstMessages: [
        { row: 1, to: '+12025550101', segments: 1, missingVariables: ['customer.name', 'visit'] },
      ],
    });
    expect(body.warnings[0]).toMatchObject({
      code: 'missing_column',
      message: expect.stringContaining('written'),
    });
    const rejected = await post('/validate', { flowId, rows, format: 'csv' });
    expect(rejected.bytes.toString()).toMatch(
      /^\uFEFFparley_row,parley_error,phone_number\r\n2,"?phone_number: [^\r]*"?,123\r\n$/,
    );
    const preview = await post('/preview', { rows, limit: 1 });
    expect(preview.body).toMatchObject({ totalRows: 3, recipients: ['+12025550101'] });
    const template = await get(`/template?flowId=${flowId}`);
    expect(template.bytes.toString().split('\r\n')[0]).toBe(
      'phone_number,name,email,timezone,external_id,visit',
    );
  });

  it('are rejected a second time within 24 hours', async () => {
    const body = { flowId, rows: rowsTo(callees(2)) };
    const { body: first } = await post('', body);
    const again = await post('', body);
    expect([again.status, again.body.error.code]).toEqual([400, 'batch_repeated']);
    expect(again.body.error.message).toContain(first.batchId);
    const sameNumbers = await post('', { flowId, rows: rowsTo(callees(2).toReversed()) });
    expect(sameNumbers.body.error.code).toBe('batch_repeated');
    expect((await post('/validate', body)).body.repeatOf).toBe(first.batchId);
    const otherFlow = (await seedMessageFlow(api)).id;
    const { body: other } = await post('', { ...body, flowId: otherFlow });
    const more = { flowId: otherFlow, rows: rowsTo(callees(3)) };
    const { warnings } = (await post('/validate', more)).body;
    expect(warnings.at(-1)).toMatchObject({ code: 'in_recent_batch', column: 'phone_number', rows: 2 });
    expect(warnings.at(-1).message).toBe(
      `Rows 1 and 2 have recipients of ${other.batchId} that this flow started within 24 hours. They are written to again.`,
    );
    expect((await post('', more)).body.warnings).toEqual(warnings);
    await api.send('DELETE', `${messageBatchesPath}/${first.batchId}`);
    expect((await post('', body)).status).toBe(200);
  });

  it.each([
    ['an invalid row', () => ({ rows: [{ phone_number: '123' }] }), 'batch_rows_invalid'],
    ['no column of numbers', () => ({ rows: [{ name: 'Ada' }] }), 'csv_missing_phone_column'],
    ['an empty file', () => ({ csv: '' }), 'csv_empty'],
    [
      'a cell of 1 MB',
      () => ({ csv: `phone_number,visit\n+12025550101,${'x'.repeat(1_000_000)}` }),
      'csv_too_large',
      400,
    ],
    ['a call flow', () => ({ flowId: api.flow.id, rows: rowsTo(callees(1)) }), 'flow_not_found', 404],
    [
      'an unknown flow',
      () => ({ flowId: 'flow_01KAT3Q5H8Z6T4N2R0V7W9X1Y3', rows: rowsTo(callees(1)) }),
      'flow_not_found',
      404,
    ],
    ['an unknown field', () => ({ rows: rowsTo(callees(1)), callsPerSecond: 2 }), 'invalid_request'],
    ['no file', () => ({}), 'invalid_request'],
  ])('are rejected with %s', async (_name, body, code, expectedStatus = 400) => {
    const { status, body: response } = await post('', { flowId, ...body() });
    expect([status, response.error.code]).toEqual([expectedStatus, code]);
    expect((await get(`?flowId=${flowId}`)).body.data.total).toBe(0);
  });

  it('need a carrier for their recipients', async () => {
    const bare = await createTestApi();
    await bare.database.asSystem().execute({ text: 'update workspaces set shared_sender = true' });
    const flow = await seedMessageFlow(bare);
    const body = { flowId: flow.id, rows: [{ phone_number: '+12126000142' }] };
    const response = await bare.send('POST', messageBatchesPath, { body });
    expect([response.status, response.body.error.code]).toEqual([400, 'no_message_carrier']);
    await bare.close();
  });

  it('skip invalid rows on request, and export what happened', async () => {
    const rows = [{ phone_number: '123', name: '=1+1' }, ...rowsTo(callees(1))];
    const batchId = await startedId(0, { rows, onInvalidRows: 'skip', approval: 'none' });
    await messenger.advance(3);
    const { bytes } = await get(`/${batchId}/messages?format=csv`);
    const [header, skipped, sent] = bytes.toString().split('\r\n') as [string, string, string];
    expect(header).toMatch(/^row,to,name,external_id,status,reply,message_status.*,visit$/);
    expect(skipped).toContain(`1,123,'=1+1,,skipped,,,invalid_row`);
    expect(sent).toContain(`+12025550100,Ada 0,,completed,,sent`);
    const excel = await get(`/${batchId}/messages?format=csv&excel=true&locale=de-DE`);
    expect(excel.bytes.toString()).toMatch(/^\uFEFFrow;to;name;.*;visit;time_zone\r\n1;123;'=1\+1;/);
    expect((await get(`/${batchId}/messages?excel=true`)).status).toBe(400);
  });
});

describe('messages that fail', () => {
  it('are counted, and sent again once by request', async () => {
    const batchId = await startedId(3, { approval: 'none' });
    const reject = { type: 'fail', failure: 'refused' } as const;
    messenger.sms.next(reject, { type: 'fail', failure: 'unknown' });
    await messenger.advance(4);
    expect(await progressOf(batchId)).toMatchObject({ status: 'completed', completed: 1, failed: 2 });
    const { status, body } = await post(`/${batchId}/retry-failed`, { name: 'Second try' });
    expect([status, body]).toEqual([
      200,
      { batchId: expect.any(String), failed: 1, toSend: 1, suppressedRows: 0 },
    ]);
    const repeated = await post(`/${batchId}/retry-failed`);
    expect(repeated.body.error.code).toBe('batch_repeated');
    await messenger.advance(4);
    expect(await progressOf(body.batchId)).toMatchObject({ status: 'completed', completed: 1 });
    expect((await get(`/${body.batchId}`)).body).toMatchObject({ name: 'Second try', againOf: batchId });
    expect(new Set(messenger.received).size).toBe(messenger.received.length);
    expect((await post(`/${body.batchId}/retry-failed`)).body.error.code).toBe('batch_nothing_to_send');
  });

  it('because the text is empty do not stop the others', async () => {
    const flow = await seedMessageFlow(api, { initiationMessage: '{{visit}}' });
    const rows = [
      { phone_number: '+12025550101', visit: '' },
      { phone_number: '+12025550102', visit: 'Ten.' },
    ];
    const { body } = await post('', { flowId: flow.id, rows });
    expect(body.firstMessages[0]).toMatchObject({ message: '', fault: expect.stringContaining('visit') });
    await post(`/${body.batchId}/approve`);
    await messenger.advance(3);
    expect(messenger.received).toEqual(['+12025550102']);
    const [failed] = await messagesOf(body.batchId);
    expect(failed).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('visit'),
      messageId: null,
    });
  });
});

describe('crashes', () => {
  it('between two rows, and two workers at once, send each message once', async () => {
    const batchId = await startedId(40, { approval: 'none' });
    for (let crash = 0; crash < 8; crash += 1) {
      const jobs = await messenger.claim(['create-batch-messages']);
      const aborted = new AbortController();
      const running = jobs.flatMap((job) => [messenger.run(job, aborted.signal), messenger.run(job)]);
      setImmediate(() => aborted.abort(new Error('The worker died.')));
      await Promise.allSettled(running);
      await messenger.killWorkers();
    }
    await messenger.advance(4);
    expect(messenger.received.toSorted()).toEqual(callees(40));
    expect(await progressOf(batchId)).toMatchObject({ status: 'completed', completed: 40 });
  });
});

describe('access', () => {
  it('a repeated request with an Idempotency-Key starts one batch', async () => {
    const request = {
      body: { flowId, rows: rowsTo(callees(1)) },
      headers: { 'idempotency-key': 'reminders-of-tuesday' },
    };
    const first = await api.send('POST', messageBatchesPath, request);
    const second = await api.send('POST', messageBatchesPath, request);
    expect([second.status, second.body.batchId]).toEqual([200, first.body.batchId]);
  });

  it('to a batch needs the scope, and an id that exists', async () => {
    const batchId = await startedId(1);
    const other = await api.send('POST', '/v1/api/keys', { body: { name: 'Reader', preset: 'read-only' } });
    expect(
      (await api.send('GET', `${messageBatchesPath}/${batchId}`, { key: other.body.apiKey })).status,
    ).toBe(200);
    const denied = await post(`/${batchId}/approve`, undefined, other.body.apiKey);
    expect([denied.status, denied.body.error.code]).toEqual([403, 'insufficient_scope']);
    const unknown = await get('/mbatch_01KAT3Q5H8Z6T4N2R0V7W9X1Y3');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'batch_not_found']);
    expect((await get(`/${batchId}/messages/job_01KAT3Q5H8Z6T4N2R0V7W9X1Y3`)).body.error.code).toBe(
      'job_not_found',
    );
  });

  it('follows the progress by events until the end', async () => {
    const batchId = await startedId(1, { approval: 'none' });
    await messenger.advance(3);
    const { bytes } = await get(`/${batchId}/events`);
    expect(bytes.toString()).toMatch(/event: progress[\s\S]*"completed":1[\s\S]*event: end/);
  });
});
