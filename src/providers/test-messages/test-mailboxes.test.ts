import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { createTransport, type SendMailOptions } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { PersonaDialogs } from './persona-dialogs.ts';
import { TestMailboxes } from './test-mailboxes.ts';
import { MemoryMessageLog } from './testing/memory-log.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A mail server that keeps what it receives. The first `refusals` mails are refused. */
async function openInbox({ refusals = 0 } = {}) {
  const received: { readonly from: string; readonly email: Email }[] = [];
  let refused = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 200,
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      const email = await PostalMime.parse(await buffer(stream));
      refused += 1;
      if (refused <= refusals) throw Object.assign(new Error('Later.'), { responseCode: 451 });
      received.push({ from: envelope.mailFrom === false ? '' : envelope.mailFrom.address, email });
    }),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { received, port: (server.server.address() as AddressInfo).port };
}

async function openMailboxes({ refusals = 0 } = {}) {
  const inbox = await openInbox({ refusals });
  const clock = new ManualClock();
  const random = seededRandom(7);
  const log = new MemoryMessageLog();
  const dialogs = new PersonaDialogs({ random });
  const inbound = { host: '127.0.0.1', port: inbox.port };
  const mailboxes = await TestMailboxes.open({
    clock,
    random,
    logger: createLogger('silent'),
    log,
    dialogs,
    inbound,
  });
  const transport = createTransport({ host: '127.0.0.1', port: mailboxes.port, ignoreTLS: true, pool: true });
  closers.push(
    () => transport.close(),
    () => mailboxes.close(),
  );
  const send = (to: string, options: SendMailOptions = {}) =>
    transport.sendMail({
      from: 'Office <office@parley.test>',
      replyTo: 'office+token@parley.test',
      messageId: '<msg.1@parley.test>',
      to,
      subject: 'Your visit',
      text: 'Hello Ada,\nsee you tomorrow at ten.',
      ...options,
    });
  return { clock, log, mailboxes, dialogs, send, received: inbox.received };
}

describe('test mailboxes', () => {
  it('accept a mail and answer as the persona', async () => {
    const { clock, log, received, send } = await openMailboxes();
    await send('agrees@example.com');
    expect(log.arrivals).toEqual([
      {
        channel: 'email',
        person: 'agrees@example.com',
        peer: 'office+token@parley.test',
        subject: 'Your visit',
        text: 'Hello Ada,\nsee you tomorrow at ten.',
        externalIds: ['<msg.1@parley.test>'],
      },
    ]);
    await clock.advance(2_500);
    await clock.advance(1);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const { from, email } = received[0]!;
    expect(from).toBe('agrees@example.com');
    expect(email).toMatchObject({
      subject: 'Re: Your visit',
      inReplyTo: '<msg.1@parley.test>',
      references: '<msg.1@parley.test>',
      to: [{ address: 'office+token@parley.test' }],
    });
    expect(email.text).toMatch(
      /^Yes, that works for me\. Thank you!\n\nOn .* wrote:\n> Hello Ada,\n> see you/,
    );
    expect(log.answers).toEqual([{ answers: '1', text: 'Yes, that works for me. Thank you!' }]);
  });

  it('mark an automatic reply', async () => {
    const { clock, received, send } = await openMailboxes();
    await send('away+team@mail.example.org');
    await clock.advance(2_500);
    await clock.advance(1);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]!.from).toBe('');
    expect(received[0]!.email.subject).toBe('Automatic reply: Your visit');
    expect(received[0]!.email.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }),
    );
  });

  it('return a bounce with the header of the mail', async () => {
    const { clock, log, received, send } = await openMailboxes();
    await send('bounces@example.net');
    expect(log.arrivals).toEqual([]);
    await clock.advance(500);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const { from, email } = received[0]!;
    expect(from).toBe('');
    expect(email.headers.find(({ key }) => key === 'content-type')?.value).toContain(
      'report-type=delivery-status',
    );
    const parts = email.attachments.map(({ mimeType }) => mimeType);
    expect(parts).toContain('message/delivery-status');
    const source = email.attachments.map(({ content }) =>
      typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString(),
    );
    expect(source.join('\n')).toContain('Status: 5.1.1');
    expect(source.join('\n')).toContain('<msg.1@parley.test>');
  });

  it.each([
    ['refused@example.com', 554],
    ['unknown@example.com', 550],
    ['ada@parley.invalid', 550],
    ['ada@example.com.invalid', 550],
  ])('refuse mail to %s with %d', async (to, responseCode) => {
    const { log, send } = await openMailboxes();
    await expect(send(to)).rejects.toMatchObject({ responseCode });
    expect(log.arrivals).toEqual([]);
  });

  it('refuse the first attempt of an overloaded server', async () => {
    const { log, send } = await openMailboxes();
    await expect(send('busy@example.com')).rejects.toMatchObject({ responseCode: 451 });
    await send('busy@example.com');
    expect(log.arrivals).toHaveLength(1);
  });

  it('repeat an answer that was not accepted', async () => {
    const { clock, received, mailboxes } = await openMailboxes({ refusals: 1 });
    const mail = {
      person: 'ada@example.com',
      replyTo: 'office@parley.test',
      subject: 'Re: Visit',
      text: 'Hello',
      messageId: undefined,
    };
    mailboxes.send(mail, 'Yes');
    await clock.advance(1);
    await vi.waitFor(() => expect(clock.pendingTimers).toBe(1));
    await clock.advance(1_000);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(received[0]!.email).toMatchObject({ subject: 'Re: Visit' });
    expect(received[0]!.email.inReplyTo).toBeUndefined();
  });

  it('never answer mail without a return path', async () => {
    const { clock, log, send } = await openMailboxes();
    await send('robot@example.com', { envelope: { from: '', to: 'robot@example.com' } });
    await clock.advance(10_000);
    expect(log.arrivals).toHaveLength(1);
    expect(log.answers).toEqual([]);
  });

  it('answer a robot a limited number of times', async () => {
    const { clock, log, received, send } = await openMailboxes();
    for (let round = 0; round < 52; round += 1) await send('robot@example.com');
    await clock.advance(10_000);
    await vi.waitFor(() => expect(received).toHaveLength(50));
    expect(log.answers).toHaveLength(50);
  });
});
