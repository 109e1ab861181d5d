import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignNumber, createTestApi, seedOtherWorkspace, type TestApi } from '../../test/support/api.ts';
import { seedBatchOf } from '../../test/support/batches.ts';
import { generate, seedMessageFlow } from '../../test/support/conversations.ts';
import { seedCall, type Fixture } from '../../test/support/fixtures.ts';
import { sipMessagesPath } from '../contracts/sip-messages.ts';
import { silentLogger } from '../core/logger.ts';
import { callDaysOf, type Retention } from '../domain/retention.ts';
import { appendCallEvent, appendTranscriptEntry } from '../store/calls/call-timeline.ts';
import { findCall, recordCallChange } from '../store/calls/calls.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { openTask } from '../store/tasks.ts';
import { publishEvents } from '../store/webhooks/publish-events.ts';
import { listWorkspacesWithRetention } from '../store/workspaces.ts';
import { purgeHandler, type PurgeCounts, purgeKind } from './purge-records.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let api: TestApi;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-retention-'));
  await mkdir(path.join(dataDir, 'recordings'));
  api = await createTestApi({ dataDir });
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

const kept: Retention = {
  recordingsDays: null,
  transcriptsDays: null,
  messagesDays: null,
  eventsDays: null,
  dispositionsDays: null,
};
beforeEach(async () => {
  await setRetention(kept);
  await execute('delete from calls where workspace_id = $1');
  await execute('delete from dispositions where workspace_id = $1');
  await execute('delete from conversations where workspace_id = $1');
  await execute('delete from events where workspace_id = $1');
  await execute('delete from tasks where workspace_id = $1');
});

const scope = () => api.database.inWorkspace(api.workspaceId);
const execute = (text: string, ...values: readonly unknown[]) =>
  scope().execute({ text }, [api.workspaceId, ...values]);
const ago = (days: number) => new Date(api.clock.now() - days * dayMs);

async function setRetention(retention: Partial<Retention>): Promise<void> {
  const { status } = await api.send('PATCH', `/v1/api/workspaces/${api.workspaceId}`, {
    body: { retention },
  });
  expect(status).toBe(200);
}

/** Runs the job. Returns what it reported. */
async function purge(signal = new AbortController().signal): Promise<Partial<PurgeCounts>> {
  await api.database.asSystem().transaction((tx) => publishEvents(tx, 10_000));
  let counts = {};
  const logger = { ...silentLogger, child: () => logger, info: (fields: object) => (counts = fields) };
  const handler = purgeHandler({
    database: api.database,
    clock: api.clock,
    logger,
    dataDir,
    onPurged: () => undefined,
  });
  const job = { id: 1, kind: purgeKind, workspaceId: null, key: 'all', payload: {}, attempt: 1 };
  await handler.run(job, { signal, complete: async () => {} });
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
}

interface SeededCall {
  readonly callId: string;
  readonly file: string;
  readonly sip: string;
}

/** Seeds a call with a recording, SIP messages, a transcript and a timeline, which ended at a time. */
async function seedEndedCall(at: Date, fixture: Fixture = api): Promise<SeededCall> {
  const { workspaceId } = fixture;
  const db = api.database.inWorkspace(workspaceId);
  const { id: callId } = await seedCall(api.database, fixture, { at, customer: { name: 'Ada' } });
  const key = { workspaceId, callId };
  await recordCallChange(db, { ...key, from: ['queued'], to: 'dialing', at });
  await recordCallChange(db, { ...key, from: ['dialing'], to: 'in_progress', at });
  const entry = { role: 'customer', content: 'Hello', startMs: 0, endMs: 1, interrupted: false } as const;
  await appendTranscriptEntry(db, { ...key, sequence: 1, entry });
  await appendCallEvent(db, { ...key, type: 'answered', detail: {}, at });
  const file = path.join(dataDir, 'recordings', `${callId}.wav`);
  await writeFile(file, 'RIFF');
  await writeFile(`${file}.peaks`, 'peaks');
  const sip = sipMessagesPath(dataDir, callId);
  await mkdir(path.dirname(sip), { recursive: true });
  await writeFile(sip, '{"messages":[],"omitted":0}');
  await finishCall(db, {
    ...key,
    endReason: 'customer_hangup',
    at,
    disposition: { code: 'answered', status: 'completed', notes: 'Ada was glad.' },
    recordingPath: `recordings/${callId}.wav`,
    variables: { word: 'Ada' },
  });
  return { callId, file, sip };
}

