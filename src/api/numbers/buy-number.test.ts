import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, seedOtherWorkspace, type TestApi } from '../../../test/support/api.ts';
import { FakeNumberVendor } from '../../contracts/testing/fake-number-vendor.ts';
import { suiteNumbers } from '../../contracts/testing/number-source-suite.ts';
import { reconcileNumberOrders } from './reconcile-orders.ts';

let api: TestApi;
let vendor: FakeNumberVendor;
const phoneNumber = '+14155550100';

beforeAll(async () => {
  vendor = new FakeNumberVendor('twilio', suiteNumbers);
  api = await createTestApi({ numberVendors: [vendor] });
});
beforeEach(async () => {
  vendor.failure = undefined;
  for (const { id } of vendor.inventory.sold) vendor.inventory.release(id);
  const system = api.database.asSystem();
  await system.execute({ text: 'delete from number_orders' });
  await system.execute({ text: 'delete from phone_numbers' });
});
afterAll(() => api.close());

const buy = (changes: object = {}, options: object = {}) =>
  api.send('POST', '/v1/api/telephony/numbers', {
    body: { phoneNumber, source: 'twilio', ...changes },
    ...options,
  });

const owned = async () => (await api.send('GET', '/v1/api/telephony/numbers')).body.data.numbers;

const purchaseStates = async () => {
  const rows = await api.database
    .asSystem()
    .rows<{ state: string }>({ text: 'select state from number_orders order by created_at, id' });
  return rows.map(({ state }) => state);
};

const reconcile = async () => {
  api.clock.jumpTo(api.clock.now() + 200_000);
  const { database, numberSources: sources, clock, logger } = api.context;
  await reconcileNumberOrders({ database, sources, clock, logger });
};

const eventCount = async () => {
  const text = "select count(*)::int as count from events where type = 'number.acquired'";
  return (await api.database.asSystem().row<{ count: number }>({ text }))!.count;
};

describe('buying a number', () => {
  it('adds the number to the workspace, publishes one event, and returns it to the vendor on release', async () => {
    const before = await eventCount();
    const { status, body } = await buy({ agentId: api.agent.id, friendlyName: 'Shop' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      phoneNumber,
      source: 'twilio',
      type: 'local',
      country: 'US',
      locality: 'San Francisco',
      region: 'CA',
      friendlyName: 'Shop',
      agentId: api.agent.id,
    });
    expect(vendor.inventory.sold).toMatchObject([{ phoneNumber, reference: body.id }]);
    expect(await eventCount()).toBe(before + 1);
    expect((await api.send('DELETE', `/v1/api/telephony/numbers/${body.id}`)).status).toBe(200);
    expect([vendor.inventory.sold, await purchaseStates()]).toEqual([[], ['released']]);
  });

  it('buys the number once for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => buy()));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(
      responses.filter(({ status }) => status !== 200).map(({ body }) => body.error.code),
    );
    expect([...codes]).toEqual(['number_taken']);
    expect(vendor.inventory.sold).toHaveLength(1);
  });

  it('finds a purchase whose response was lost', async () => {
    vendor.losesNextResponse = true;
    expect((await buy()).status).toBe(200);
    expect([vendor.inventory.sold.length, await purchaseStates()]).toEqual([1, ['bought']]);
  });

  it('fails if the vendor does not have the number, and can be retried', async () => {
    const elsewhere = await buy({ phoneNumber: '+14155550199' });
    expect([elsewhere.status, elsewhere.body.error.code]).toEqual([400, 'number_not_available']);
    expect(await purchaseStates()).toEqual(['failed']);
    expect((await buy({ phoneNumber: '+14155550199' })).body.error.code).toBe('number_not_available');
  });

  it('fails if the vendor rejects the purchase, and leaves no open order', async () => {
    vendor.failure = 'refused';
    const { status, body } = await buy();
    expect([status, body.error.code, await purchaseStates()]).toEqual([
      500,
      'number_source_failed',
      ['failed'],
    ]);
    vendor.failure = undefined;
    expect((await buy()).status).toBe(200);
  });

  it('reports all faults together without calling the vendor', async () => {
    const { body } = await buy({ phoneNumber: '+1', agentId: 'agent_x', source: 'telnyx' });
    expect(body.error.fields.map(({ path }: { path: string }) => path)).toEqual([
      'phoneNumber',
      'source',
      'agentId',
    ]);
    expect(await purchaseStates()).toEqual([]);
  });
});

