import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignNumber, createTestApi, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, startBatchOf } from '../../../test/support/batches.ts';
import { seedMessageFlow } from '../../../test/support/conversations.ts';
import { noon, seedCall } from '../../../test/support/fixtures.ts';
import { BatchMessenger, messageBatchesPath } from '../../../test/support/message-batches.ts';
import type { JobOutcome } from '../../domain/batches/batch-state.ts';
import { changeBatchJob } from '../../store/batches/batch-jobs.ts';
import { changeBatchStatus, completeBatch } from '../../store/batches/batches.ts';
import { recordCallChange } from '../../store/calls/calls.ts';
import { finishCall } from '../../store/calls/finish-call.ts';
import { addSuppression } from '../../store/suppressions.ts';

let api: TestApi;
let flowId: string;
beforeAll(async () => {
  api = await createTestApi({
    messageRoutes: [
      { carrier: 'test-phones', channel: 'sms', from: '+12025550199', fromName: '', carries: 'test' },
    ],
  });
  await api.database.asSystem().execute({ text: 'update workspaces set shared_sender = true' });
  await assignNumber(api);
  flowId = (await seedMessageFlow(api)).id;
});
afterAll(() => api.close());

const db = () => api.database.inWorkspace(api.workspaceId);

/** Starts a batch with a row per entry, and ends the rows with these outcomes. A row without one keeps waiting; `retry` waits after a call. */
async function batchWith(rows: Readonly<Record<string, JobOutcome | 'retry' | null>>): Promise<string> {
  const lines = Object.keys(rows).map((number, index) => `${number},Ada ${index},${index} o'clock,Hi`);
  const file = ['phone_number,name,visit,first_message', ...lines].join('\n');
  const { batchId } = (await startBatchOf(api, file)).body;
  const { workspaceId } = api;
  await changeBatchStatus(db(), { workspaceId, batchId, to: 'running', at: noon });
  const { body } = await api.send('GET', `${batchesPath}/${batchId}/calls?limit=100`);
  for (const { jobId, phoneNumber } of body.data.calls) {
    const outcome = rows[phoneNumber];
    if (outcome === null || outcome === undefined) continue;
    const change = { workspaceId, batchId, jobId, at: noon };
    await changeBatchJob(db(), { ...change, to: 'dialing' });
    const to = outcome === 'retry' ? 'pending' : outcome === 'answered' ? 'completed' : 'failed';
    await changeBatchJob(db(), { ...change, to, outcome: outcome === 'retry' ? 'busy' : outcome });
  }
  await completeBatch(db(), { workspaceId, batchId, at: noon });
  return batchId;
}

const write = (batchId: string, body: object = {}) =>
  api.send('POST', `${batchesPath}/${batchId}/messages`, { body: { flowId, ...body } });

describe('POST /v1/api/batch-calls/{batchId}/messages', () => {
  it('writes to the people of a running batch who were not reached, with the values of their rows', async () => {
    const batchId = await batchWith({
      '+12025550110': 'no_answer',
      '+12025550111': 'busy',
      '+12025550112': 'answered',
      '+12025550113': 'no_answer',
      '+12025550114': 'retry',
      '+12025550115': null,
    });
    await addSuppression(db(), {
      workspaceId: api.workspaceId,
      channel: 'sms',
      address: '+12025550113',
      reason: '',
      at: noon,
    });
    const counts = { rows: 3, toSend: 2, suppressedRows: 1, reachedSince: 0, waitingElsewhere: 0 };
    expect((await write(batchId, { dryRun: true })).body).toMatchObject({ batchId: null, ...counts });
    const { status, body } = await write(batchId, { quietHours: { start: '00:00', end: '00:00' } });
    expect([status, body]).toMatchObject([200, counts]);
    const path = `${messageBatchesPath}/${body.batchId}`;
    const created = (await api.send('GET', path)).body;
    expect(created).toMatchObject({ status: 'pending_approval', approval: 'first', total: 2 });
    expect(created.firstMessages.map(({ to }: { to: string }) => to)).toEqual([
      '+12025550110',
      '+12025550111',
    ]);
    const messenger = new BatchMessenger(api);
    await api.send('POST', `${path}/approve`, {});
    await messenger.advance(5);
    expect(messenger.received.toSorted()).toEqual(['+12025550110', '+12025550111']);
    const { messages } = (await api.send('GET', `${path}/messages`)).body.data;
    expect(messages).toMatchObject([
      { row: 2, customer: { name: 'Ada 0' }, dynamic: { visit: "0 o'clock" } },
      { row: 3, customer: { name: 'Ada 1' }, dynamic: { visit: "1 o'clock" } },
    ]);
  });

  it('writes after the chosen outcomes, once within 24 hours, and not to people who wait for a call', async () => {
    const batchId = await batchWith({ '+12025550120': 'no_answer', '+12025550121': 'answered' });
    await batchWith({ '+12025550120': null });
    const { body: none } = await write(batchId);
    expect(none.error).toMatchObject({ code: 'batch_nothing_to_send' });
    expect(none.error.message).toContain('1 waiting');
    expect((await write(batchId, { outcomes: ['answered'], name: 'Thanks' })).body).toMatchObject({
      rows: 1,
      toSend: 1,
    });
    const again = await write(batchId, { outcomes: ['answered'] });
    expect([again.status, again.body.error.code]).toEqual([400, 'batch_repeated']);
    expect((await write(batchId, { outcomes: ['answered'], allowRepeat: true })).status).toBe(200);
  });

  it('never writes to a wrong number, nor to a person who wants no calls', async () => {
    const dispositions = {
      '+12025550140': 'wrong_number',
      '+12025550141': 'do_not_call',
      '+12025550142': 'interested',
    };
    const answered = Object.keys(dispositions).map((number) => [number, 'answered'] as const);
    const batchId = await batchWith(Object.fromEntries(answered));
    for (const [toNumber, code] of Object.entries(dispositions)) {
      const { id: callId } = await seedCall(api.database, api, { toNumber, state: 'ringing' });
      const change = { workspaceId: api.workspaceId, callId, at: noon };
      await recordCallChange(db(), { ...change, from: ['ringing'], to: 'in_progress' });
      const disposition = { code, status: 'completed' } as const;
      await finishCall(db(), { ...change, endReason: 'customer_hangup', disposition });
      const setCall = 'update batch_jobs set call_id = $1 where batch_id = $2 and phone_number = $3';
      await db().execute({ text: setCall }, [callId, batchId, toNumber]);
    }
    const { body } = await write(batchId, { outcomes: ['answered'], dryRun: true });
    expect(body).toMatchObject({
      rows: 3,
      toSend: 1,
      wrongNumberRows: 1,
      suppressedRows: 1,
      reachedSince: 0,
    });
  });

  it('rejects a flow by email, and outcomes after which nobody may be written to', async () => {
    const batchId = await batchWith({ '+12025550130': 'no_answer' });
    const email = (await seedMessageFlow(api, { channel: 'email' })).id;
    expect((await write(batchId, { flowId: email })).body.error.fields).toMatchObject([
      { code: 'recipient_channel_mismatch' },
    ]);
    expect((await write(batchId, { outcomes: ['opted_out'] })).body.error.code).toBe('invalid_request');
  });
});