const getCall = async (callId: string) => (await api.send('GET', `/api/v1/calls/${callId}`)).body;
const openTaskOf = (callId: string) =>
  scope().transaction((tx) =>
    openTask(tx, {
      workspaceId: api.workspaceId,
      callId,
      kind: 'callback',
      reason: 'Call Ada.',
      address: '+12025550101',
      at: ago(400),
    }),
  );

/** Makes the events of a subject wait for their delivery. */
async function queueDeliveries(subjectId: string): Promise<void> {
  const { body } = await api.send('POST', '/v1/api/webhooks', {
    body: { url: 'https://example.com/hook', events: ['*'] },
  });
  await execute(
    `insert into webhook_deliveries (id, workspace_id, endpoint_id, event_id, event_type, subject_id, sequence, status, created_at)
      select 'wdl_' || id, workspace_id, $2, id, type, subject_id, sequence, 'waiting', created_at from events
      where workspace_id = $1 and subject_id = $3`,
    body.id,
    subjectId,
  );
}

describe('the retention of recordings', () => {
  it('deletes the files of old recordings, and leaves newer ones and the rest of the call', async () => {
    const old = await seedEndedCall(ago(2.1));
    const newer = await seedEndedCall(ago(1.9));
    await setRetention({ recordingsDays: 2 });
    expect(await purge()).toEqual({ recordings: 1 });
    expect([old.file, `${old.file}.peaks`, newer.file].map((file) => existsSync(file))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await getCall(old.callId)).toMatchObject({
      recording: { available: false, durationMs: null },
      transcript: [{ content: 'Hello' }],
      toNumber: '+12025550101',
      erasedAt: null,
    });
    expect(await purge()).toEqual({});
  });

  it('finishes a download that has begun', async () => {
    const { callId, file } = await seedEndedCall(ago(3));
    const wav = 'R'.repeat(500_000);
    await writeFile(file, wav);
    await setRetention({ recordingsDays: 2 });
    const response = await api.app.inject({
      url: `/api/v1/calls/${callId}/recording`,
      headers: { 'x-api-key': api.key },
      payloadAsStream: true,
    });
    expect(response.statusCode).toBe(200);
    expect(await purge()).toEqual({ recordings: 1 });
    let received = 0;
    for await (const chunk of response.stream()) received += (chunk as Buffer).length;
    expect(received).toBe(wav.length);
    const { status } = await api.send('GET', `/api/v1/calls/${callId}/recording`);
    expect(status).toBe(404);
  });

  it('does not tear an export of calls that is being read', async () => {
    for (let index = 0; index < 1_200; index += 1) await seedCall(api.database, api, { at: ago(40) });
    await execute(
      `update calls set state = 'ended', end_reason = 'no_answer', fault = 'none', ended_at = $2 where workspace_id = $1`,
      ago(40),
    );
    const response = await api.app.inject({
      url: '/api/v1/calls?format=csv',
      headers: { 'x-api-key': api.key },
      payloadAsStream: true,
    });
    const chunks = response.stream()[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let text = String((await chunks.next()).value);
    await setRetention({ recordingsDays: 1, transcriptsDays: 1, dispositionsDays: 1 });
    expect(await purge()).toMatchObject({ calls: 1_200 });
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next())
      text += String(next.value);
    const [heading, ...lines] = text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(1_200);
    const columns = heading!.split(',').length;
    expect(lines.filter((line) => line.split(',').length !== columns)).toEqual([]);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1_200);
    expect(text).toContain('+12025550101');
    expect(text).toContain('[erased]');
  });

  it('removes a recording whose file is missing, and continues after an abort', async () => {
    const { callId, file } = await seedEndedCall(ago(3));
    await rm(file);
    await setRetention({ recordingsDays: 2 });
    await expect(purge(AbortSignal.abort(new Error('closing')))).rejects.toThrow('closing');
    expect(await purge()).toEqual({ recordings: 1 });
    expect(await getCall(callId)).toMatchObject({ recording: { available: false } });
  });

  it('reports a file that cannot be deleted, and deletes the other kinds of records', async () => {
    const { file } = await seedEndedCall(ago(3));
    await rm(file);
    await mkdir(file);
    await setRetention({ recordingsDays: 2, transcriptsDays: 2 });
    let removed = '';
    const onPurged = (kind: string, count: number) => (removed += count > 0 ? kind : '');
    await api.database.asSystem().transaction((tx) => publishEvents(tx, 10_000));
    const handler = purgeHandler({
      database: api.database,
      clock: api.clock,
      logger: silentLogger,
      dataDir,
      onPurged,
    });
    const job = { id: 1, kind: purgeKind, workspaceId: null, key: 'all', payload: {}, attempt: 1 };
    const context = { signal: new AbortController().signal, complete: async () => {} };
    await expect(handler.run(job, context)).rejects.toThrow(/EISDIR|directory/);
    expect(removed).toBe('transcripts');
  });
});

