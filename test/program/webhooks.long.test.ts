import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes, type EventTypeName } from '../../src/domain/webhooks/event-types.ts';
import { ApiUnderTest } from './api-under-test.ts';
import { readFirstStart, temporaryDataFolder, type TemporaryFolder } from './program-under-test.ts';
import { ServingProcess } from './serving-process.ts';
import { WebhookReceiver, type ReceivedEvent } from './webhook-receiver.ts';

const numbers = ['+12025550100', '+12025550110', '+12025550111', '+12025550109'];

describe('webhooks of the program', { timeout: 120_000 }, () => {
  let folder: TemporaryFolder;
  let server: ServingProcess;
  let api: ApiUnderTest;
  let receiver: WebhookReceiver;

  async function start(): Promise<void> {
    server = new ServingProcess({
      PARLEY_DATA_DIR: folder.dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_RTP_PORTS: '31000-31199',
      PARLEY_WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
    });
    api = new ApiUnderTest(await server.ready(), await readFirstStart(folder.dataDir));
  }

  async function restart(): Promise<void> {
    server.signal('SIGKILL');
    await server.ended;
    await start();
  }

  /** Returns all stored events, oldest first. */
  async function storedEvents(): Promise<ReceivedEvent[]> {
    const events: ReceivedEvent[] = [];
    let after: string | undefined;
    for (;;) {
      const { data } = await api.client.listEvents({ query: { ...(after && { after }), limit: 1000 } });
      events.push(...(data.events as unknown as ReceivedEvent[]));
      if (!data.hasMore) return events;
      after = data.nextCursor;
    }
  }

  beforeAll(async () => {
    folder = await temporaryDataFolder();
    receiver = await WebhookReceiver.open();
    await start();
  });
  afterAll(async () => {
    await server.remove();
    receiver.close();
    await folder.remove();
  });

  it('deliver every event of calls and a batch in order, although the process is killed twice and the receiver fails', async () => {
    const created = await api.client.createWebhook({ body: { url: receiver.url } });
    receiver.secret = created.secret;
    const agents = await api.client.listAgents({ query: { status: 'active' } });
    const agentId = agents.data.agents.find(({ flowId, phoneNumber }) => flowId && phoneNumber)!.id;
    await api.untilEnded(await api.call('+12025550100'));
    receiver.isAvailable = false;
    await api.client.startBatch({
      body: {
        agentId,
        name: 'Reminders',
        rows: numbers.map((number) => ({
          phone_number: number,
          external_id: `patient ${number}`,
          name: 'Ada',
        })),
      },
    });
    await sleep(2_000);
    await restart();
    await sleep(2_000);
    await restart();
    await expect
      .poll(
        async () => {
          const { data } = await api.client.listBatches({ query: {} });
          return data.batches[0]!.status;
        },
        { timeout: 60_000 },
      )
      .toBe('completed');
    receiver.isAvailable = true;
    await api.client.redeliverWebhookEvents({ path: { webhookId: created.id }, body: {} });
    const stored = await storedEvents();
    const ofEndpoint = stored.filter(
      ({ event }) => !event.startsWith('agent.') && !event.startsWith('flow.'),
    );
    const missing = () => {
      const received = new Set(receiver.events.map(({ id }) => id));
      return ofEndpoint.filter(({ id }) => !received.has(id)).map(({ event }) => event);
    };
    await expect.poll(missing, { timeout: 30_000 }).toEqual([]);
    expect(receiver.rejected).toBe(0);
    // After a failure the order is given up for the events that are marked.
    const { data } = await api.client.listWebhookDeliveries({
      path: { webhookId: created.id },
      query: { limit: 1000 },
    });
    const marked = new Set(
      data.deliveries.filter(({ outOfOrder }) => outOfOrder).map(({ eventId }) => eventId),
    );
    const ordered = receiver.events.filter(({ id }) => !marked.has(id));
    for (const [subject, events] of Map.groupBy(ordered, ({ data }) => data['callId'] ?? data['batchId']))
      if (String(subject).startsWith('call_')) expectInOrder(events);
    await expectRecordsOfCustomers(stored, api);
    for (const { event, data } of stored)
      expect(eventTypes[event as EventTypeName].data.safeParse(data).error?.issues).toBeUndefined();
  });
});

/** Builds the records of a CRM from the events alone, as docs/webhook-events.md describes them. Its only requests download files. */
async function expectRecordsOfCustomers(events: readonly ReceivedEvent[], api: ApiUnderTest): Promise<void> {
  const ends = events.filter(({ event }) => /^call\.(completed|failed)$/.test(event)).map(({ data }) => data);
  const ofBatch = ends.filter(({ batchId }) => batchId !== null);
  expect(ofBatch.map(({ customer }) => (customer as { externalId: string }).externalId).toSorted()).toEqual(
    numbers.map((number) => `patient ${number}`).toSorted(),
  );
  // The end of a call that a kill interrupted has what was recorded until then.
  const completed = ends.filter(({ endReason }) => String(endReason).endsWith('hangup'));
  expect(completed).not.toEqual([]);
  for (const { answeredAt, endedAt, duration, transcript, transcriptUrl, recordingUrl } of completed) {
    const seconds = (Date.parse(String(endedAt)) - Date.parse(String(answeredAt))) / 1000;
    expect(duration).toBeCloseTo(seconds, 1);
    expect(transcript).toEqual(expect.arrayContaining([expect.objectContaining({ role: 'agent' })]));
    for (const url of [transcriptUrl, recordingUrl]) expect(await api.statusOf(String(url))).toBe(200);
  }
  const ready = events
    .filter(({ event }) => event === 'recording.ready')
    .map(({ data }) => data['recordingUrl']);
  expect(ready).toEqual(expect.arrayContaining(completed.map(({ recordingUrl }) => recordingUrl)));
}

/** Dispositions have a sequence of their own. */
function expectInOrder(events: readonly ReceivedEvent[]): void {
  const sequences = events
    .filter(({ event }) => event.startsWith('call.') || event === 'recording.ready')
    .map(({ data }) => data.sequence);
  expect(sequences).toEqual(sequences.toSorted((left, right) => left - right));
}
