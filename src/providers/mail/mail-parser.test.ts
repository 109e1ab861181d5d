import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { MailParser } from './mail-parser.ts';
import { MailRejectedError, type ReceivedMail } from './parsed-mail.ts';

const mail = (raw: string): ReceivedMail => ({
  raw: Buffer.from(raw),
  sender: 'ada@example.com',
  recipients: ['agent@parley.test'],
  ownAddress: 'agent@parley.test',
});
const simple = mail('From: ada@example.com\r\nMessage-ID: <1@x>\r\n\r\nYes.');

let parser = new MailParser(systemClock);
afterEach(async () => {
  await parser.close();
  parser = new MailParser(systemClock);
});

describe('MailParser', () => {
  it('parses mails in sequence', async () => {
    const parsed = await Promise.all(
      Array.from({ length: 20 }, (_, index) => parser.parse(mail(`From: a@b.example\r\n\r\n${index}`))),
    );
    expect(parsed.map((one) => one.kind === 'message' && one.message.text)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index)),
    );
  });

  it('refuses a mail above a limit, and parses the next', async () => {
    const flood = mail(`${'X: y\r\n'.repeat(5_000)}\r\n`);
    await expect(parser.parse(flood)).rejects.toThrow(MailRejectedError);
    await expect(parser.parse(mail('x'.repeat(53_000_000)))).rejects.toThrow('too large');
    expect((await parser.parse(simple)).kind).toBe('message');
  });

  it('refuses a mail that takes too long, and parses the next in a new thread', async () => {
    const clock = new ManualClock();
    const timed = new MailParser(clock);
    const first = timed.parse(mail(`From: a@b.example\r\n\r\n${'x\r\n'.repeat(2_000_000)}`));
    const refused = first.catch((error: unknown) => error);
    const second = timed.parse(simple);
    await clock.advance(15_000);
    expect(await refused).toMatchObject({
      name: 'MailRefusedError',
      message: 'The message takes too long to parse.',
    });
    expect((await second).kind).toBe('message');
    await timed.close();
    expect(clock.pendingTimers).toBe(0);
  });

  it('fails mails in progress when it closes', async () => {
    const pending = Promise.allSettled([parser.parse(simple), parser.parse(simple)]);
    await parser.close();
    expect((await pending).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(parser.parse(simple)).rejects.toThrow('accepts no more');
  });
});