describe('the retention of transcripts', () => {
  it('erases what was said, and keeps number, result and counts', async () => {
    const { callId, sip, file } = await seedEndedCall(ago(11));
    await setRetention({ transcriptsDays: 10 });
    expect(await purge()).toEqual({ transcripts: 1 });
    expect([existsSync(sip), existsSync(file)]).toEqual([false, true]);
    expect(await getCall(callId)).toMatchObject({
      transcript: [],
      timeline: [],
      variables: {},
      analysis: null,
      toNumber: '+12025550101',
      notes: 'Ada was glad.',
      disposition: 'answered',
    });
    expect(await execute('select from events where workspace_id = $1 and subject_id = $2', callId)).toBe(0);
    const { body } = await api.send('POST', `/api/v1/calls/${callId}/analyze`, { body: {} });
    expect(body.code).toBe('call_erased');
  });

  it('keeps the calls of other workspaces', async () => {
    const other = await seedOtherWorkspace(api);
    const { callId } = await seedEndedCall(ago(11), other);
    await setRetention({ transcriptsDays: 10 });
    await purge();
    const call = await api.send('GET', `/api/v1/calls/${callId}`, { key: other.key });
    expect(call.body.transcript).toMatchObject([{ content: 'Hello' }]);
  });
});

describe('the retention of a whole call', () => {
  const all = { recordingsDays: 1, transcriptsDays: 5, dispositionsDays: 1 };

  it('erases the call after all its parts, and keeps it in the totals', async () => {
    const { callId } = await seedEndedCall(ago(32));
    const newer = await seedEndedCall(ago(30));
    await setRetention(all);
    const before = await api.send('GET', '/api/v1/calls?limit=1');
    expect(await purge()).toEqual({ recordings: 2, transcripts: 2, dispositions: 2, calls: 1 });
    expect(await getCall(callId)).toMatchObject({ toNumber: '[erased]', customer: {}, notes: '' });
    expect(await getCall(newer.callId)).toMatchObject({
      toNumber: '+12025550101',
      customer: { name: 'Ada' },
    });
    const after = await api.send('GET', '/api/v1/calls?limit=1');
    expect(after.body.data.total).toEqual(before.body.data.total);
  });

  it('keeps calls with a pending callback, an open task or an undelivered event', async () => {
    const callback = await seedEndedCall(ago(400));
    await execute(
      `update dispositions set status = 'pending', scheduled_at = $2 where workspace_id = $1`,
      ago(-3),
    );
    const task = await seedEndedCall(ago(400));
    await openTaskOf(task.callId);
    const undelivered = await seedEndedCall(ago(400));
    await queueDeliveries(undelivered.callId);
    const retention = { ...all, recordingsDays: null };
    await setRetention(retention);
    expect(await purge()).toEqual({ dispositions: 1 });
    for (const { callId } of [callback, task, undelivered])
      expect(await getCall(callId)).toMatchObject({ erasedAt: null, transcript: [{ content: 'Hello' }] });
    await execute(`update webhook_deliveries set status = 'succeeded' where workspace_id = $1`);
    expect(await purge()).toMatchObject({ transcripts: 1 });
  });
});

