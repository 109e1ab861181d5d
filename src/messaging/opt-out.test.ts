import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smsFrom } from '../../test/support/inbound-messages.ts';
import { createTestMessaging, type TestMessaging } from '../../test/support/messaging.ts';
import { idSource } from '../core/ids.ts';
import { silentLogger } from '../core/logger.ts';
import { seededRandom } from '../core/random.ts';
import { receiveMessage } from './receiving/receive-message.ts';

let messaging: TestMessaging;
beforeAll(async () => {
  messaging = await createTestMessaging();
});
afterAll(() => messaging.database.close());

const random = seededRandom(9);

const receive = (from: string, text: string) => {
  const { context, clock } = messaging;
  const message = smsFrom(from, text, { to: ['+12025550199'] });
  return receiveMessage({ ...context, ids: idSource(clock, random), logger: silentLogger }, 'fake', message);
};

describe('the answer to a keyword', () => {
  it('is sent even after an opt-out and in quiet hours, when other messages are not', async () => {
    const quietHours = { start: '00:00', end: '23:59' };
    const flowId = await messaging.flow({ quietHours });
    const open = await messaging.flow();
    const to = '+12025550120';
    const other = await messaging.conversation(to, { flowId: open });
    const first = await messaging.write(other.id);
    await messaging.runDue();
    const quiet = await messaging.conversation(to, { flowId });
    const unsent = await messaging.write(quiet.id);
    await messaging.runDue();
    expect((await messaging.read(unsent.id)).status).toBe('scheduled');
    await receive(to, 'STOP');
    await receive(to, 'HELP');
    await messaging.runDue();
    expect((await messaging.read(first.id)).status).toBe('sent');
    expect((await messaging.read(unsent.id)).status).toBe('rejected');
    const texts = messaging.sms.accepted.map(({ text }) => text);
    expect(texts).toEqual([
      'Hello',
      expect.stringContaining('You are unsubscribed'),
      expect.stringContaining('Reply STOP to unsubscribe.'),
    ]);
    const late = await messaging.write(other.id);
    await messaging.runDue();
    expect((await messaging.read(late.id)).status).toBe('rejected');
  });
});
