import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MessageCarrier } from '../../src/contracts/message-carrier.ts';
import { withParts } from '../../src/contracts/testing/memory-part-store.ts';
import { readConfig } from '../../src/core/config.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { mailCarriers } from '../../src/main/mail.ts';
import { ScriptedMailServer } from '../../src/providers/smtp/testing/scripted-mail-server.ts';
import { createTestMessaging, type TestMessaging } from '../support/messaging.ts';

let messaging: TestMessaging;
let server: ScriptedMailServer;
let carrier: MessageCarrier;
beforeAll(async () => {
  messaging = await createTestMessaging();
  server = await ScriptedMailServer.start();
  const config = readConfig({
    PARLEY_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    PARLEY_MAIL_FROM: 'Parley <parley@example.com>',
  });
  const { clock } = messaging;
  const [registration] = mailCarriers(config, { clock, random: seededRandom(1), logger: silentLogger });
  const inbox = withParts({ onMessage: async () => {}, onReceipt: async () => {} }, clock);
  carrier = await registration!.open(inbox, undefined as never);
  messaging.restart({ ...messaging.context, carriers: new Map([['fake-mail', carrier]]) });
});
afterAll(async () => {
  server.disconnect();
  await carrier.close();
  await server.close();
  await messaging.database.close();
});

it('waits 10 minutes for the reply to the message (RFC 5321 §4.5.3.2.6)', async () => {
  const reply = Promise.withResolvers<void>();
  server.script = { beforeReply: reply.promise };
  const { id: conversationId } = await messaging.conversation('ada@example.com');
  const { id } = await messaging.write(conversationId, { subject: 'Your visit' });
  const [job] = await messaging.claim();
  const running = messaging.run(job!);
  await server.waitForReceived(1);
  await messaging.clock.advance(9 * 60_000 + 59_000);
  reply.resolve();
  await running;
  expect(await messaging.read(id)).toMatchObject({ status: 'sent', failure: null });
});
