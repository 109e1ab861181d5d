import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../core/logger.ts';
import { jobsChannel } from '../jobs/enqueue-job.ts';
import {
  cancelDeliveries,
  deleteWebhookEndpoint,
  lockWebhookEndpoint,
  updateWebhookEndpoint,
} from '../store/webhooks/endpoints.ts';
import { WebhookFixture } from '../../test/support/webhook-fixture.ts';

let fixture: WebhookFixture;
let log = '';
beforeAll(async () => (fixture = await WebhookFixture.create()));
afterEach(() => fixture.reset());
afterAll(() => fixture.close());

function start(): void {
  log = '';
  const write = (bytes: Buffer, _encoding: string, done: () => void) => {
    log += bytes.toString();
    done();
  };
  fixture.start({ logger: createLogger('warn', new Writable({ write })) });
}

/** Does what a request of the API does. */
async function change(id: string, action: 'delete' | 'disable' | 'enable'): Promise<void> {
  const { workspaceId, database } = fixture;
  const key = { workspaceId, id };
  await database.db.inWorkspace(workspaceId).transaction(async (tx) => {
    if (action === 'delete') return void (await deleteWebhookEndpoint(tx, key));
    const row = (await lockWebhookEndpoint(tx, key))!;
    await updateWebhookEndpoint(tx, { ...row, status: `${action}d` });
    if (action === 'disable') await cancelDeliveries(tx, { ...key, at: new Date() });
  });
}

const jobsOf = (id: string) =>
  fixture.database.db.asSystem().rows({ text: 'select id from jobs where group_id = $1' }, [id]);

const statusesOf = async (id: string) => (await fixture.deliveriesOf(id)).map(({ status }) => status);

/** Makes the retries of an endpoint due until it has no jobs. */
async function untilJobsEnd(id: string): Promise<void> {
  const system = fixture.database.db.asSystem();
  const expedite = async () => {
    await system.execute({ text: 'update jobs set run_at = $2 where group_id = $1' }, [id, new Date()]);
    await system.rows({ text: `select pg_notify($1, '')` }, [jobsChannel]);
    return jobsOf(id);
  };
  await expect.poll(expedite).toEqual([]);
}

/** An endpoint that failed one of two events of a call and waits for the retry. */
async function failedEndpoint() {
  const { requests, url } = await fixture.openReceiver(() => 500);
  const { id } = await fixture.addEndpoint(url);
  start();
  await fixture.addEvent(`call_${id}`, 1);
  await expect.poll(async () => (await fixture.deliveriesOf(id))[0]?.attempts).toBe(1);
  await fixture.addEvent(`call_${id}`, 2);
  await expect.poll(() => statusesOf(id)).toEqual(['pending', 'pending']);
  return { id, requests };
}

describe('an endpoint that is changed while a delivery waits for its retry', { timeout: 30_000 }, () => {
  it('gets no further request if it is deleted', async () => {
    const { id, requests } = await failedEndpoint();
    await change(id, 'delete');
    await untilJobsEnd(id);
    expect([requests.length, await fixture.deliveriesOf(id), log]).toEqual([1, [], '']);
  });

  it('gets no further request if it is disabled, also after it is enabled again', async () => {
    const { id, requests } = await failedEndpoint();
    await change(id, 'disable');
    expect(await statusesOf(id)).toEqual(['cancelled', 'cancelled']);
    await change(id, 'enable');
    await untilJobsEnd(id);
    expect([requests.length, log]).toEqual([1, '']);
    expect(await statusesOf(id)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('an endpoint that is changed during a request', { timeout: 30_000 }, () => {
  /** Changes an endpoint after it received the first of two events of a call, and before it responds with `status`. */
  async function changeDuringRequest(action: 'delete' | 'disable', status: number) {
    const received = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<number>();
    const { requests, url } = await fixture.openReceiver(() => {
      received.resolve();
      return answer.promise;
    });
    const { id } = await fixture.addEndpoint(url);
    start();
    await fixture.addEvent(`call_${id}`, 1);
    await received.promise;
    await fixture.addEvent(`call_${id}`, 2);
    await expect.poll(() => statusesOf(id)).toEqual(['waiting', 'pending']);
    await change(id, action);
    answer.resolve(status);
    return { id, requests };
  }

  it.each([200, 500])('gets no further request if it is deleted and responds with %d', async (status) => {
    const { id, requests } = await changeDuringRequest('delete', status);
    await untilJobsEnd(id);
    expect([requests.length, await fixture.deliveriesOf(id), log]).toEqual([1, [], '']);
  });

  it.each([
    [200, 'succeeded'],
    [500, 'cancelled'],
  ])('gets no further request if it is disabled and responds with %d', async (status, expected) => {
    const { id, requests } = await changeDuringRequest('disable', status);
    await untilJobsEnd(id);
    expect([requests.length, log]).toEqual([1, '']);
    const deliveries = await fixture.deliveriesOf(id);
    expect(deliveries).toMatchObject([
      { status: 'cancelled', attempts: 0 },
      { status: expected, attempts: 1, lastStatusCode: status },
    ]);
  });

  it('gets no retry if it is disabled during a request that fails, and enabled again', async () => {
    const { id, requests } = await changeDuringRequest('disable', 500);
    await expect.poll(async () => (await fixture.deliveriesOf(id))[1]?.attempts).toBe(1);
    await change(id, 'enable');
    await untilJobsEnd(id);
    expect([requests.length, await statusesOf(id)]).toEqual([1, ['cancelled', 'cancelled']]);
  });
});
