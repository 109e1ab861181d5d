import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignNumber, createTestApi, ownNumber, type TestApi } from '../../test/support/api.ts';
import { startBatchOf } from '../../test/support/batches.ts';
import { generate, seedMessageFlow } from '../../test/support/conversations.ts';
import { noon, seedCall } from '../../test/support/fixtures.ts';
import { sipMessagesPath } from '../contracts/sip-messages.ts';
import { silentLogger } from '../core/logger.ts';
import { recordCallChange } from '../store/calls/calls.ts';
import { finishCall } from '../store/calls/finish-call.ts';
import { findErasure } from '../store/erasures.ts';
import { isSuppressed } from '../store/suppressions.ts';
import { erasePersonHandler } from './erase-person.ts';

let api: TestApi;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'parley-erasure-'));
  await mkdir(path.join(dataDir, 'recordings'));
  api = await createTestApi({ dataDir });
  await assignNumber(api);
  // The calls of the tests end at noon.
  await api.clock.advance(60_000);
  api.database.setAddressKeys([{ id: '0123abcd', bytes: new Uint8Array(32).fill(7) }]);
});
afterAll(async () => {
  await api.close();
  await rm(dataDir, { recursive: true });
});

let last = 0;
let person: string;
beforeEach(() => {
  last += 1;
  person = `+12025550${String(100 + last)}`;
});

const scope = () => api.database.inWorkspace(api.workspaceId);
const post = (path_: string, body: object) => api.send('POST', path_, { workspace: api.workspaceId, body });

async function createErasure(body: object): Promise<string> {
  const response = await post('/v1/api/erasures', body);
  expect(response.status).toBe(200);
  return response.body.id;
}

/** Runs the job of an erasure. Returns its row afterwards. */
async function runJob(erasureId: string, signal = new AbortController().signal) {
  const { workspaceId } = api;
  const handler = erasePersonHandler({
    database: api.database,
    clock: api.clock,
    logger: silentLogger,
    dataDir,
  });
  const job = { id: 1, kind: '', workspaceId, key: erasureId, payload: { erasureId }, attempt: 1 };
  await handler.run(job, { signal, complete: async () => {} });
  return (await findErasure(scope(), { workspaceId, erasureId }))!;
}

async function seedActiveCall(toNumber: string, customer = {}): Promise<string> {
  const { id: callId, workspaceId } = await seedCall(api.database, api, { toNumber, customer });
  const key = { workspaceId, callId };
  await recordCallChange(scope(), { ...key, from: ['queued'], to: 'dialing', at: noon });
  await recordCallChange(scope(), { ...key, from: ['dialing'], to: 'in_progress', at: noon });
  return callId;
}

const endCall = (callId: string, more: object = {}) =>
  finishCall(scope(), {
    workspaceId: api.workspaceId,
    callId,
    endReason: 'customer_hangup',
    at: noon,
    disposition: { code: 'answered', status: 'completed' },
    ...more,
  });

async function seedRecordedCall(toNumber: string, customer = {}) {
  const callId = await seedActiveCall(toNumber, customer);
  const file = path.join(dataDir, 'recordings', `${callId}.wav`);
  await writeFile(file, 'RIFF');
  await writeFile(`${file}.peaks`, 'peaks');
  const sip = sipMessagesPath(dataDir, callId);
  await mkdir(path.dirname(sip), { recursive: true });
  await writeFile(sip, toNumber);
  await endCall(callId, { recordingPath: `recordings/${callId}.wav`, variables: { word: 'Ada' } });
  return { callId, file, sip };
}

async function startBatch(numbers: readonly string[]): Promise<string> {
  const { status, body } = await startBatchOf(api, ['phone_number', ...numbers].join('\n'));
  expect(status).toBe(200);
  return body.batchId;
}