describe('an interrupted purchase', () => {
  it('is completed by a retry of the request', async () => {
    const options = { headers: { 'idempotency-key': 'buy-1' } };
    vendor.failure = 'unknown';
    expect((await buy({}, options)).status).toBe(500);
    expect(await purchaseStates()).toEqual(['buying']);
    vendor.failure = undefined;
    api.clock.jumpTo(api.clock.now() + 61_000);
    await expireLeases();
    const { status, body } = await buy({}, options);
    expect(status).toBe(200);
    expect(vendor.inventory.sold).toMatchObject([{ reference: body.id }]);
    expect((await buy({}, options)).body.id).toBe(body.id);
  });

  it('is reconciled without a retry if it succeeded', async () => {
    const before = await eventCount();
    vendor.failure = 'unknown';
    await buy();
    vendor.failure = undefined;
    const [{ id: reference }] = await orderIds();
    vendor.inventory.sell({ phoneNumber, reference });
    await reconcile();
    expect(await purchaseStates()).toEqual(['bought']);
    expect(await owned()).toMatchObject([{ id: reference, phoneNumber, source: 'twilio' }]);
    await reconcile();
    expect(await eventCount()).toBe(before + 1);
  });

  it('is reconciled without a retry, and not repeated, if it did not succeed', async () => {
    vendor.failure = 'unknown';
    await buy();
    await reconcile();
    expect(await purchaseStates()).toEqual(['buying']);
    vendor.failure = undefined;
    await reconcile();
    expect([await purchaseStates(), vendor.inventory.sold, await owned()]).toEqual([['failed'], [], []]);
  });

  it('is not reconciled while its request may still be running', async () => {
    vendor.failure = 'unknown';
    await buy();
    vendor.failure = undefined;
    const { database, numberSources: sources, clock, logger } = api.context;
    await reconcileNumberOrders({ database, sources, clock, logger });
    expect(await purchaseStates()).toEqual(['buying']);
  });
});

describe('a release that fails at the vendor', () => {
  it('takes effect in the workspace, and is retried later', async () => {
    const { body } = await buy();
    vendor.failure = 'unknown';
    expect((await api.send('DELETE', `/v1/api/telephony/numbers/${body.id}`)).status).toBe(200);
    expect([await owned(), await purchaseStates()]).toEqual([[], ['releasing']]);
    vendor.failure = undefined;
    await reconcile();
    expect([await purchaseStates(), vendor.inventory.sold]).toEqual([['released'], []]);
    expect((await buy()).status).toBe(200);
  });
});

describe('a number that another workspace owns', () => {
  it('is returned to the vendor', async () => {
    const otherWorkspace = await seedOtherWorkspace(api);
    await api.send('POST', '/v1/api/telephony/numbers', { body: { phoneNumber }, key: otherWorkspace.key });
    const { status, body } = await buy();
    expect([status, body.error.code, await purchaseStates()]).toEqual([400, 'number_taken', ['releasing']]);
    await reconcile();
    expect([vendor.inventory.sold, await purchaseStates()]).toEqual([[], ['released']]);
  });
});

const orderIds = () =>
  api.database.asSystem().rows<{ id: string }>({ text: 'select id from number_orders' }) as Promise<
    [{ id: string }]
  >;

/** Expires the leases by which crashed attempts are detected. They use the clock of the database, not that of the test. */
const expireLeases = () =>
  api.database.asSystem().execute({
    text: "update idempotency_records set lease_until = now() - interval '1 s' where state = 'running'",
  });
