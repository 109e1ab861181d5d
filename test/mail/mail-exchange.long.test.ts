import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  DeliveryReceipt,
  InboundEmail,
  InboundMessage,
  MessageCarrier,
  OutboundEmail,
} from '../../src/contracts/message-carrier.ts';
import { withParts } from '../../src/contracts/testing/memory-part-store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { mailCarriers } from '../../src/main/mail.ts';
import { ScriptedMailServer } from '../../src/providers/smtp/testing/scripted-mail-server.ts';
import { customerDomain, hasMailServers, MailServers, serviceDomain } from './mail-servers.ts';

const service = `office@${serviceDomain}`;
const ada = `ada@${customerDomain}`;
const listenerDomain = 'listener.parley.example';
const refusingDomain = 'refusing.parley.example';
const firstPort = 29_630;

class RecordingInbox {
  readonly messages: InboundEmail[] = [];
  readonly receipts: DeliveryReceipt[] = [];

  async onMessage(message: InboundMessage): Promise<void> {
    this.messages.push(message as InboundEmail);
  }

  async onReceipt(receipt: DeliveryReceipt): Promise<void> {
    this.receipts.push(receipt);
  }
}

let count = 0;
function email(to: string, text: string, more: Partial<OutboundEmail> = {}): OutboundEmail {
  count += 1;
  return {
    channel: 'email',
    reference: `msg_${count}`,
    from: service,
    fromName: 'Office',
    to,
    text,
    subject: `Visit ${count}`,
    messageId: `<msg_${count}.token@${serviceDomain}>`,
    replyTo: `office+token-${count}@${serviceDomain}`,
    inReplyTo: undefined,
    references: [],
    unsubscribeUrl: 'https://parley.example/unsubscribe',
    ...more,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe.skipIf(!hasMailServers)(
  'an exchange of mail (needs root, opensmtpd and dovecot-imapd)',
  { timeout: 60_000 },
  () => {
    let servers: MailServers;
    let refusing: ScriptedMailServer;
    let listenerPort: number;
    let inbox: RecordingInbox;
    const carriers: MessageCarrier[] = [];

    beforeAll(async () => {
      refusing = await ScriptedMailServer.start();
      refusing.script = { onRecipient: [550, '5.1.1 No such user'] };
      listenerPort = await freePort();
      servers = await MailServers.start(firstPort, {
        [listenerDomain]: listenerPort,
        [refusingDomain]: refusing.port,
      });
    });
    afterAll(async () => {
      await servers.close();
      await refusing.close();
    });
    beforeEach(() => {
      inbox = new RecordingInbox();
    });
    afterEach(async () => {
      for (const carrier of carriers.splice(0)) await carrier.close();
    });

    async function open(env: Record<string, string>): Promise<MessageCarrier> {
      const config = readConfig({
        PARLEY_SMTP_URL: servers.smtpUrl,
        PARLEY_MAIL_FROM: `Office <${service}>`,
        ...env,
      });
      const dependencies = { clock: systemClock, random: seededRandom(1), logger: silentLogger };
      const carrier = await mailCarriers(config, dependencies)[0]!.open(
        withParts(inbox, systemClock),
        undefined as never,
      );
      carriers.push(carrier);
      return carrier;
    }

    const answerTo = (
      mail: { messageId?: string | undefined; replyTo?: unknown },
      text: string,
      to: string,
    ) =>
      servers.send({
        from: `Ada Lovelace <${ada}>`,
        to,
        subject: 'Re: Visit',
        inReplyTo: mail.messageId!,
        references: mail.messageId!,
        text,
      });

    it('sends through OpenSMTPD, and reads the answer from Dovecot when it arrives', async () => {
      const carrier = await open({ PARLEY_IMAP_URL: servers.imapUrl });
      await expect.poll(async () => (await carrier.checkHealth()).ok).toBe(true);
      const sent = email(ada, 'Do you come tomorrow?\n\n.\nשלום 👍');
      expect(await carrier.send(sent, AbortSignal.timeout(20_000))).toEqual({
        externalIds: [sent.messageId],
      });

      const received = await servers.receives(ada, 1);
      expect(received.text?.trim()).toBe(sent.text);
      const quote = `On 5 May 2026 at 10:00, Office <${service}> wrote:\n> Do you come tomorrow?\n`;
      await answerTo(received, `Yes, at ten.\n\n${quote}`, sent.replyTo);
      await expect.poll(() => inbox.messages.length, { timeout: 20_000 }).toBe(1);
      expect(inbox.messages[0]).toMatchObject({
        from: ada,
        fromName: 'Ada Lovelace',
        to: [sent.replyTo],
        text: 'Yes, at ten.',
        references: [sent.messageId],
        kind: 'person',
      });

      const second = email(ada, 'See you.', { inReplyTo: sent.messageId, references: [sent.messageId] });
      await carrier.send(second, AbortSignal.timeout(20_000));
      expect((await servers.receives(ada, 2)).references).toBe(sent.messageId);
    });

    it('reads what arrived while it was closed, once', async () => {
      await answerTo({ messageId: '<x@y.example>' }, 'While you were away.', service);
      await open({ PARLEY_IMAP_URL: servers.imapUrl });
      await expect.poll(() => inbox.messages.map(({ text }) => text)).toContain('While you were away.');
      for (const carrier of carriers.splice(0)) await carrier.close();
      inbox = new RecordingInbox();
      await open({ PARLEY_IMAP_URL: servers.imapUrl });
      await answerTo({ messageId: '<x@y.example>' }, 'Last.', service);
      await expect.poll(() => inbox.messages.map(({ text }) => text)).toEqual(['Last.']);
    });

    it('reads the bounce of OpenSMTPD', async () => {
      const carrier = await open({ PARLEY_IMAP_URL: servers.imapUrl });
      const sent = email(`nobody@${refusingDomain}`, 'Hello');
      await carrier.send(sent, AbortSignal.timeout(20_000));
      await expect
        .poll(() => inbox.receipts, { timeout: 40_000 })
        .toMatchObject([{ externalId: sent.messageId, outcome: 'failed' }]);
      expect(inbox.messages).toEqual([]);
    });

    it('receives from OpenSMTPD as the mail exchanger of a domain', async () => {
      await open({
        PARLEY_MAIL_FROM: `Office <office@${listenerDomain}>`,
        PARLEY_SMTP_LISTEN: `127.0.0.1:${listenerPort}`,
      });
      await answerTo({ messageId: '<m@y.example>' }, 'At ten.', `office+t@${listenerDomain}`);
      // Without a DNS server, the check of the sender takes up to 10 s.
      await expect.poll(() => inbox.messages.length, { timeout: 30_000 }).toBe(1);
      expect(inbox.messages[0]).toMatchObject({
        to: [`office+t@${listenerDomain}`],
        text: 'At ten.',
        references: ['<m@y.example>'],
      });
      expect(inbox.messages[0]!.authentication).toBeDefined();
    });
  },
);
