import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryDelaysMs } from '../domain/webhooks/retry-schedule.ts';
import { findDeliveryToSend, queueDeliveries } from '../store/webhooks/deliveries.ts';
import { findWebhookEndpoint } from '../store/webhooks/endpoints.ts';
import { publishEvents } from '../store/webhooks/publish-events.ts';
import { recordResult } from './record-result.ts';
import type { AttemptResult } from './send-delivery.ts';
import { WebhookFixture } from '../../test/support/webhook-fixture.ts';

let fixture: WebhookFixture;
beforeAll(async () => (fixture = await WebhookFixture.create()));
afterAll(() => fixture.close());

const startMs = Date.parse('2026-12-01T12:00:00Z');
const hour = 3_600_000;

const attempt = {
  url: 'https://hooks.example.com/',
  requestHeaders: {},
  startedAt: new Date(startMs),
  durationMs: 1,
  error: null,
  responseHeaders: null,
  responseBody: null,
};
const failure: AttemptResult = {
  attempt: { ...attempt, statusCode: 500 },
  isSuccess: false,
  isGone: false,
  retryAfterMs: undefined,
};
const success: AttemptResult = { ...failure, attempt: { ...attempt, statusCode: 200 }, isSuccess: true };

/** Publishes one event for a new endpoint. Returns its delivery and its endpoint. */
async function queueOne(callId: string) {
  const { id: endpointId } = await fixture.addEndpoint('https://hooks.example.com/');
  await fixture.addEvent(callId, 1);
  const id = await fixture.database.db.asSystem().transaction(async (tx) => {
    const { subscribed } = await publishEvents(tx, 500);
    const events = subscribed.filter((event) => event.endpointId === endpointId);
    return (await queueDeliveries(tx, events, new Date(startMs)))[0]!.id;
  });
  return { id, endpointId };
}

/** Records the result of an attempt at `nowMs`. Returns the delivery after it. */
async function record(id: string, result: AttemptResult, nowMs: number) {
  const system = fixture.database.db.asSystem();
  const delivery = (await findDeliveryToSend(system, id))!;
  await system.transaction(async (tx) => {
    await tx.execute({ text: 'delete from jobs where key = $1' }, [id]);
    await recordResult(tx, delivery, result, { clock: { now: () => nowMs }, random: { fraction: () => 0 } });
  });
  return (await fixture.deliveriesOf(delivery.endpointId)).find((row) => row.id === id)!;
}

const endpointOf = async (id: string) =>
  (await findWebhookEndpoint(fixture.database.db.asSystem(), { workspaceId: fixture.workspaceId, id }))!;

describe('recordResult', () => {
  it('follows the whole retry schedule, and fails after the last retry', async () => {
    const { id } = await queueOne('call_schedule');
    let nowMs = startMs;
    for (const delayMs of retryDelaysMs) {
      const row = await record(id, failure, nowMs);
      expect(row).toMatchObject({ status: 'pending', nextAttemptAt: new Date(nowMs + delayMs) });
      nowMs += delayMs;
    }
    expect(nowMs - startMs).toBe(75 * hour + 35 * 60_000 + 5_000);
    const last = await record(id, failure, nowMs);
    expect(last).toMatchObject({ status: 'failed', attempts: 10, nextAttemptAt: null });
  });

  it('waits as long as Retry-After requests', async () => {
    const { id } = await queueOne('call_retry_after');
    const row = await record(id, { ...failure, retryAfterMs: 90_000 }, startMs);
    expect(row.nextAttemptAt).toEqual(new Date(startMs + 90_000));
  });

  it('disables an endpoint after five days of failures, and not after a success in between', async () => {
    const { id: first, endpointId } = await queueOne('call_five_days');
    await record(first, failure, startMs);
    await record(first, success, startMs + 100 * hour);
    expect(await endpointOf(endpointId)).toMatchObject({ status: 'enabled', failingSince: null });
    const { id: second, endpointId: other } = await queueOne('call_five_more_days');
    await record(second, failure, startMs);
    await record(second, failure, startMs + 119 * hour);
    expect((await endpointOf(other)).status).toBe('enabled');
    expect((await record(second, failure, startMs + 120 * hour)).status).toBe('failed');
    expect(await endpointOf(other)).toMatchObject({
      status: 'auto_disabled',
      statusDetail: 'Every attempt of the last five days failed.',
    });
  });
});