/** Returns all rows of all tables as text. */
async function storedText(): Promise<string> {
  const db = api.database.asSystem();
  const tables = await db.rows<{ name: string }>({
    text: `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'parley_migrations'`,
  });
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.rows<{ text: string }>({ text: `select t::text as text from ${name} t` });
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

const getCall = async (callId: string) => (await api.send('GET', `/api/v1/calls/${callId}`)).body;

describe('an erasure', () => {
  it('erases calls with their files, and keeps the call for counts', async () => {
    const { callId, file, sip } = await seedRecordedCall(person, { name: 'Ada' });
    const erasure = await runJob(await createErasure({ phoneNumber: person }));
    expect(erasure).toMatchObject({ status: 'completed', address: null, completedAt: expect.any(Date) });
    expect(erasure.report).toMatchObject({ calls: 1, recordings: 1, dispositions: 1 });
    expect([file, `${file}.peaks`, sip].filter((name) => existsSync(name))).toEqual([]);
    expect(await getCall(callId)).toMatchObject({
      toNumber: '[erased]',
      customer: {},
      variables: {},
      timeline: [],
      erasedAt: expect.any(String),
      endReason: 'customer_hangup',
      recording: { available: false },
    });
    const { body } = await post(`/api/v1/calls/${callId}/analyze`, {});
    expect(body.code).toBe('call_erased');
  });

  it('waits for the end of an active call, and cancels planned calls first', async () => {
    const active = await seedActiveCall(person);
    const { id: queued } = await seedCall(api.database, api, { toNumber: person });
    const id = await createErasure({ phoneNumber: person });
    expect(await runJob(id)).toMatchObject({ status: 'waiting', completedAt: null });
    expect(await getCall(active)).toMatchObject({ status: 'in_progress', toNumber: person });
    expect(await getCall(queued)).toMatchObject({ endReason: 'cancelled', toNumber: '[erased]' });
    await endCall(active);
    expect(await runJob(id)).toMatchObject({ status: 'completed', report: { calls: 2 } });
    expect(await getCall(active)).toMatchObject({ toNumber: '[erased]' });
  });

  it('waits until the files of a call that has just ended are written', async () => {
    const callId = await seedActiveCall(person);
    await endCall(callId, { at: new Date(api.clock.now()) });
    const id = await createErasure({ phoneNumber: person });
    expect(await runJob(id)).toMatchObject({ status: 'waiting' });
    const { body } = await api.send('DELETE', `/api/v1/calls/${callId}`);
    expect(body.code).toBe('call_not_ended');
    expect(await getCall(callId)).toMatchObject({ toNumber: person });
    await api.clock.advance(11_000);
    expect(await runJob(id)).toMatchObject({ status: 'completed', report: { calls: 1 } });
  });

  it('skips rows of batches that are not called yet, and the counts stay exact', async () => {
    const other = '+12025550199';
    const batchId = await startBatch([person, other]);
    await runJob(await createErasure({ phoneNumber: person }));
    const { body } = await api.send('GET', `/v1/api/batch-calls/${batchId}/calls`);
    expect(body.data.calls).toMatchObject([
      { phoneNumber: '[erased]', status: 'skipped', skipReason: 'erased' },
      { phoneNumber: other, status: 'pending' },
    ]);
    const progress = await api.send('GET', `/v1/api/batch-calls/${batchId}/status`);
    expect(progress.body).toMatchObject({ total: 2, pending: 1, skipped: 1 });
  });

  it('erases conversations, and rejects what is not sent', async () => {
    const flow = await seedMessageFlow(api, { name: `Erase ${person}` });
    const { conversation_id: id } = (await generate(api, flow.id, { to: person })).body;
    await runJob(await createErasure({ phoneNumber: person }));
    const { body } = await api.send('GET', `/v1/api/conversations/${id}`, { workspace: api.workspaceId });
    expect(body).toMatchObject({
      customer: { phone: '[erased]' },
      messages: [{ message: '[erased]', status: 'rejected' }],
    });
    const tasks = await api.send('GET', `/v1/api/tasks?conversationId=${id}`, { workspace: api.workspaceId });
    expect(tasks.body.data.tasks).toMatchObject([
      { status: 'done', address: '[erased]', reason: '[erased]' },
    ]);
  });

  it('erases the records whose customer has the email address, and nothing of longer addresses', async () => {
    const { callId } = await seedRecordedCall(person, { name: 'Ada', email: 'ADA@people.org' });
    const kept = await seedRecordedCall(person, { email: 'xada@people.org' });
    await post('/v1/api/suppressions', { address: 'ada@people.org', reason: 'Ada asked.' });
    const erasure = await runJob(await createErasure({ email: 'Ada@People.org' }));
    expect(erasure.report).toMatchObject({ calls: 1, suppressions: 1 });
    expect(await getCall(callId)).toMatchObject({ customer: {}, toNumber: '[erased]' });
    expect(await getCall(kept.callId)).toMatchObject({ customer: { email: 'xada@people.org' } });
    const suppressed = { workspaceId: api.workspaceId, channel: 'email', address: 'ada@people.org' } as const;
    expect(await isSuppressed(scope(), suppressed)).toBe(true);
    const list = await api.send('GET', '/v1/api/suppressions?address=ada@people.org');
    expect(list.body.data.suppressions).toMatchObject([{ address: '[erased]', reason: '[erased]' }]);
  });

  it('keeps a suppression effective for batches, and lets it be removed', async () => {
    const { body } = await post('/v1/api/suppressions', { address: person, channel: 'voice' });
    await runJob(await createErasure({ phoneNumber: person }));
    const batchId = await startBatch([person, '+12025550197']);
    const calls = await api.send('GET', `/v1/api/batch-calls/${batchId}/calls`);
    expect(calls.body.data.calls[0]).toMatchObject({ status: 'skipped', skipReason: 'suppressed' });
    const suppressed = { workspaceId: api.workspaceId, channel: 'voice', address: person } as const;
    expect(await isSuppressed(scope(), suppressed)).toBe(true);
    await api.send('DELETE', `/v1/api/suppressions/${body.suppressions[0].id}`);
    expect(await isSuppressed(scope(), suppressed)).toBe(false);
  });

  it('replaces the number in rows of others and in the audit log, but no part of a longer number', async () => {
    const digits = person.slice(1);
    const metadata = { spouse: person, digits: Number(digits), order: `9${digits}`, name: 'Grace' };
    const { id } = await seedCall(api.database, api, { toNumber: '+12025550198', metadata });
    await endCall(id);
    await post('/v1/api/suppressions', { address: person });
    const erasure = await runJob(await createErasure({ phoneNumber: person }));
    expect(erasure.report['auditEntries']).toBeGreaterThan(0);
    expect((await getCall(id)).metadata).toEqual({
      spouse: '[erased]',
      digits: '[erased]',
      order: `9${digits}`,
      name: 'Grace',
    });
    const text = (await storedText()).replaceAll(`9${digits}`, '');
    expect(text.includes(digits)).toBe(false);
    const { body } = await api.send('GET', '/v1/api/audit-log?action=createSuppression&limit=1');
    expect(body.data.entries).toMatchObject([{ details: { address: '[erased]' } }]);
  });

  it('continues after an abort, and counts nothing twice', async () => {
    await seedRecordedCall(person);
    await seedRecordedCall(person);
    const id = await createErasure({ phoneNumber: person });
    await expect(runJob(id, AbortSignal.abort(new Error('closing')))).rejects.toThrow('closing');
    expect(await runJob(id)).toMatchObject({ status: 'completed', report: { calls: 2, recordings: 2 } });
    expect(await runJob(id)).toMatchObject({ report: { calls: 2 } });
  });
});

describe('POST /v1/api/erasures', () => {
  it('returns the open erasure of the person for a repeated request', async () => {
    const id = await createErasure({ phoneNumber: person });
    expect(await createErasure({ phoneNumber: person })).toBe(id);
    await runJob(id);
    expect(await createErasure({ phoneNumber: person })).not.toBe(id);
  });

  it.each([
    [{}, 'invalid_request'],
    [{ phoneNumber: '+12025550100', email: 'a@people.org' }, 'invalid_request'],
    [{ phoneNumber: '12' }, 'invalid_recipient'],
    [{ email: 'nobody' }, 'invalid_recipient'],
    [{ phoneNumber: ownNumber }, 'invalid_recipient'],
  ])('rejects %j', async (body, code) => {
    const response = await post('/v1/api/erasures', body);
    expect([response.status, response.body.error.code]).toEqual([400, code]);
  });

  it('contains no identifier in responses, list and audit log', async () => {
    const id = await createErasure({ phoneNumber: person });
    const responses = [
      await api.send('GET', `/v1/api/erasures/${id}`),
      await api.send('GET', '/v1/api/erasures?status=pending'),
      await api.send('GET', '/v1/api/audit-log?action=createErasure'),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain(id);
      expect(JSON.stringify(body)).not.toContain(person.slice(1));
    }
  });
});

describe('DELETE /api/v1/calls/{callId}', () => {
  it('erases an ended call, also when repeated', async () => {
    const { callId, file } = await seedRecordedCall(person, { name: 'Ada' });
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await api.send('DELETE', `/api/v1/calls/${callId}`);
      expect([status, body]).toEqual([200, { id: callId, deleted: true }]);
    }
    expect(existsSync(file)).toBe(false);
    expect(await getCall(callId)).toMatchObject({ toNumber: '[erased]', disposition: 'answered' });
    const { body } = await api.send('GET', `/v1/api/audit-log?action=deleteCall&subjectId=${callId}`);
    expect(body.data.total).toBeGreaterThan(0);
  });

  it('rejects a call that has not ended', async () => {
    const callId = await seedActiveCall(person);
    const { status, body } = await api.send('DELETE', `/api/v1/calls/${callId}`);
    expect([status, body.code]).toEqual([400, 'call_not_ended']);
    expect(await getCall(callId)).toMatchObject({ toNumber: person });
  });

  it('needs the scope erasures:write', async () => {
    const { callId } = await seedRecordedCall(person);
    const key = await api.createKey({ scopes: ['calls:read', 'calls:write'] });
    const { status } = await api.send('DELETE', `/api/v1/calls/${callId}`, { key });
    expect(status).toBe(403);
  });
});
