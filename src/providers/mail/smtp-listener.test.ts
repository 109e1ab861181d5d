import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import DKIM from 'nodemailer/lib/dkim';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeliveryReceipt, InboundEmail, InboundMessage } from '../../contracts/message-carrier.ts';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { DnsResolver } from './mail-authentication.ts';
import { MailParser } from './mail-parser.ts';
import { SmtpListener, type SmtpListenerOptions } from './smtp-listener.ts';

const closers: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const records: Record<string, string[]> = {};
const noRecords = (name: string): Error => Object.assign(new Error(name), { code: 'ENOTFOUND' });
const resolver: DnsResolver = (name, type) => {
  const found = type === 'TXT' ? records[name] : undefined;
  return found === undefined ? Promise.reject(noRecords(name)) : Promise.resolve([found]);
};

class RecordingInbox {
  readonly messages: InboundEmail[] = [];
  readonly receipts: DeliveryReceipt[] = [];
  gate: Promise<void> = Promise.resolve();

  async onMessage(message: InboundMessage): Promise<void> {
    this.messages.push(message as InboundEmail);
    await this.gate;
  }

  async onReceipt(receipt: DeliveryReceipt): Promise<void> {
    this.receipts.push(receipt);
    await this.gate;
  }
}

async function start(
  more: Partial<SmtpListenerOptions> = {},
): Promise<{ listener: SmtpListener; inbox: RecordingInbox }> {
  const parser = new MailParser(systemClock);
  const inbox = new RecordingInbox();
  const listener = await SmtpListener.start({
    host: '127.0.0.1',
    port: 0,
    ownAddress: 'agent@parley.test',
    inbox,
    parser,
    clock: systemClock,
    logger: silentLogger,
    resolver,
    ...more,
  });
  closers.push(
    () => parser.close(),
    () => listener.close(),
  );
  return { listener, inbox };
}

/** Opens a session. */
function open(listener: SmtpListener): Promise<SMTPConnection> {
  const client = new SMTPConnection({
    host: '127.0.0.1',
    port: listener.port,
    tls: { rejectUnauthorized: false },
  });
  closers.push(() => client.close());
  return new Promise((resolve, reject) => {
    client.on('error', reject);
    client.connect((error) => (error ? reject(error) : resolve(client)));
  });
}

/** Sends a mail on the session. Returns the code of the response. */
const send = (
  client: SMTPConnection,
  raw: string,
  to = 'agent@parley.test',
  from = 'ada@example.com',
): Promise<number> =>
  new Promise((resolve) => {
    client.send({ from, to: [to] }, raw, (error) =>
      resolve(error ? ((error as { responseCode?: number }).responseCode ?? 0) : 250),
    );
  });

const deliver = async (listener: SmtpListener, raw: string, to?: string, from?: string): Promise<number> => {
  const client = await open(listener);
  const code = await send(client, raw, to, from);
  client.close();
  return code;
};

const mail =
  'From: Ada <ada@example.com>\r\nMessage-ID: <1@example.com>\r\nSubject: Re: Visit\r\n\r\nYes.\r\n';

