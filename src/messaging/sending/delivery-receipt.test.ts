import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { createTestMessaging, type TestMessaging } from '../../../test/support/messaging.ts';
import { isSuppressed } from '../../store/suppressions.ts';
import { receiveReceipt } from './delivery-receipt.ts';

const ada = '+12025550101';

let database: TestDatabase;
let messaging: TestMessaging;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  messaging = await createTestMessaging({ database });
});
afterAll(() => database.close());

async function send(recipient = ada) {
  const { id } = await messaging.conversation(recipient);
  const message = await messaging.write(id);
  await messaging.runDue();
  return message;
}

const typesOfEvents = async () => (await messaging.events()).map(({ type }) => type);

const receive = (receipt: object) =>
  receiveReceipt(messaging.context, 'fake', {
    externalId: null,
    reference: null,
    outcome: 'delivered',
    detail: '',
    ...receipt,
  });

describe('a delivery receipt', () => {
  it('completes the message, once', async () => {
    const { id } = await send();
    await messaging.clock.advance(2_000);
    await messaging.sms.receipt(0);
    await messaging.sms.receipt(0);
    expect(await messaging.read(id)).toMatchObject({
      status: 'delivered',
      deliveredAt: new Date(messaging.clock.now()),
    });
    expect(await typesOfEvents()).toEqual(['sms.sent', 'sms.delivered']);
  });

  it('is required for each part before the message is delivered', async () => {
    messaging = await createTestMessaging({ database, parts: 3 });
    const { id } = await send();
    for (const part of [1, 2, 2]) await receive({ externalId: `fake-${id}-${part}` });
    expect((await messaging.read(id)).status).toBe('sent');
    await receive({ externalId: `fake-${id}-3` });
    expect((await messaging.read(id)).status).toBe('delivered');
  });

  it('is matched without the NUL characters of its id', async () => {
    const { id } = await send();
    await receive({ externalId: `fake-${id}-1\0`, detail: 'done\0' });
    expect((await messaging.read(id)).status).toBe('delivered');
    await receive({ externalId: '\0', reference: 'msg\0' });
    await receive({ externalId: 'other\0' });
  });

  it('of one failed part makes the message fail', async () => {
    messaging = await createTestMessaging({ database, parts: 2 });
    const { id } = await send();
    await receive({ externalId: `fake-${id}-1` });
    await receive({ externalId: `fake-${id}-2`, outcome: 'failed', detail: 'The phone is off.' });
    await receive({ externalId: `fake-${id}-2` });
    expect(await messaging.read(id)).toMatchObject({ status: 'failed', failure: 'The phone is off.' });
    expect(await typesOfEvents()).toEqual(['sms.sent', 'sms.failed']);
  });

  it.each(['externalId', 'reference'])(
    'with the %s of a message is applied after the acceptance if it arrives before',
    async (key) => {
      const { id: conversationId } = await messaging.conversation(ada);
      messaging.sms.next({ type: 'hold' });
      const { id } = await messaging.write(conversationId);
      const [job] = await messaging.claim();
      const running = messaging.run(job!);
      while (messaging.sms.active === 0) await new Promise((resolve) => setImmediate(resolve));
      await receive(key === 'reference' ? { reference: id } : { externalId: `fake-${id}-1` });
      expect((await messaging.read(id)).status).toBe('sending');
      messaging.sms.release();
      await running;
      expect((await messaging.read(id)).status).toBe('delivered');
      expect(await typesOfEvents()).toEqual(['sms.sent', 'sms.delivered']);
    },
  );

  it.each([
    ['sent', 'sent', ['task.created', 'sms.sent']],
    ['delivered', 'delivered', ['task.created', 'sms.sent', 'sms.delivered']],
    ['failed', 'failed', ['task.created', 'sms.sent', 'sms.failed']],
  ])('%s resolves an unknown outcome', async (outcome, status, types) => {
    messaging.sms.next({ type: 'accept-and-fail' });
    const { id } = await send();
    expect((await messaging.read(id)).status).toBe('unknown');
    await receive({ reference: id, outcome, externalId: `x-${id}` });
    expect((await messaging.read(id)).status).toBe(status);
    expect(await typesOfEvents()).toEqual(types);
  });

  it('of an opt-out suppresses the recipient', async () => {
    await send();
    await messaging.sms.receipt(0, { outcome: 'failed', suppresses: 'opted_out' });
    const { workspaceId } = messaging.fixture;
    expect(await isSuppressed(messaging.scope, { workspaceId, channel: 'sms', address: ada })).toBe(true);
  });

  it('of another carrier changes nothing', async () => {
    const { id } = await send();
    const receipt = { externalId: null, reference: id, outcome: 'failed', detail: '' } as const;
    await receiveReceipt(messaging.context, 'smtp', { ...receipt, suppresses: 'no_such_address' });
    expect((await messaging.read(id)).status).toBe('sent');
    const { workspaceId } = messaging.fixture;
    expect(await isSuppressed(messaging.scope, { workspaceId, channel: 'sms', address: ada })).toBe(false);
  });

  it('of an unknown message is stored and changes nothing', async () => {
    const { id } = await send();
    await receive({ externalId: 'of-another-program' });
    await receive({ reference: 'not-an-id' });
    expect((await messaging.read(id)).status).toBe('sent');
    const rows = await database.db.asSystem().rows({ text: 'select external_id from message_receipts' });
    expect(rows).toContainEqual({ external_id: 'of-another-program' });
  });
});
