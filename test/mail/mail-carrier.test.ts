import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import type { CarrierInbox } from '../../src/contracts/message-carrier.ts';
import { withParts } from '../../src/contracts/testing/memory-part-store.ts';
import { messageCarrierSuite } from '../../src/contracts/testing/message-carrier-suite.ts';
import { systemClock } from '../../src/core/clock.ts';
import { readConfig } from '../../src/core/config.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { seededRandom } from '../../src/core/random.ts';
import { mailCarriers } from '../../src/main/mail.ts';
import {
  ScriptedMailServer,
  type MailServerScript,
} from '../../src/providers/smtp/testing/scripted-mail-server.ts';

const listenPort = 15_470;
const dependencies = { clock: systemClock, random: seededRandom(1), logger: silentLogger };

const openCarrier = (smtpPort: number, inbox: CarrierInbox) =>
  mailCarriers(
    readConfig({
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      PARLEY_MAIL_FROM: 'Parley <agent@parley.test>',
      PARLEY_SMTP_LISTEN: `127.0.0.1:${listenPort}`,
    }),
    dependencies,
    // The carrier of email uses no other services.
  )[0]!.open(withParts(inbox, systemClock), undefined as never);

/** Sends a mail to the listener. Returns whether it was accepted. */
async function deliver(raw: string, from: string): Promise<boolean> {
  const transport = createTransport({ host: '127.0.0.1', port: listenPort });
  try {
    await transport.sendMail({ raw, envelope: { from, to: ['agent@parley.test'] } });
    return true;
  } catch {
    return false;
  } finally {
    transport.close();
  }
}

const scripts: Readonly<Record<string, MailServerScript>> = {
  refuse: { onRecipient: [550, '5.1.1 Unknown user'] },
  busy: { onRecipient: [451, '4.7.1 Greylisted'] },
  lose_response: { onMessage: 'disconnect' },
  ignore: { onMessage: 'silent' },
};

const statusReport = (messageId: string, outcome: string): string =>
  [
    'From: MAILER-DAEMON@mx.example.com',
    'To: agent@parley.test',
    'Subject: Delivery status',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.com',
    '',
    'Final-Recipient: rfc822; ada@example.com',
    `Action: ${outcome}`,
    `Status: ${outcome === 'failed' ? '5.2.2' : '2.0.0'}`,
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: ${messageId}`,
    '--b--',
    '',
  ].join('\r\n');

messageCarrierSuite(
  'the mail carrier',
  {
    channel: 'email',
    behaviours: ['accept', 'refuse', 'busy', 'lose_response', 'ignore', 'offline'],
    receipts: ['delivered', 'failed'],
    receives: true,
  },
  async (inbox) => {
    const server = await ScriptedMailServer.start();
    const carrier = await openCarrier(server.port, inbox);
    return {
      carrier,
      credentials: [],
      setBehaviour: async (behaviour) => {
        server.script = scripts[behaviour] ?? {};
        if (behaviour === 'offline') await server.close();
        else await server.open();
      },
      received: () =>
        server.received.map(({ from, to, email }) => ({ from, to, text: (email.text ?? '').trimEnd() })),
      waitForReceived: (count) => server.waitForReceived(count),
      sendReceipts: (outcome) => deliver(statusReport(server.received.at(-1)!.email.messageId!, outcome), ''),
      sendInbound: ({ from, to, text }) => {
        const id = createHash('sha256').update(text).digest('hex');
        const head = `From: <${from}>\r\nTo: <${to}>\r\nMessage-ID: <${id}@example.com>\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
        return deliver(head + Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n'), from);
      },
      close: async () => {
        server.script = {};
        server.disconnect();
        await carrier.close();
        await server.close();
      },
    };
  },
);

describe('mailCarriers', () => {
  it('needs a mail server, and sends from the address of the configuration', () => {
    expect(mailCarriers(readConfig({}), dependencies)).toEqual([]);
    const config = readConfig({ PARLEY_SMTP_URL: 'smtp://h', PARLEY_MAIL_FROM: 'Parley <A@parley.test>' });
    expect(mailCarriers(config, dependencies)[0]!.route).toEqual({
      carrier: 'smtp',
      channel: 'email',
      from: 'a@parley.test',
      fromName: 'Parley',
      carries: 'all',
    });
  });

  it('rejects if the port of the listener is taken, and closes what it has opened', async () => {
    const inbox = { onMessage: () => Promise.resolve(), onReceipt: () => Promise.resolve() };
    const first = await openCarrier(1, inbox);
    await expect(openCarrier(1, inbox)).rejects.toThrow('EADDRINUSE');
    expect((await first.checkHealth()).detail).toMatch(
      /cannot be used: it refused the connection\. Receives mail at 127\.0\.0\.1:15470\.$/,
    );
    await first.close();
  });
});