describe('SmtpListener', () => {
  it('passes on a mail with the recipients of the envelope', async () => {
    const { listener, inbox } = await start();
    expect(await deliver(listener, mail, 'Agent+Token@PARLEY.test')).toBe(250);
    expect(inbox.messages).toMatchObject([
      {
        from: 'ada@example.com',
        to: ['agent+token@parley.test'],
        text: 'Yes.',
        externalId: '<1@example.com>',
        kind: 'person',
      },
    ]);
    expect(await listener.checkHealth()).toEqual({
      ok: true,
      detail: `Receives mail at 127.0.0.1:${listener.port}.`,
    });
  });

  it('receives several mails on one connection', async () => {
    const { listener, inbox } = await start();
    const client = await open(listener);
    for (let count = 0; count < 30; count += 1) expect(await send(client, mail)).toBe(250);
    expect(inbox.messages).toHaveLength(30);
  });

  it('responds with 250 after the inbox has resolved, and with 451 if it rejects', async () => {
    const { listener, inbox } = await start();
    const gate = Promise.withResolvers<void>();
    inbox.gate = gate.promise;
    const events: string[] = [];
    const delivered = deliver(listener, mail).then((code) => events.push(String(code)));
    await expect.poll(() => inbox.messages.length).toBe(1);
    // An early response would arrive before that of a complete exchange on another connection.
    await open(listener);
    events.push('resolved');
    gate.resolve();
    await delivered;
    expect(events).toEqual(['resolved', '250']);

    inbox.gate = Promise.reject(new Error('The database is not available.'));
    inbox.gate.catch(() => undefined);
    expect(await deliver(listener, mail)).toBe(451);
    inbox.gate = Promise.resolve();
    expect(await deliver(listener, mail)).toBe(250);
  });

  it.each([
    ['eve@example.com', 550],
    ['agent@sub.parley.test', 550],
    ['agent@parley.test.example.com', 550],
    ['agent%example.com@example.org', 550],
    ['"eve@example.com"@parley.test', 501],
    ['@parley.test:eve@example.com', 550],
    ['anything@parley.test', 250],
  ])('answers the recipient %s with %i', async (to, code) => {
    const { listener, inbox } = await start();
    expect(await rawRecipient(listener, to)).toBe(code);
    expect(inbox.messages).toEqual([]);
  });

  it('passes on bounces as receipts', async () => {
    const { listener, inbox } = await start();
    const bounce = [
      'From: MAILER-DAEMON@mx.example.com',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.com',
      '',
      'Action: failed',
      'Status: 5.1.1',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      'Message-ID: <msg_1@parley.test>',
      '--b--',
      '',
    ].join('\r\n');
    expect(await deliver(listener, bounce, undefined, '')).toBe(250);
    expect(inbox.messages).toEqual([]);
    expect(inbox.receipts).toMatchObject([
      { externalId: '<msg_1@parley.test>', outcome: 'failed', suppresses: 'no_such_address' },
    ]);
  });

  it('refuses a mail that is too large or too complex', async () => {
    const { listener, inbox } = await start();
    expect(
      await deliver(listener, `${mail}${'x'.repeat(70)}\r\n`.padEnd(53_000_000, 'line of text\r\n')),
    ).toBe(552);
    expect(await deliver(listener, `${'X: y\r\n'.repeat(3_000)}${mail}`)).toBe(554);
    expect(inbox.messages).toEqual([]);
    expect(await deliver(listener, mail)).toBe(250);
  });

  it('defers mail when too much of it arrives at once', async () => {
    const { listener } = await start({ limits: { bufferedBytes: 1_000_000 } });
    expect(await deliver(listener, `${mail}${'text of a mail\r\n'.repeat(80_000)}`)).toBe(452);
    expect(await deliver(listener, mail)).toBe(250);
  });

  it('limits the messages of an address', async () => {
    const clock = new ManualClock();
    const { listener } = await start({ clock, limits: { messagesPerMinutePerAddress: 2 } });
    expect([await deliver(listener, mail), await deliver(listener, mail)]).toEqual([250, 250]);
    expect(await deliver(listener, mail)).toBe(450);
    await clock.advance(60_000);
    expect(await deliver(listener, mail)).toBe(250);
  });

  it('limits the connections of an address, and forgets those that end', async () => {
    const { listener } = await start({ limits: { connectionsPerAddress: 2 } });
    const first = await open(listener);
    await open(listener);
    await expect(open(listener)).rejects.toThrow('421');
    await expect(open(listener)).rejects.toThrow('421');
    first.close();
    await expect
      .poll(() =>
        open(listener).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect(open(listener)).rejects.toThrow('421');
  });

  it('ends idle and long connections', async () => {
    const clock = new ManualClock();
    const { listener } = await start({ clock, limits: { connectionMs: 1_000 } });
    const client = await open(listener);
    const ended = new Promise((resolve) => client.once('end', resolve));
    await clock.advance(1_000);
    await ended;
    expect(clock.pendingTimers).toBe(0);

    const idle = await start({ limits: { idleMs: 500 } });
    const other = await open(idle.listener);
    await new Promise((resolve) => other.once('end', resolve));
  });

  it('survives garbage and connections that end at any byte', async () => {
    const { listener, inbox } = await start();
    const session = `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<agent@parley.test>\r\nDATA\r\n${mail}`;
    for (let length = 0; length < session.length; length += 7) {
      const socket = connect(listener.port, '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('data', resolve));
      socket.end(length % 2 === 0 ? session.slice(0, length) : Buffer.from([0, 255, 13, 10, length]));
    }
    await sleep(50);
    expect(inbox.messages).toEqual([]);
    expect(await deliver(listener, mail)).toBe(250);
  });

  it('keeps smuggled messages within the first (CVE-2023-51766)', async () => {
    const { listener, inbox } = await start();
    for (const end of ['\n.\n', '\n.\r\n', '\r.\r', '\r\n.\n']) {
      const smuggled = `EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<agent@parley.test>\r\nDATA\r\n${mail}more${end}MAIL FROM:<eve@b.example>\r\nRCPT TO:<agent@parley.test>\r\nDATA\r\nFrom: eve@b.example\r\n\r\nsmuggled\r\n.\r\nQUIT\r\n`;
      inbox.messages.splice(0);
      await exchange(listener, smuggled);
      expect(inbox.messages.map(({ from }) => from)).toEqual(['ada@example.com']);
    }
  });
});

/** Sends the whole session at once, and resolves when the listener has ended it. */
async function exchange(listener: SmtpListener, text: string): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  await new Promise((resolve) => socket.once('data', resolve));
  socket.write(text);
  await new Promise((resolve) => socket.once('close', resolve));
  return received;
}

/** Returns the code of the response to RCPT TO. */
async function rawRecipient(listener: SmtpListener, to: string): Promise<number> {
  const text = await exchange(listener, `HELO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<${to}>\r\nQUIT\r\n`);
  return Number(text.trim().split('\r\n').at(-2)!.slice(0, 3));
}

describe('SPF, DKIM and DMARC', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signer = new DKIM({
    domainName: 'example.com',
    keySelector: 'k',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  });
  const key = `v=DKIM1; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
  const sign = async (raw: string): Promise<string> => {
    const chunks: Buffer[] = [];
    for await (const chunk of signer.sign(raw)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };

  afterEach(() => {
    for (const name of Object.keys(records)) delete records[name];
  });

  it('records passes', async () => {
    const { listener, inbox } = await start();
    records['example.com'] = ['v=spf1 ip4:127.0.0.1 -all'];
    records['k._domainkey.example.com'] = [key];
    records['_dmarc.example.com'] = ['v=DMARC1; p=reject'];
    await deliver(listener, await sign(mail));
    expect(inbox.messages[0]!.authentication).toEqual({ spf: 'pass', dkim: 'pass', dmarc: 'pass' });
  });

  it('records failures, and accepts the mail', async () => {
    const { listener, inbox } = await start();
    records['example.com'] = ['v=spf1 -all'];
    records['k._domainkey.example.com'] = [key];
    records['_dmarc.example.com'] = ['v=DMARC1; p=reject'];
    expect(await deliver(listener, (await sign(mail)).replace('Yes.', 'No!!'))).toBe(250);
    expect(inbox.messages[0]!.authentication).toEqual({ spf: 'fail', dkim: 'fail', dmarc: 'fail' });
  });

  it('records a failure of a domain in another form than that of DNS', async () => {
    const { listener, inbox } = await start();
    records['_dmarc.example.com'] = ['v=DMARC1; p=reject'];
    await deliver(listener, mail.replace('ada@example.com', 'ada@\uff45xample.com'));
    expect(inbox.messages[0]!.authentication!.dmarc).toBe('fail');
  });

  it('checks an internationalised domain', async () => {
    const { listener, inbox } = await start();
    records['_dmarc.xn--mnchen-3ya.example'] = ['v=DMARC1; p=none'];
    await deliver(listener, mail.replace('ada@example.com', 'ada@M\u00fcnchen.example'));
    await deliver(listener, mail.replace('ada@example.com', 'ada@xn--mnchen-3ya.example'));
    records['xn--mnchen-3ya.example'] = ['v=spf1 ip4:127.0.0.1 -all'];
    const own = 'ada@xn--mnchen-3ya.example';
    await deliver(listener, mail.replace('ada@example.com', own), undefined, own);
    expect(inbox.messages.map(({ authentication }) => authentication!.dmarc)).toEqual([
      'fail',
      'fail',
      'pass',
    ]);
  });

  it.each([
    'From: ada@example.com\r\nFrom: mallory@example.net',
    'From: ada@example.com, mallory@example.net',
    'To: agent@parley.test',
  ])('records a failure without exactly one author domain: %j', async (author) => {
    const { listener, inbox } = await start();
    records['_dmarc.example.com'] = ['v=DMARC1; p=reject'];
    await deliver(listener, `${author}\r\nSubject: Re: Visit\r\n\r\nYes.\r\n`);
    expect(inbox.messages[0]).toMatchObject({ from: 'ada@example.com', authentication: { dmarc: 'fail' } });
  });

  it('records none without records', async () => {
    const { listener, inbox } = await start();
    await deliver(listener, mail);
    expect(inbox.messages[0]!.authentication).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' });
  });

  it('records errors of DNS, and accepts the mail', async () => {
    const failing: DnsResolver = () => Promise.reject(Object.assign(new Error('x'), { code: 'ESERVFAIL' }));
    const { listener, inbox } = await start({ resolver: failing });
    expect(await deliver(listener, await sign(mail))).toBe(250);
    expect(inbox.messages[0]!.authentication).toEqual({ spf: 'error', dkim: 'error', dmarc: 'error' });
  });

  it('does not wait for a DNS server that does not respond', async () => {
    const clock = new ManualClock();
    const asked = Promise.withResolvers<void>();
    const silent: DnsResolver = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    const { listener, inbox } = await start({ clock, resolver: silent });
    const delivered = deliver(listener, mail);
    await asked.promise;
    await clock.advance(10_000);
    expect(await delivered).toBe(250);
    expect(inbox.messages[0]!.authentication).toEqual({ spf: 'error', dkim: 'error', dmarc: 'error' });
  });

  it('does not check a mail with a line of megabytes', async () => {
    const { listener, inbox } = await start();
    expect(await deliver(listener, await sign(`${mail}${'x'.repeat(5_000_000)}\r\n`))).toBe(250);
    expect(inbox.messages[0]!.authentication).toEqual({ spf: 'error', dkim: 'error', dmarc: 'error' });
  });

  it('does not check hundreds of signatures', async () => {
    const { listener, inbox } = await start();
    const signature = /^DKIM-Signature:(?:.*\r\n[ \t])*.*\r\n/m.exec(await sign(mail))![0];
    expect(await deliver(listener, `${signature.repeat(60)}${mail}`)).toBe(250);
    expect(inbox.messages[0]!.authentication!.dkim).toBe('error');
  });
});
