import { ImapFlow } from 'imapflow';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryReceipt, InboundEmail, InboundMessage } from '../../src/contracts/message-carrier.ts';
import { systemClock } from '../../src/core/clock.ts';
import { silentLogger } from '../../src/core/logger.ts';
import { ManualClock } from '../../src/core/manual-clock.ts';
import type { ImapMailbox } from '../../src/core/mail-settings.ts';
import { seededRandom } from '../../src/core/random.ts';
import { ImapReader, type ImapReaderOptions } from '../../src/providers/mail/imap-reader.ts';
import { MailParser } from '../../src/providers/mail/mail-parser.ts';
import { Dovecot, hasDovecot } from './dovecot.ts';

const port = 15_460;

class RecordingInbox {
  readonly messages: InboundEmail[] = [];
  readonly receipts: DeliveryReceipt[] = [];
  /** Rejects the messages whose text it matches. */
  rejected: RegExp | undefined;
  attempts = 0;

  async onMessage(message: InboundMessage): Promise<void> {
    this.attempts += 1;
    if (this.rejected?.test(message.text) === true) throw new Error('Rejected by the test.');
    this.messages.push(message as InboundEmail);
  }

  async onReceipt(receipt: DeliveryReceipt): Promise<void> {
    this.receipts.push(receipt);
  }

  get texts(): string[] {
    return this.messages.map(({ text }) => text);
  }
}

