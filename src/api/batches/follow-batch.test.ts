import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, assignNumber, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { batchesPath, batchFileOf, startBatchOf } from '../../../test/support/batches.ts';
import { noon } from '../../../test/support/fixtures.ts';
import { changeBatchJob, type BatchJobChange } from '../../store/batches/batch-jobs.ts';

let api: TestApi;
let baseUrl: string;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  // The close would wait for a connection that the client opened and did not use.
  api.app.server.closeAllConnections();
  await api.close();
});

const start = async (rows: number) => (await startBatchOf(api, batchFileOf(rows))).body.batchId as string;

interface SentEvent {
  readonly id: number;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- the test reads the counts.
  readonly data: any;
}

/** Yields the events of a real connection. */
async function* eventsOf(batchId: string, headers: Record<string, string> = {}): AsyncGenerator<SentEvent> {
  const abortController = new AbortController();
  try {
    const url = `${baseUrl}${batchesPath}/${batchId}/events`;
    const response = await fetch(url, {
      headers: { 'x-api-key': api.key, ...headers },
      signal: abortController.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let text = '';
    for await (const chunk of response.body!) {
      text += Buffer.from(chunk).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (data !== undefined) yield { id: Number(id), event: event!, data: JSON.parse(data) };
      }
    }
  } finally {
    abortController.abort();
  }
}

const next = async (events: AsyncGenerator<SentEvent>): Promise<SentEvent> =>
  (await events.next()).value as SentEvent;

/** Returns the next event. Advances the clock in steps of 500 ms, no faster than the database responds. */
async function nextAfter(events: AsyncGenerator<SentEvent>): Promise<SentEvent> {
  const waiting = next(events);
  for (;;) {
    await api.clock.advance(500);
    const event = await Promise.race([waiting, sleep(20)]);
    if (event !== undefined) return event;
  }
}

/** Updates the first `count` jobs of the batch in one transaction. */
async function changeJobs(batchId: string, count: number, change: Pick<BatchJobChange, 'to' | 'outcome'>) {
  const { workspaceId } = api;
  const { body } = await api.send('GET', `${batchesPath}/${batchId}/calls?limit=${count}`);
  await api.database.inWorkspace(workspaceId).transaction(async (tx) => {
    for (const { jobId } of body.data.calls)
      await changeBatchJob(tx, { workspaceId, batchId, jobId, at: noon, ...change });
  });
}

describe('GET /v1/api/batch-calls/{batchId}/events: 200', () => {
  it('sends the counts immediately, after each change, and the end', async () => {
    const batchId = await start(2);
    const events = eventsOf(batchId);
    const first = await next(events);
    const { body } = await api.send('GET', `${batchesPath}/${batchId}/status`);
    expect(first).toEqual({ id: 1, event: 'progress', data: body });
    await changeJobs(batchId, 1, { to: 'dialing' });
    expect(await nextAfter(events)).toMatchObject({ id: 2, data: { total: 2, pending: 1, dialing: 1 } });
    await api.send('DELETE', `${batchesPath}/${batchId}`);
    // A call is still in progress.
    expect(await nextAfter(events)).toMatchObject({ id: 3, data: { status: 'cancelled', dialing: 1 } });
    await changeJobs(batchId, 1, { to: 'completed', outcome: 'answered' });
    expect(await nextAfter(events)).toMatchObject({ id: 4, data: { cancelled: 1, completed: 1 } });
    expect(await next(events)).toEqual({ id: 5, event: 'end', data: {} });
    expect((await events.next()).done).toBe(true);
  });

  it('sends concurrent changes as one event, and nothing without a change', async () => {
    const batchId = await start(3);
    const events = eventsOf(batchId);
    await next(events);
    await api.clock.advance(5_000);
    await changeJobs(batchId, 2, { to: 'dialing' });
    expect(await nextAfter(events)).toMatchObject({ id: 2, data: { pending: 1, dialing: 2 } });
    await events.return(undefined);
  });

  it('numbers the events from Last-Event-ID + 1', async () => {
    const batchId = await start(1);
    await api.send('DELETE', `${batchesPath}/${batchId}`);
    const events = eventsOf(batchId, { 'last-event-id': '7' });
    expect(await next(events)).toMatchObject({ id: 8, event: 'progress', data: { status: 'cancelled' } });
    expect(await next(events)).toMatchObject({ id: 9, event: 'end' });
  });
});

describe('GET /v1/api/batch-calls/{batchId}/events: 404', () => {
  it('returns 404 for a batch of another workspace', async () => {
    const { key } = await seedOtherWorkspace(api);
    const { status, body } = await api.send('GET', `${batchesPath}/${await start(1)}/events`, { key });
    expect([status, body.error.code]).toEqual([404, 'batch_not_found']);
  });
});

describe('GET /v1/api/batch-calls/{batchId}/events: 429', () => {
  it('allows 20 streams per key, and closes them when the API closes', async () => {
    const batchId = await start(1);
    const readers = Array.from({ length: 20 }, () => eventsOf(batchId));
    await Promise.all(readers.map(next));
    const { status, body } = await api.send('GET', `${batchesPath}/${batchId}/events`);
    expect([status, body.error.code]).toEqual([429, 'stream_limit_reached']);
    const ends = readers.map((reader) => reader.next());
    api.context.streams.close();
    expect((await Promise.all(ends)).every(({ done }) => done)).toBe(true);
  });
});