describe('the retention of conversations', () => {
  async function seedConversation(days: number, status: string): Promise<string> {
    const flow = await seedMessageFlow(api, { name: `Flow ${days} ${status}` });
    const { conversation_id: id } = (await generate(api, flow.id)).body;
    await execute(
      `update messages set status = $3, due_at = $4 where workspace_id = $1 and conversation_id = $2`,
      id,
      status,
      status === 'scheduled' ? ago(-1) : null,
    );
    await execute(
      `update conversations set updated_at = $3, expires_at = $3 where workspace_id = $1 and id = $2`,
      id,
      ago(days),
    );
    return id;
  }

  it('erases old conversations with their messages, and none with a message to send or to approve', async () => {
    const ids = [
      await seedConversation(8, 'sent'),
      await seedConversation(8, 'pending_approval'),
      await seedConversation(8, 'scheduled'),
      await seedConversation(6, 'sent'),
    ];
    await setRetention({ messagesDays: 7 });
    expect(await purge()).toEqual({ conversations: 1 });
    const texts = [];
    for (const id of ids) {
      const { body } = await api.send('GET', `/v1/api/conversations/${id}`, { workspace: api.workspaceId });
      texts.push(body.messages[0].message === '[erased]');
    }
    expect(texts).toEqual([true, false, false, false]);
  });

  it('keeps a conversation that is still open', async () => {
    const id = await seedConversation(8, 'sent');
    await execute(
      `update conversations set expires_at = $3 where workspace_id = $1 and id = $2`,
      id,
      ago(-1),
    );
    await setRetention({ messagesDays: 7 });
    expect(await purge()).toEqual({});
  });
});

describe('the retention of rows of batches', () => {
  const all = { recordingsDays: 1, transcriptsDays: 1, dispositionsDays: 1 };
  const rowsOf = (table: string, batchId: string) =>
    scope().rows<{ address: string; customer: object; status: string }>(
      {
        text: `select ${table === 'batch_jobs' ? 'phone_number' : 'recipient'} as address, customer, status from ${table} where batch_id = $1 order by id`,
      },
      [batchId],
    );

  /** Seeds a batch whose rows have ended, and which ended some days ago; `null`: it is running. */
  async function seedEndedBatch(count: number, daysAgo: number | null): Promise<string> {
    const { batch } = await seedBatchOf(api.database, api, count);
    await execute(
      `update batch_jobs set status = 'failed', outcome = 'busy', ended_at = updated_at where workspace_id = $1 and batch_id = $2`,
      batch.id,
    );
    if (daysAgo !== null)
      await execute(
        `update batches set status = 'completed', ended_at = $3 where workspace_id = $1 and id = $2`,
        batch.id,
        ago(daysAgo),
      );
    return batch.id;
  }

  it('erases the rows of batches that ended as long ago as calls are kept, in several transactions', async () => {
    const small = await seedEndedBatch(3, 40);
    const large = await seedEndedBatch(450, 33);
    const newer = await seedEndedBatch(2, 30);
    const running = await seedEndedBatch(2, null);
    expect(await purge()).toEqual({});
    await setRetention(all);
    expect(await purge()).toEqual({ batchRows: 453 });
    for (const batchId of [small, large]) {
      const rows = await rowsOf('batch_jobs', batchId);
      expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
        new Set([JSON.stringify({ address: '[erased]', customer: {}, status: 'failed' })]),
      );
    }
    for (const batchId of [newer, running])
      expect((await rowsOf('batch_jobs', batchId))[0]!.address).toMatch(/^\+/);
    const { body } = await api.send('GET', `/v1/api/batch-calls/${large}/status`);
    expect(body).toMatchObject({ total: 450, failed: 450 });
    expect(await purge()).toEqual({});
    await assignNumber(api);
    const again = await api.send('POST', `/v1/api/batch-calls/${small}/retry-failed`, { body: {} });
    expect(again.body.error.code).toBe('batch_nothing_to_call');
  });

  it('erases the rows of batches of messages as long after their end as messages are kept', async () => {
    const flow = await seedMessageFlow(api, { name: 'Rows' });
    const rows = [{ phone_number: '+12025550141', name: 'Ada' }];
    const options = {
      workspace: api.workspaceId,
      body: { flowId: flow.id, name: 'Old', rows, approval: 'none' },
    };
    const { body } = await api.send('POST', '/v1/api/batch-messages', options);
    const batchId: string = body.batchId;
    await execute(
      `update message_batches set status = 'cancelled', ended_at = $3 where workspace_id = $1 and id = $2`,
      batchId,
      ago(11),
    );
    await setRetention({ messagesDays: 10 });
    expect(await purge()).toEqual({ messageBatchRows: 1 });
    expect(await rowsOf('batch_messages', batchId)).toMatchObject([{ address: '[erased]', customer: {} }]);
  });
});