describe.skipIf(!hasDovecot)('ImapReader (needs Dovecot, package dovecot-imapd, and root)', () => {
  let dovecot: Dovecot;
  let parser: MailParser;
  let user: string;
  let inbox: RecordingInbox;
  let users = 0;
  const readers: ImapReader[] = [];

  beforeAll(async () => {
    dovecot = await Dovecot.start(port);
    parser = new MailParser(systemClock);
  });
  afterAll(async () => {
    await parser.close();
    await dovecot.close();
  });
  beforeEach(async () => {
    // A failed test can leave it stopped.
    await dovecot.resume();
    users += 1;
    user = `user${users}`;
    inbox = new RecordingInbox();
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.close();
  });

  const mailbox = (more: Partial<ImapMailbox> = {}): ImapMailbox => ({
    host: '127.0.0.1',
    port,
    user,
    password: Dovecot.password,
    tls: 'opportunistic',
    mailbox: 'INBOX',
    processedFolder: undefined,
    ...more,
  });

  function start(more: Partial<ImapReaderOptions> = {}): ImapReader {
    const reader = ImapReader.start({
      server: mailbox(),
      ownAddress: 'agent@parley.test',
      inbox,
      parser,
      clock: systemClock,
      random: seededRandom(1),
      logger: silentLogger,
      ...more,
    });
    readers.push(reader);
    return reader;
  }

  /** Runs commands in a second session of the user. */
  async function inSession<T>(run: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      auth: { user, pass: Dovecot.password },
      logger: false,
    });
    await client.connect();
    try {
      await client.mailboxOpen('INBOX');
      return await run(client);
    } finally {
      await client.logout();
    }
  }

  const mail = (text: string): string =>
    `From: Ada <ada@example.com>\r\nTo: agent+t@parley.test\r\nMessage-ID: <${text}@example.com>\r\nSubject: Re\r\n\r\n${text}\r\n`;
  const append = (...raws: string[]): Promise<void> =>
    inSession(async (client) => {
      for (const raw of raws) await client.append('INBOX', raw);
    });
  const unseen = (): Promise<number[]> =>
    inSession(async (client) => (await client.search({ seen: false }, { uid: true })) || []);
  const flagged = (): Promise<number> =>
    inSession(async (client) => ((await client.search({ flagged: true }, { uid: true })) || []).length);

  /** Resolves when the reader waits until a mail is due: one timer checks the traffic, the other one is the wait. */
  const untilWaiting = async (clock: ManualClock): Promise<void> => {
    await expect.poll(() => clock.pendingTimers).toBe(2);
  };

  it('reads the mail that is there and the mail that arrives', async () => {
    await append(mail('one'), mail('two'));
    const reader = start();
    await expect.poll(() => inbox.texts).toEqual(['one', 'two']);
    expect(inbox.messages[0]).toMatchObject({
      from: 'ada@example.com',
      to: ['agent+t@parley.test'],
      externalId: '<one@example.com>',
      authentication: undefined,
    });
    expect((await reader.checkHealth()).ok).toBe(true);
    await append(mail('three'));
    await expect.poll(() => inbox.texts).toEqual(['one', 'two', 'three']);
    await expect.poll(unseen).toEqual([]);
  });

  it('passes on bounces', async () => {
    const bounce =
      'From: MAILER-DAEMON@x.example\r\nContent-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns;x\r\n\r\nAction: failed\r\nStatus: 5.2.2\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <m@parley.test>\r\n--b--\r\n';
    await append(bounce);
    start();
    await expect
      .poll(() => inbox.receipts)
      .toMatchObject([{ externalId: '<m@parley.test>', outcome: 'failed' }]);
  });

  it('does not read seen mail, and moves mail to the folder if there is one', async () => {
    await inSession((client) => client.append('INBOX', mail('seen'), ['\\Seen']));
    await append(mail('new'));
    start({ server: mailbox({ processedFolder: 'Done' }) });
    await expect.poll(() => inbox.texts).toEqual(['new']);
    await expect
      .poll(() => inSession(async (client) => (await client.status('Done', { messages: true })) || {}))
      .toMatchObject({ messages: 1 });
    expect(await unseen()).toEqual([]);
  });

  it('reads after a downtime of the server and of itself what has arrived', async () => {
    const first = start();
    await append(mail('before'));
    await expect.poll(() => inbox.texts).toEqual(['before']);
    await expect.poll(unseen).toEqual([]);
    await dovecot.stop();
    await expect.poll(async () => (await first.checkHealth()).ok).toBe(false);
    await dovecot.resume();
    await append(mail('after'));
    await expect.poll(() => inbox.texts).toEqual(['before', 'after']);
    await first.close();
    await append(mail('later'));
    expect(inbox.texts).toEqual(['before', 'after']);
    start();
    await expect.poll(() => inbox.texts).toEqual(['before', 'after', 'later']);
  });

  it('keeps a mail unseen until the inbox accepts it', async () => {
    const clock = new ManualClock();
    inbox.rejected = /poison/;
    await append(mail('poison'));
    start({ clock });
    await expect.poll(() => inbox.attempts).toBe(1);
    expect(await unseen()).toHaveLength(1);
    inbox.rejected = undefined;
    await untilWaiting(clock);
    await clock.advance(60_000);
    await expect.poll(() => inbox.texts).toEqual(['poison']);
    await expect.poll(unseen).toEqual([]);
  });

  it('flags a mail after three attempts, and reads the others', async () => {
    const clock = new ManualClock();
    inbox.rejected = /poison/;
    await append(mail('poison'), mail('good'));
    start({ clock });
    await expect.poll(() => inbox.texts).toEqual(['good']);
    for (const [attempts, delayMs] of [
      [2, 60_000],
      [3, 900_000],
    ] as const) {
      await untilWaiting(clock);
      await clock.advance(delayMs);
      await expect.poll(() => inbox.attempts).toBe(attempts + 1);
    }
    await expect.poll(flagged).toBe(1);
    await clock.advance(3_600_000);
    await append(mail('next'));
    await expect.poll(() => inbox.texts).toEqual(['good', 'next']);
    expect(inbox.attempts).toBe(5);
  });

  it('does not count attempts at which every mail is rejected', async () => {
    const clock = new ManualClock();
    inbox.rejected = /./;
    await append(mail('a'), mail('b'));
    start({ clock });
    for (let pass = 1; pass <= 6; pass += 1) {
      await expect.poll(() => inbox.attempts).toBe(2 * pass);
      await untilWaiting(clock);
      await clock.advance(60_000);
    }
    inbox.rejected = undefined;
    await expect
      .poll(async () => {
        await clock.advance(60_000);
        return inbox.texts;
      })
      .toEqual(['a', 'b']);
    expect(await flagged()).toBe(0);
  });

  it.each([
    [12_000_000, 12_000_000],
    [40_000_000, null],
  ])('reads the text of a mail with an attachment of %i bytes', async (size, bytes) => {
    const content = Buffer.alloc(size, 7).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    const parts = [
      '--b\r\n\r\nThe form is below.',
      `--b\r\nContent-Type: application/pdf; name=form.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${content}`,
      '--b--',
    ];
    const head = 'From: Ada <ada@example.com>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
    await append(head + parts.join('\r\n'), mail('next'));
    start();
    await expect.poll(() => inbox.texts, { timeout: 15_000 }).toEqual(['The form is below.', 'next']);
    expect(inbox.messages[0]!.attachments).toEqual([
      { name: 'form.pdf', contentType: 'application/pdf', bytes },
    ]);
    expect(await flagged()).toBe(0);
  });

  it('flags a mail bomb at once, and reads the others', async () => {
    await append(`${'X: y\r\n'.repeat(3_000)}${mail('bomb')}`, mail('good'));
    start();
    await expect.poll(() => inbox.texts).toEqual(['good']);
    expect(await flagged()).toBe(1);
  });

  it('reports a wrong password', async () => {
    const server = mailbox({ password: undefined, user: 'nobody-else' });
    const reader = start({ server: { ...server, mailbox: 'No such folder', password: Dovecot.password } });
    await expect.poll(async () => (await reader.checkHealth()).detail).toMatch(/cannot be read/);
  });
});
