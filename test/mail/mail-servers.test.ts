import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MessageCarrier } from '../../src/contracts/message-carrier.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createSmtpCarrier } from '../../src/providers/smtp/smtp-carrier.ts';
import { customerDomain, hasMailServers, MailServers, serviceDomain } from './mail-servers.ts';

const customer = `ada@${customerDomain}`;
const service = `office@${serviceDomain}`;

describe.skipIf(!hasMailServers)(
  'mail servers (needs root, opensmtpd and dovecot-imapd)',
  { timeout: 30_000 },
  () => {
    let servers: MailServers;
    let carrier: MessageCarrier;

    beforeAll(async () => {
      servers = await MailServers.start(29_620);
      carrier = createSmtpCarrier({
        server: {
          host: '127.0.0.1',
          port: servers.smtpPort,
          user: undefined,
          password: undefined,
          tls: 'opportunistic',
        },
        clock: systemClock,
      });
    });
    afterAll(async () => {
      await carrier.close();
      await servers.close();
    });

    it('deliver what the carrier sends, as text and as HTML', async () => {
      const text = 'Grüße aus München 🙂\n\n.\nשלום';
      const messageId = `<message-1@${serviceDomain}>`;
      await carrier.send(
        {
          channel: 'email',
          reference: 'message-1',
          from: service,
          fromName: 'Office "München"',
          to: customer,
          text,
          subject: 'Ihr Termin 🙂',
          messageId,
          replyTo: `office+token@${serviceDomain}`,
          inReplyTo: undefined,
          references: [],
          unsubscribeUrl: undefined,
        },
        AbortSignal.timeout(10_000),
      );
      const mail = await servers.receives(customer, 1);
      expect(mail).toMatchObject({
        from: { name: 'Office "München"', address: service },
        replyTo: [{ address: `office+token@${serviceDomain}` }],
        subject: 'Ihr Termin 🙂',
        messageId,
      });
      expect(mail.text?.trim()).toBe(text);
      expect(mail.html).toContain('München');
    });
  },
);
