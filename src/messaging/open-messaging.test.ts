import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { createTestMessaging, testRoutes } from '../../test/support/messaging.ts';
import { ScriptedMessageCarrier } from '../contracts/testing/scripted-message-carrier.ts';
import { systemClock } from '../core/clock.ts';
import { seededRandom } from '../core/random.ts';
import { openMessaging, type Messaging } from './open-messaging.ts';

const windowSize = 3;

let database: TestDatabase;
let messaging: Messaging | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => messaging?.close());
afterAll(() => database.close());

const until = async (isReached: () => boolean) => {
  while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
};

it('claims as many messages as the window of their carrier, and a stalled carrier does not delay another', async () => {
  const test = await createTestMessaging({ database });
  const sms = new ScriptedMessageCarrier({ name: 'fake' });
  const mail = new ScriptedMessageCarrier({ name: 'fake-mail', channel: 'email' });
  sms.next(...Array.from({ length: 20 }, () => ({ type: 'hold' }) as const));
  messaging = await openMessaging({
    ...test.context,
    clock: systemClock,
    random: seededRandom(1),
    registrations: [sms, mail].map((carrier, index) => ({
      route: testRoutes[index]!,
      window: windowSize,
      open: async () => carrier,
    })),
    onInbound: async () => {},
    nodeId: 'node-1',
  });
  for (let index = 0; index < 20; index += 1) {
    const { id } = await test.conversation(`+120255501${10 + index}`);
    await test.write(id);
  }
  messaging.start();
  await until(() => sms.active === windowSize);
  const { id } = await test.conversation('ada@example.com');
  await test.write(id);
  await until(() => mail.accepted.length === 1);
  const claimed = await test.scope.rows({
    text: `select from jobs where state = 'running' and kind = 'send-test-sms'`,
  });
  expect(sms.accepted).toEqual([]);
  expect(claimed).toHaveLength(windowSize);
  while (sms.accepted.length < 20) {
    await new Promise((resolve) => setImmediate(resolve));
    sms.release();
  }
  expect(sms.maxActive).toBe(windowSize);
});