describe('the retention of events', () => {
  it('deletes old events, and none that is still to be delivered', async () => {
    await seedEndedCall(ago(3));
    const queued = await seedEndedCall(ago(3));
    await queueDeliveries(queued.callId);
    const count = await execute('select from events where workspace_id = $1');
    const ofQueued = await execute(
      'select from events where workspace_id = $1 and subject_id = $2',
      queued.callId,
    );
    expect(ofQueued).toBeGreaterThan(0);
    await setRetention({ eventsDays: 2 });
    expect(await purge()).toEqual({ events: count - ofQueued });
  });
});

describe('suppressions', () => {
  it('are kept at any age', async () => {
    await api.send('POST', '/v1/api/suppressions', { body: { address: '+12025550101' } });
    await setRetention({
      recordingsDays: 1,
      transcriptsDays: 1,
      messagesDays: 1,
      eventsDays: 1,
      dispositionsDays: 1,
    });
    await execute(`update suppressions set created_at = $2 where workspace_id = $1`, ago(4000));
    await purge();
    const list = await api.send('GET', '/v1/api/suppressions?address=%2B12025550101');
    expect(list.body.data.suppressions).toHaveLength(2);
  });
});

it('finds only workspaces with a retention', async () => {
  const system = api.database.asSystem();
  expect(await listWorkspacesWithRetention(system)).toEqual([]);
  await setRetention({ eventsDays: 3 });
  expect(await listWorkspacesWithRetention(system)).toEqual([api.workspaceId]);
});

const generatedCall = fc.record({
  ageHours: fc.integer({ min: 0, max: 60 * 24 }),
  owes: fc.constantFrom('nothing', 'nothing', 'callback', 'task', 'delivery', 'active'),
});
const days = fc.option(fc.integer({ min: 1, max: 50 }), { nil: null });
const generatedRetention = fc.record({ recordingsDays: days, transcriptsDays: days, dispositionsDays: days });

describe('which calls are due', () => {
  /** Seeds a call that owes something. Returns its id. */
  async function seed({ ageHours, owes }: { ageHours: number; owes: string }): Promise<string> {
    const at = new Date(api.clock.now() - ageHours * hourMs);
    const { callId } = await seedEndedCall(at);
    if (owes === 'callback')
      await execute(
        `update dispositions set status = 'pending', scheduled_at = $3 where workspace_id = $1 and call_id = $2`,
        callId,
        ago(-1),
      );
    if (owes === 'task') await openTaskOf(callId);
    if (owes === 'delivery') await queueDeliveries(callId);
    if (owes === 'active')
      await execute(
        `update calls set state = 'in_progress', end_reason = null, ended_at = null, fault = null
          where workspace_id = $1 and id = $2`,
        callId,
      );
    return callId;
  }

  const isPast = (ageHours: number, limit: number | null) => limit !== null && ageHours > limit * 24;

  it('agrees with the rule for any ages, retentions and pending work', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(
      fc.array(generatedCall, { minLength: 1, maxLength: 6 }),
      generatedRetention,
      async (calls, partial) => {
        await execute('delete from calls where workspace_id = $1');
        await execute('delete from dispositions where workspace_id = $1');
        await execute('delete from tasks where workspace_id = $1');
        await execute('delete from webhook_endpoints where workspace_id = $1');
        const retention = { ...kept, ...partial };
        await setRetention(retention);
        const ids: string[] = [];
        for (const call of calls) ids.push(await seed(call));
        await purge();
        for (const [index, { ageHours, owes }] of calls.entries()) {
          const call = (await findCall(scope(), { workspaceId: api.workspaceId, callId: ids[index]! }))!;
          const isActive = owes === 'active';
          const isRecordingPast = !isActive && isPast(ageHours, retention.recordingsDays);
          const isTranscriptPast = owes === 'nothing' && isPast(ageHours, retention.transcriptsDays);
          const isErased = owes === 'nothing' && isPast(ageHours, callDaysOf(retention));
          expect({
            recording: call.recordingPath === null,
            transcript: call.transcriptPurgedAt !== null,
            erased: call.erasedAt !== null,
          }).toEqual({ recording: isRecordingPast, transcript: isTranscriptPast, erased: isErased });
        }
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });
});
