import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids.ts';
import { newWebhookSecret } from '../core/webhook-signature.ts';
import { findWebhookEndpoint } from '../store/webhooks/endpoints.ts';
import { queueEventsBetween } from './replay.ts';
import { WebhookFixture } from '../../test/support/webhook-fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => (fixture = await WebhookFixture.create()));
afterEach(() => fixture.reset());
afterAll(() => fixture.close());

const endpointOf = async (id: string) =>
  (await findWebhookEndpoint(fixture.database.db.asSystem(), { workspaceId: fixture.workspaceId, id }))!;

describe('webhooks', { timeout: 30_000 }, () => {
  it('are signed with each secret whose overlap has not ended', async () => {
    const receiver = await fixture.openReceiver();
    const { id, secret } = await fixture.addEndpoint(receiver.url);
    const [valid, ended] = [newWebhookSecret(fixture.random), newWebhookSecret(fixture.random)];
    const previous = [
      { secret: fixture.secrets.seal(valid, id), until: '2999-01-01T00:00:00.000Z' },
      { secret: fixture.secrets.seal(ended, id), until: '2020-01-01T00:00:00.000Z' },
    ];
    await fixture.database.db
      .asSystem()
      .execute({ text: `update webhook_endpoints set previous_secrets = $1 where id = $2` }, [
        JSON.stringify(previous),
        id,
      ]);
    fixture.start();
    await fixture.addEvent('call_overlap', 1);
    await expect.poll(() => receiver.requests.length).toBe(1);
    const [{ text, headers }] = receiver.requests as [(typeof receiver.requests)[number]];
    const isVerifiedBy = (one: string) => {
      try {
        new Webhook(one).verify(text, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    expect([secret, valid, ended].map(isVerifiedBy)).toEqual([true, true, false]);
  });

  it('deliver an event once to each endpoint that subscribes to it, signed', async () => {
    const [first, second] = [await fixture.openReceiver(), await fixture.openReceiver()];
    const { secret } = await fixture.addEndpoint(first.url);
    const other = await fixture.addEndpoint(second.url, ['batch.started']);
    fixture.start();
    const id = await fixture.addEvent('call_1', 1);
    await expect.poll(() => first.requests.length).toBe(1);
    const [request] = first.requests;
    expect(new Webhook(secret).verify(request!.text, request!.headers as Record<string, string>)).toEqual(
      request!.body,
    );
    expect(request).toMatchObject({
      headers: { 'webhook-id': id, 'content-type': 'application/json' },
      body: { id, event: 'call.answered', data: { callId: 'call_1', sequence: 1 } },
    });
    expect(await fixture.deliveriesOf(other.id)).toEqual([]);
  });

  it('deliver the events of each call in order', async () => {
    const { requests, url } = await fixture.openReceiver();
    await fixture.addEndpoint(url);
    fixture.start();
    const calls = Array.from({ length: 20 }, (_, index) => `call_order_${index}`);
    for (let sequence = 1; sequence <= 10; sequence += 1)
      await Promise.all(calls.map((call) => fixture.addEvent(call, sequence)));
    await expect.poll(() => requests.length, { timeout: 20_000 }).toBe(200);
    for (const call of calls) {
      const ofCall = requests.filter(({ body }) => body.data.callId === call);
      expect(ofCall.map(({ body }) => body.data.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }
  });

  it('retry a failed delivery, and send later events of the call when the retry is due', async () => {
    const { requests, url } = await fixture.openReceiver((_received, count) => (count === 1 ? 500 : 200));
    const { id } = await fixture.addEndpoint(url);
    fixture.start();
    await fixture.addEvent('call_retry', 1);
    await fixture.addEvent('call_retry', 2);
    const statusesOf = async () => (await fixture.deliveriesOf(id)).map(({ status }) => status);
    await expect.poll(statusesOf).toEqual(['pending', 'pending']);
    const [second, first] = await fixture.deliveriesOf(id);
    expect(first).toMatchObject({ attempts: 1, lastStatusCode: 500, sequence: 1 });
    expect(second!.nextAttemptAt!.getTime()).toBeGreaterThanOrEqual(first!.nextAttemptAt!.getTime());
    await expect.poll(statusesOf, { timeout: 10_000 }).toEqual(['succeeded', 'succeeded']);
    const ids = requests.map(({ headers }) => headers['webhook-id']);
    expect(ids.filter((one) => one === ids[0])).toHaveLength(2);
  });

  it('mark a delivery before it is sent out of order, so that the mark survives a kill', async () => {
    const marks: (boolean | undefined)[] = [];
    const { url } = await fixture.openReceiver(async ({ body }) => {
      if (body.data.sequence === 1) return 500;
      const [later] = await fixture.deliveriesOf(id);
      marks.push(later?.isOutOfOrder);
      return 200;
    });
    const { id } = await fixture.addEndpoint(url);
    fixture.start();
    await fixture.addEvent('call_marked', 1);
    await fixture.addEvent('call_marked', 2);
    await expect.poll(async () => (await fixture.deliveriesOf(id))[0]?.nextAttemptAt).toBeInstanceOf(Date);
    const [later] = await fixture.deliveriesOf(id);
    const text = `with due as (update jobs set run_at = now() where key = $1 returning id) select pg_notify('parley_jobs', '') from due`;
    await fixture.database.db.asSystem().execute({ text }, [later!.id]);
    await expect.poll(() => marks).toEqual([true]);
  });

  it('disable an endpoint that responds with 410, and cancel its deliveries', async () => {
    const { requests, url } = await fixture.openReceiver(() => 410);
    const { id } = await fixture.addEndpoint(url);
    fixture.start();
    await fixture.addEvent('call_gone', 1);
    await fixture.addEvent('call_gone', 2);
    await expect.poll(async () => (await endpointOf(id)).status).toBe('auto_disabled');
    expect(await fixture.deliveriesOf(id)).toMatchObject([
      { status: 'cancelled', sequence: 2 },
      { status: 'failed', sequence: 1 },
    ]);
    await fixture.addEvent('call_gone', 3);
    expect(requests).toHaveLength(1);
    const audit = await fixture.database.db
      .asSystem()
      .rows({ text: 'select action, actor_type from audit_log where subject_id = $1' }, [id]);
    expect(audit).toEqual([{ action: 'webhook.disabled', actor_type: 'system' }]);
  });

  it('send stored events again, oldest first and with their ids', async () => {
    const { requests, url } = await fixture.openReceiver();
    fixture.start();
    const from = new Date();
    const callId = `call_${newId('request')}`;
    const ids = [await fixture.addEvent(callId, 1), await fixture.addEvent(callId, 2)];
    await expect
      .poll(async () => {
        const text =
          'select count(*)::int as count from events where subject_id = $1 and published_position is not null';
        return (await fixture.database.db.asSystem().row<{ count: number }>({ text }, [callId]))!.count;
      })
      .toBe(2);
    const { id } = await fixture.addEndpoint(url);
    const row = await endpointOf(id);
    const at = new Date();
    const range = { from, to: at, undeliveredOnly: true };
    const replay = () =>
      fixture.database.db
        .inWorkspace(fixture.workspaceId)
        .transaction((tx) => queueEventsBetween(tx, row, range, at));
    expect(await replay()).toEqual({ queued: 2, nextFrom: undefined });
    await expect.poll(() => requests.map(({ body }) => body.id)).toEqual(ids);
    await expect
      .poll(async () => (await fixture.deliveriesOf(id)).every(({ status }) => status === 'succeeded'))
      .toBe(true);
    expect(await replay()).toEqual({ queued: 0, nextFrom: undefined });
  });

  it('send again a range whose first event waits for a retry, without omitting later events', async () => {
    const { requests, url } = await fixture.openReceiver((_received, count) => (count <= 2 ? 500 : 200));
    const { id } = await fixture.addEndpoint(url);
    fixture.start();
    const from = new Date();
    await fixture.addEvent('call_range', 1);
    await fixture.addEvent('call_range', 2);
    await expect.poll(() => requests.length, { timeout: 10_000 }).toBeGreaterThan(1);
    const row = await endpointOf(id);
    const replay = () =>
      fixture.database.db.inWorkspace(fixture.workspaceId).transaction((tx) => {
        const at = new Date();
        return queueEventsBetween(tx, row, { from, to: at, undeliveredOnly: false }, at);
      });
    await replay();
    await expect
      .poll(async () => (await fixture.deliveriesOf(id)).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['succeeded', 'succeeded']);
    await replay();
    await expect
      .poll(async () => (await fixture.deliveriesOf(id)).map(({ status }) => status), { timeout: 10_000 })
      .toEqual(['succeeded', 'succeeded']);
    expect(await fixture.deliveriesOf(id)).toHaveLength(2);
  });

  it('send again a range whose events all wait for retries, in order', async () => {
    let isDown = true;
    const { requests, url } = await fixture.openReceiver(() => (isDown ? 500 : 200));
    const { id } = await fixture.addEndpoint(url);
    fixture.start();
    const from = new Date();
    const callId = `call_${newId('request')}`;
    const ids: string[] = [];
    for (let sequence = 1; sequence <= 4; sequence += 1) {
      ids.push(await fixture.addEvent(callId, sequence));
      await expect
        .poll(async () => (await fixture.deliveriesOf(id)).filter(({ attempts }) => attempts > 0).length)
        .toBe(sequence);
      // As after many failures: every retry is due in an hour.
      await fixture.postponeRetries(id);
    }
    isDown = false;
    requests.splice(0);
    const at = new Date();
    const range = { from, to: at, undeliveredOnly: true };
    const row = await endpointOf(id);
    await fixture.database.db
      .inWorkspace(fixture.workspaceId)
      .transaction((tx) => queueEventsBetween(tx, row, range, at));
    await expect.poll(() => requests.map(({ body }) => body.id), { timeout: 10_000 }).toEqual(ids);
  });

  it('do not send deliveries that cannot be signed', async () => {
    const { requests, url } = await fixture.openReceiver();
    const { id } = await fixture.addEndpoint(url);
    await fixture.database.db
      .asSystem()
      .execute({ text: `update webhook_endpoints set secret = 'ffffffff.AAAA' where id = $1` }, [id]);
    fixture.start();
    await fixture.addEvent('call_unsigned', 1);
    await expect
      .poll(async () => (await fixture.deliveriesOf(id)).map(({ status, attempts }) => [status, attempts]))
      .toEqual([['pending', 0]]);
    expect(requests).toEqual([]);
  });
});
