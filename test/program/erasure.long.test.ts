import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/core/logger.ts';
import { connectClient } from '../../src/store/connection.ts';
import { findRunningServer } from '../../src/store/embedded-postgres/server-process.ts';
import { ProgramUnderTest } from './program-under-test.ts';
import { databaseText, folderText } from './stored-texts.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

/** Asks not to be called again. */
const person = '+12025550107';
const personName = 'Wilhelmina';
const other = '+12025550100';
/** Does not answer. */
const ringing = '+12025550104';

let program: ProgramUnderTest;
let receiver: WebhookReceiver;
let log = '';
beforeAll(async () => {
  receiver = await WebhookReceiver.open();
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  const environment = { PARLEY_RTP_PORTS: '24600-24799', PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  program = await ProgramUnderTest.start(environment, createLogger('info', sink));
});
afterAll(async () => {
  await program.close();
  receiver.close();
});

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();
const customer = { name: personName, email: 'wilhelmina@people.example', externalId: 'c-77' };

/** Contacts the person in each way, and mentions the number in what belongs to others. */
async function fillDatabase(): Promise<string> {
  const { api } = program;
  await api.create('/v1/api/webhooks', { url: receiver.url, events: ['*'] });
  await api.assignNumber('+12025550171');
  const { data } = await api.client.listAgents();
  const agentId = data.agents[0]!.id;
  const rows = [
    { phone_number: person, name: personName, note: `call ${person}` },
    { phone_number: other, name: 'Grace' },
  ];
  await api.create('/v1/api/batch-calls', { agentId, name: 'B', rows, scheduledAt: inAMonth });
  await api.create('/v1/api/call-dispositions', {
    phoneNumber: person,
    agentId,
    scheduledAt: inAMonth,
    notes: `${personName} at ${person}`,
  });
  const flow = await api.create<{ id: string }>('/api/v1/flows', {
    type: 'message',
    name: 'Note',
    status: 'active',
    initiationMessage: 'Hello {{customer.name}}.',
  });
  const message = { flowId: flow.id, autopilot: false, metadata: { customerDetails: { name: personName } } };
  await api.create('/v1/api/conversations/message/generate', { ...message, to: person });
  const callId = await api.call(person, { customer, metadata: { note: `Also ${person}` } });
  const otherId = await api.call(other, { metadata: { spouse: person, digits: 12025550107 } });
  await Promise.all([callId, otherId].map((id) => api.untilEnded(id)));
  await api.create('/v1/api/suppressions', { address: person, reason: `${personName} ${person}` });
  return callId;
}

/** Returns the words that the service stores or has logged, outside the pages of PostgreSQL. */
async function tracesOf(sought: readonly string[]): Promise<string[]> {
  const folders = await readdir(program.dataDir);
  const connection = (await findRunningServer(program.dataDir))!;
  const texts = [log, await databaseText(connection)];
  for (const folder of folders.filter((name) => name !== 'postgres'))
    texts.push(await folderText(path.join(program.dataDir, folder)).catch(() => ''));
  const text = texts.join('\n').toLowerCase();
  return sought.filter((word) => text.includes(word));
}

const words = [person.slice(1), personName.toLowerCase(), 'wilhelmina@people.example'];

it('erases a person from database, files and logs', { timeout: 120_000 }, async () => {
  const { api } = program;
  const callId = await fillDatabase();
  expect(await tracesOf(words)).toEqual(words);
  const { id } = await api.create<{ id: string }>('/v1/api/erasures', { phoneNumber: person });
  const erasurePath = { erasureId: id };
  let erasure = await api.client.getErasure({ path: erasurePath });
  while (erasure.status !== 'completed') {
    await sleep(100);
    erasure = await api.client.getErasure({ path: erasurePath });
  }
  expect(erasure.report).toMatchObject({
    calls: 1,
    recordings: 1,
    batchRows: 1,
    dispositions: 2,
    suppressions: 2,
  });
  expect(await tracesOf(words)).toEqual([]);
  const call = await api.client.getCall({ path: { callId } });
  expect(call).toMatchObject({ toNumber: '[erased]', customer: {}, transcript: [], timeline: [] });
  expect(await api.calls({ phoneNumber: person })).toEqual([]);
  expect(await api.statusOf(`/api/v1/calls/${callId}/recording`)).toBe(404);
  await expect(api.call(person)).rejects.toThrow('opted out');
  const connection = (await findRunningServer(program.dataDir))!;
  const client = await connectClient(connection, 'parley tests');
  const { rows } = await client.query(`select skip_reason from batch_jobs where status = 'skipped'`);
  await client.end();
  expect(rows).toEqual([{ skip_reason: 'erased' }]);
});

it('waits for the call of a person whose batch is dialing, and calls them no more', async () => {
  const { api } = program;
  const { data } = await api.client.listAgents();
  const limits = { ringTimeoutSeconds: 5 };
  await api.client.updateAgent({ path: { agentId: data.agents[0]!.id }, body: { limits } });
  const { batchId } = await api.create<{ batchId: string }>('/v1/api/batch-calls', {
    agentId: data.agents[0]!.id,
    rows: [{ phone_number: ringing, name: 'Leopold' }],
    retry: { maxAttempts: 3, on: ['no_answer'], delays: ['1s'] },
  });
  const path = { batchId };
  while ((await api.client.getBatch({ path })).dialing === 0) await sleep(50);
  const { id } = await api.create<{ id: string }>('/v1/api/erasures', { phoneNumber: ringing });
  let statuses: string[] = [];
  while (statuses.at(-1) !== 'completed') {
    await sleep(100);
    const { status } = await api.client.getErasure({ path: { erasureId: id } });
    statuses = [...new Set([...statuses, status])];
  }
  expect(statuses).toContain('waiting');
  expect(await api.client.getBatch({ path })).toMatchObject({ status: 'completed', total: 1, pending: 0 });
  expect(await tracesOf([ringing.slice(1), 'leopold'])).toEqual([]);
  const { calls } = (await api.client.listCalls({ query: { batchId } })).data;
  expect(calls).toMatchObject([{ toNumber: '[erased]', endReason: 'no_answer' }]);
}, 60_000);
