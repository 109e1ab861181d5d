import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { connectionUrl } from '../support/connection-url.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { environmentOf, podOf } from '../support/kubernetes.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const calleeOfCall = '+12025550100';
const calleeOfBatch = '+12025550110';
const calleeOfCallback = '+12025550111';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let folder: TemporaryFolder;
let secretFolder: string;
let receiver: WebhookReceiver;
let api: ApiUnderTest;
const nodes: ServingProcess[] = [];

/** Starts a node with one role, as its pod on Kubernetes. `address`: of its API, if it has one. */
async function startNode(
  role: 'api' | 'worker' | 'media',
): Promise<{ readonly address: string; readonly process: ServingProcess }> {
  const node = new ServingProcess({
    ...environmentOf(podOf(role), secretFolder),
    PARLEY_DATA_DIR: folder.dataDir,
    PARLEY_HTTP_PORT: '0',
    PARLEY_HEALTH_PORT: '0',
    PARLEY_SIP_PORT: '0',
    PARLEY_RTP_PORTS: '33650-33749',
    PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
  });
  nodes.push(node);
  return { address: await node.ready(), process: node };
}

/** Reads the health and the metrics of a node without the API. Any other address is not found. */
async function expectHealth({ listening }: ServingProcess, metric: string): Promise<void> {
  const [, address] = /^Health checks on (\S+)$/m.exec(listening.join('\n'))!;
  const get = async (path: string) => {
    const response = await fetch(`http://${address}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await get('/health/live')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  const ready = await get('/health/ready');
  expect(ready.status).toBe(200);
  expect(ready.text).toContain('"name":"database"');
  expect((await get('/metrics')).text).toContain(`# TYPE ${metric} `);
  expect((await get('/v1/api/agents')).status).toBe(404);
}

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await temporaryDataFolder();
  secretFolder = await mkdtemp(path.join(os.tmpdir(), 'parley-secrets-'));
  const secrets = {
    'database-url': connectionUrl(database.connection),
    'secret-key': Buffer.alloc(32, 1).toString('base64'),
    'metrics-token': 'a-long-random-text',
  };
  for (const [name, content] of Object.entries(secrets))
    await writeFile(path.join(secretFolder, name), content);
  receiver = await WebhookReceiver.open();
  const { address } = await startNode('api');
  api = new ApiUnderTest(address, await readFirstStart(folder.dataDir));
}, 60_000);
/** Ends the nodes of the test, so that a repetition starts with the API only. */
afterEach(async () => {
  await Promise.all(nodes.splice(1).map((node) => node.remove()));
}, 60_000);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.remove()));
  receiver.close();
  await folder.remove();
  await rm(secretFolder, { recursive: true });
  await database.drop();
}, 60_000);

it('each role does its work, on nodes with one role each', async () => {
  const { data } = await api.client.listAgents();
  const agentId = data.agents[0]!.id;
  const webhook = await api.client.createWebhook({ body: { url: receiver.url } });
  receiver.secret = webhook.secret;
  await api.create('/v1/api/call-dispositions', {
    phoneNumber: calleeOfCallback,
    agentId,
    scheduledAt: new Date().toISOString(),
  });
  const namesOfEvents = () => receiver.events.map(({ event }) => event);
  const statusOfCallback = async () => {
    const query = { phoneNumber: calleeOfCallback, disposition: 'callback_scheduled' };
    return (await api.dispositions(query)).at(-1)!.status;
  };

  const firstWorker = await startNode('worker');
  await expect.poll(namesOfEvents, { timeout: 15_000 }).toContain('disposition.created');
  // No node can place the call.
  expect(await statusOfCallback()).toBe('pending');
  expect(await api.calls({})).toEqual([]);
  await firstWorker.process.remove();

  const media = await startNode('media');
  const callId = await api.call(calleeOfCall);
  const { batchId } = await api.client.startBatch({
    body: { agentId, name: 'Reminders', rows: [{ phone_number: calleeOfBatch, name: 'Ada' }] },
  });
  await api.untilEnded(callId);
  // No node claims the row, follows up the disposition or delivers events.
  expect(await api.calls({ batchId })).toEqual([]);
  expect(await statusOfCallback()).toBe('pending');
  expect(namesOfEvents()).not.toContain('call.completed');

  const worker = await startNode('worker');
  await expectHealth(media.process, 'parley_calls_under_way');
  await expectHealth(worker.process, 'parley_records_purged_total');
  const countOf = async (query: Readonly<Record<string, string>>) => (await api.calls(query)).length;
  await expect.poll(() => countOf({ phoneNumber: calleeOfCallback }), { timeout: 15_000 }).toBe(1);
  await expect.poll(() => countOf({ batchId }), { timeout: 15_000 }).toBe(1);
  await expect
    .poll(() => namesOfEvents().filter((event) => event === 'call.completed').length, { timeout: 60_000 })
    .toBe(3);
  const [called] = await api.calls({ phoneNumber: calleeOfCallback });
  expect(called!.answeredAt).not.toBeNull();
  await Promise.all([media.process.remove(), worker.process.remove()]);
}, 180_000);

it('a batch calls each row once, although the node that claims and the node that dials are killed', async () => {
  const { data } = await api.client.listAgents();
  const agentId = data.agents[0]!.id;
  // The first does not answer, so its call rings when the node that dials is killed. The others are busy. On a machine under load,
  // a node has capacity for two calls only.
  await api.client.updateAgent({ path: { agentId }, body: { limits: { ringTimeoutSeconds: 300 } } });
  const numbers = Array.from(
    { length: 20 },
    (_, index) => `+1${202 + 10 * index}555010${index === 0 ? 4 : 3}`,
  );
  const { batchId } = await api.client.startBatch({
    body: {
      agentId,
      name: 'Kills',
      rows: numbers.map((number) => ({ phone_number: number, name: 'Ada' })),
      callsPerSecond: 2,
      retry: { maxAttempts: 1, on: ['busy'], delays: ['1m'] },
      allowRepeat: true,
    },
  });
  const { process: worker } = await startNode('worker');
  const { process: media } = await startNode('media');
  const calls = () => api.calls({ batchId, limit: '100' });
  const untilCalls = async (count: number) => {
    await expect.poll(async () => (await calls()).length, { timeout: 120_000 }).toBeGreaterThanOrEqual(count);
  };
  await untilCalls(5);
  worker.signal('SIGKILL');
  await worker.ended;
  await startNode('worker');
  await untilCalls(12);
  media.signal('SIGKILL');
  await media.ended;
  await startNode('media');
  await expect
    .poll(async () => (await api.client.getBatch({ path: { batchId } })).status, { timeout: 150_000 })
    .toBe('completed');
  const placed = await calls();
  expect(placed.map(({ toNumber }) => toNumber).toSorted()).toEqual(numbers.toSorted());
  const lost = placed.filter(({ endReason }) => endReason === 'node_lost');
  expect(lost.map(({ toNumber }) => toNumber)).toContain(numbers[0]);
  // Calls that were in the middle of their handover or of their INVITE are lost too.
  expect(lost.length).toBeLessThan(10);
}, 480_000);
