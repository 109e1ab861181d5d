import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeliveryReceipt, InboundEmail } from '../../contracts/message-carrier.ts';
import { parseMail } from './parse-mail.ts';
import { MailRejectedError, type ParsedMail, type ReceivedMail } from './parsed-mail.ts';

const ownAddress = 'agent@parley.test';

const parse = (raw: string | Uint8Array, more: Partial<ReceivedMail> = {}): Promise<ParsedMail> =>
  parseMail({
    raw: typeof raw === 'string' ? Buffer.from(raw.replaceAll(/\r?\n/g, '\r\n')) : raw,
    sender: undefined,
    recipients: undefined,
    ownAddress,
    ...more,
  });

async function messageOf(raw: string | Uint8Array, more: Partial<ReceivedMail> = {}): Promise<InboundEmail> {
  const parsed = await parse(raw, more);
  expect(parsed.kind).toBe('message');
  return (parsed as Extract<ParsedMail, { kind: 'message' }>).message;
}

async function receiptOf(raw: string, more: Partial<ReceivedMail> = {}): Promise<DeliveryReceipt> {
  const parsed = await parse(raw, more);
  expect(parsed.kind).toBe('receipt');
  return (parsed as Extract<ParsedMail, { kind: 'receipt' }>).receipt;
}

const reply = (fields: string, body = 'Yes.'): string =>
  `From: "Ada Lovelace" <Ada@Example.com>\nTo: agent+token@parley.test\nSubject: Re: Visit\nMessage-ID: <in1@example.com>\n${fields}\n\n${body}\n`;

describe('messages', () => {
  it('reads a reply', async () => {
    const raw = reply(
      'In-Reply-To: <msg_2@parley.test>\nReferences: <msg_1@parley.test>\n <in0@example.com> <msg_2@parley.test>\nContent-Type: text/plain; charset=utf-8',
      'Yes, gladly 👍\n\nOn 5 May 2026, Parley <agent@parley.test> wrote:\n> Do you come?\n',
    );
    expect(await messageOf(raw)).toEqual({
      channel: 'email',
      externalId: '<in1@example.com>',
      from: 'ada@example.com',
      fromName: 'Ada Lovelace',
      to: ['agent+token@parley.test'],
      subject: 'Re: Visit',
      text: 'Yes, gladly 👍',
      attachments: [],
      references: ['<msg_2@parley.test>', '<in0@example.com>', '<msg_1@parley.test>'],
      kind: 'person',
      authentication: undefined,
    });
  });

  it('prefers the recipients of the envelope, then the address of the delivery, then those of the header', async () => {
    const delivered = 'Delivered-To: agent+new@parley.test\nCc: Eve <eve@example.com>, agent+cc@parley.test';
    expect((await messageOf(reply('X: y'), { recipients: ['agent+e@parley.test'] })).to).toEqual([
      'agent+e@parley.test',
    ]);
    expect((await messageOf(reply(delivered))).to).toEqual([
      'agent+new@parley.test',
      'agent+token@parley.test',
      'agent+cc@parley.test',
    ]);
    expect((await messageOf('From: a@b.example\nTo: x@y.example\n\nhi')).to).toEqual([ownAddress]);
  });

  it.each([
    ['utf-8', 'Grüße', Buffer.from('Grüße')],
    ['iso-8859-1', 'Grüße', Buffer.from('Grüße', 'latin1')],
    ['windows-1252', '“Ok” €', Buffer.from([0x93, 0x4f, 0x6b, 0x94, 0x20, 0x80])],
    ['koi8-r', 'Да', Buffer.from([0xe4, 0xc1])],
    ['shift_jis', 'はい', Buffer.from([0x82, 0xcd, 0x82, 0xa2])],
    ['iso-2022-jp', 'はい', Buffer.from([0x1b, 0x24, 0x42, 0x24, 0x4f, 0x24, 0x24, 0x1b, 0x28, 0x42])],
    ['gb18030', '好的', Buffer.from([0xba, 0xc3, 0xb5, 0xc4])],
    ['windows-1256', 'نعم', Buffer.from([0xe4, 0xda, 0xe3])],
    ['x-unknown-charset', 'plain', Buffer.from('plain')],
  ])('decodes %s', async (charset, text, bytes) => {
    const head = Buffer.from(
      `From: a@b.example\r\nContent-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
    );
    expect((await messageOf(Buffer.concat([head, Buffer.from(bytes.toString('base64'))]))).text).toBe(text);
  });

  it('decodes quoted-printable and encoded words', async () => {
    const raw =
      'From: =?utf-8?q?Bj=C3=B6rn?= <b@example.com>\nSubject: =?utf-8?b?VGVybWluIPCfkY0=?=\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\nIch komme sp=C3=A4ter, gegen 11 U=\nhr.\n';
    expect(await messageOf(raw)).toMatchObject({
      fromName: 'Björn',
      subject: 'Termin 👍',
      text: 'Ich komme später, gegen 11 Uhr.',
    });
  });

  it('reads the plain text of alternatives, and HTML if there is no text', async () => {
    const alternative = (plain: string) =>
      reply(
        'Content-Type: multipart/alternative; boundary=b',
        `--b\nContent-Type: text/plain\n\n${plain}\n--b\nContent-Type: text/html\n\n<p>In HTML</p><div class="gmail_quote">old</div>\n--b--`,
      );
    expect((await messageOf(alternative('In text'))).text).toBe('In text');
    expect((await messageOf(alternative(' '))).text).toBe('In HTML');
    expect((await messageOf(reply('Content-Type: text/html', '<b>Only</b> HTML &amp; more'))).text).toBe(
      'Only HTML & more',
    );
  });

  it('omits attachments and forwarded messages', async () => {
    const raw = reply(
      'Content-Type: multipart/mixed; boundary=b',
      '--b\nContent-Type: text/plain\n\nSee below.\n--b\nContent-Type: message/rfc822\n\nFrom: eve@example.com\nSubject: x\n\nSTOP\n--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nattached\n--b--',
    );
    expect(await messageOf(raw)).toMatchObject({
      text: 'See below.',
      attachments: [
        { name: null, contentType: 'message/rfc822', bytes: 41 },
        { name: 'a.txt', contentType: 'text/plain', bytes: 8 },
      ],
    });
  });

  const base64Part = (fields: string, bytes: number): string =>
    `--b\n${fields}\nContent-Transfer-Encoding: base64\n\n${Buffer.alloc(bytes, 7).toString('base64').replaceAll(/.{76}/g, '$&\n')}\n`;

  it('keeps the texts of a mail of more than 10 MiB, and names its attachments', async () => {
    const raw = reply(
      'Content-Type: multipart/mixed; boundary=b',
      [
        '--b\nContent-Type: text/plain\n\nThe form, filled in.\n',
        base64Part('Content-Type: application/pdf; name="=?utf-8?q?Gr=C3=B6=C3=9Fe.pdf?="', 6_000_001),
        base64Part('Content-Type: image/jpeg\nContent-Disposition: inline; filename=photo.jpg', 6_000_002),
        '--b\nContent-Type: text/plain\n\nAnd a photo.\n',
        base64Part('Content-Type: application/octet-stream\nContent-Description: mine', 3),
        '--b--',
      ].join(''),
    );
    expect(raw.length).toBeGreaterThan(15 * 1024 * 1024);
    const { text, attachments } = await messageOf(raw);
    expect(text).toBe('The form, filled in.\n\nAnd a photo.');
    expect(attachments).toEqual([
      { name: 'Größe.pdf', contentType: 'application/pdf', bytes: 6_000_001 },
      { name: 'photo.jpg', contentType: 'image/jpeg', bytes: 6_000_002 },
      { name: null, contentType: 'application/octet-stream', bytes: 3 },
    ]);
  });

  it('names the attachment of a mail that consists of it, and one whose end is missing without its size', async () => {
    const fields =
      'Content-Type: application/pdf\nContent-Disposition: attachment; filename=form.pdf\nContent-Transfer-Encoding: base64';
    const expected = { name: 'form.pdf', contentType: 'application/pdf', bytes: 5 };
    expect((await messageOf(reply(fields, 'SGVsbG8='))).attachments).toEqual([expected]);
    const cut = await messageOf(reply(fields, 'SGVs'), { isTruncated: true });
    expect(cut.attachments).toEqual([{ ...expected, bytes: null }]);
  });

  it('keeps look-alike and right-to-left characters, and removes NUL', async () => {
    const text = 'Ѕтор \u202eabc\u202c שלום مرحبا';
    expect((await messageOf(reply('Content-Type: text/plain; charset=utf-8', `${text}\0!`))).text).toBe(
      `${text}!`,
    );
    expect((await messageOf('From: аdа@example.com\n\nhi')).from).toBe('аdа@example.com');
  });

  it('has the first Message-ID exactly as given', async () => {
    expect(
      (await messageOf('From: a@b.example\nMessage-ID: <A.b+C=@d>\nMessage-ID: <x@y>\n\nhi')).externalId,
    ).toBe('<A.b+C=@d>');
    expect((await messageOf('From: a@b.example\nMessage-ID: without@brackets\n\nhi')).externalId).toBe(
      'without@brackets',
    );
    expect((await messageOf(reply('X: y'))).isProvisionalId).toBeUndefined();
  });

  it.each(['X: y', 'Message-ID: a b c', 'Message-ID: <a\0@c>'])(
    'without a Message-ID (%j) has an id of its content',
    async (field) => {
      const read = (body: string, more: Partial<ReceivedMail> = {}) =>
        messageOf(`From: a@b.example\n${field}\n\n${body}`, more);
      const first = await read('hi');
      expect(first).toMatchObject({
        externalId: expect.stringMatching(/^[0-9a-f]{64}$/),
        isProvisionalId: true,
      });
      expect((await read('hi')).externalId).toBe(first.externalId);
      expect((await read('ho')).externalId).not.toBe(first.externalId);
      expect((await read('hi', { recipients: [ownAddress] })).externalId).not.toBe(first.externalId);
    },
  );

  it('uses the sender of the envelope without From, and ignores a mail without both', async () => {
    expect((await messageOf('Subject: x\n\nhi', { sender: 'Ada@Example.com' })).from).toBe('ada@example.com');
    expect((await parse('Subject: x\n\nhi')).kind).toBe('ignored');
  });

  it('limits names, subjects and references', async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `<${index}@x>`).join(' ');
    const message = await messageOf(
      `From: "${'n'.repeat(5_000)}" <a@b.example>\nSubject: ${'s'.repeat(5_000)}\nReferences: ${ids}\n\nhi`,
    );
    expect(message.fromName.length).toBeLessThanOrEqual(200);
    expect(message.subject.length).toBeLessThanOrEqual(998);
    expect(message.references).toHaveLength(100);
    expect(message.references[0]).toBe('<299@x>');
  });
});

describe('automatic mail', () => {
  it.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated (rejected)',
    'Precedence: bulk',
    'Precedence: auto_reply',
    'List-Id: <list.example.com>',
    'List-Unsubscribe: <mailto:u@example.com>',
    'Return-Path: <>',
    'X-Auto-Response-Suppress: All',
    'X-Autoreply: yes',
    'X-Failed-Recipients: x@example.com',
    'Content-Type: multipart/report; report-type=other; boundary=b',
  ])('recognises %s', async (field) => {
    expect((await messageOf(reply(field))).kind).toBe('automatic');
  });

  it.each([
    'Auto: Reifenwechsel morgen',
    'Abwesend am Freitag, geht Montag?',
    'On vacation next week, can we move it?',
    'Automatic reply: Visit',
    'Réponse automatique : Visite',
  ])('takes the subject %s without another sign for one of a person', async (subject) => {
    const encoded = Buffer.from(subject).toString('base64');
    const raw = (field: string) =>
      `From: ada@example.com\nSubject: =?utf-8?b?${encoded}?=\n${field}\n\nI am away.`;
    expect((await messageOf(raw('X-Mailer: Mail'))).kind).toBe('person');
    expect((await messageOf(raw('Auto-Submitted: auto-replied'))).kind).toBe('automatic');
  });

  it.each([
    'noreply@example.com',
    'no-reply+x@example.com',
    'MAILER-DAEMON@example.com',
    'list-bounces@example.com',
  ])('recognises the sender %s', async (address) => {
    expect((await messageOf(`From: ${address}\nSubject: Hello\n\nhi`)).kind).toBe('automatic');
  });

  it('recognises an empty envelope sender', async () => {
    expect((await messageOf(reply('X: y'), { sender: '' })).kind).toBe('automatic');
  });

  it.each(['Auto-Submitted: no', 'Precedence: first-class', 'Return-Path: <ada@example.com>'])(
    'takes %s for a person',
    async (field) => {
      expect((await messageOf(reply(field), { sender: 'ada@example.com' })).kind).toBe('person');
    },
  );
});

const dsn = (status: string, more = ''): string => `Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example.com>
To: agent@parley.test
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Message-ID: <bounce@mx.example.com>
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status;
 boundary="b/1"

--b/1
Content-Description: Notification
Content-Type: text/plain

I'm sorry. Message-ID: <wrong@example.com>
--b/1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
${more}X-Queue-ID: 4711

Final-Recipient: rfc822; ada@example.com
${status}
Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>: unknown
--b/1
Content-Type: message/rfc822

Received: by mx.example.com
Message-ID:
 <msg_1.hmac@parley.test>
Subject: Visit

Hello. Message-ID: <wrong@example.com>
--b/1--
`;

describe('delivery reports', () => {
  it.each([
    [
      'Action: failed\nStatus: 5.1.1',
      'failed',
      'no_such_address',
      /5\.1\.1: the address cannot receive mail\.$/,
    ],
    ['Action: failed\nStatus: 5.2.2', 'failed', undefined, /5\.2\.2: the mailbox cannot/],
    ['Action: failed\nStatus: 4.4.7', 'failed', undefined, /4\.4\.7/],
    ['Action: failed', 'failed', undefined, /^The mail could not be delivered\.$/],
    ['Action: delivered\nStatus: 2.0.0', 'delivered', undefined, /^$/],
    ['Action: delayed\nStatus: 4.4.1', 'sent', undefined, /^$/],
    ['Action: relayed\nStatus: 2.0.0', 'sent', undefined, /^$/],
  ])('reads %j', async (status, outcome, suppresses, detail) => {
    const receipt = await receiptOf(dsn(status));
    expect(receipt).toMatchObject({ externalId: '<msg_1.hmac@parley.test>', reference: null, outcome });
    expect(receipt.suppresses).toBe(suppresses);
    expect(receipt.detail).toMatch(detail);
    expect(receipt.detail).not.toContain('ada');
  });

  it('reads our reference', async () => {
    const raw = dsn('Action: failed\nStatus: 5.1.1', 'Original-Envelope-Id: msg+5F01\n');
    expect((await receiptOf(raw)).reference).toBe('msg_01');
    const foreign = dsn('Action: failed\nStatus: 5.1.1', 'Original-Envelope-Id: x@y <z>\n');
    expect((await receiptOf(foreign)).reference).toBeNull();
  });

  it('reads returned headers, and In-Reply-To without them', async () => {
    const headersOnly = dsn('Action: failed\nStatus: 5.1.1').replace('message/rfc822', 'text/rfc822-headers');
    expect((await receiptOf(headersOnly)).externalId).toBe('<msg_1.hmac@parley.test>');
    const without = dsn('Action: failed\nStatus: 5.1.1')
      .replace('message/rfc822', 'text/x-nothing')
      .replace('Auto-Submitted', 'In-Reply-To: <msg_9@parley.test>\nAuto-Submitted');
    expect((await receiptOf(without)).externalId).toBe('<msg_9@parley.test>');
  });

  it('ignores a report without the id of a message', async () => {
    const raw = dsn('Action: failed\nStatus: 5.1.1').replace('message/rfc822', 'text/x-nothing');
    expect((await parse(raw)).kind).toBe('ignored');
  });

  it('reads a bounce in the text of a mail server', async () => {
    const raw = `Return-Path: <>
From: MAILER-DAEMON@mx.example.com
Subject: failure notice

Hi. This is the qmail-send program at mx.example.com.
<ada@example.com>:
Remote host said: 550 5.1.1 No such user

--- Below this line is a copy of the message.

Received: by mx
Message-ID: <msg_1@parley.test>
Subject: Visit
`;
    expect(await receiptOf(raw)).toMatchObject({
      externalId: '<msg_1@parley.test>',
      outcome: 'failed',
      suppresses: 'no_such_address',
    });
  });

  it('does not take the mail of a person for a bounce', async () => {
    const raw = reply('X: y', 'I got "failure notice":\nMessage-ID: <msg_1@parley.test>\n550 5.1.1').replace(
      'Re: Visit',
      'Undelivered mail',
    );
    expect((await parse(raw)).kind).toBe('message');
  });
});

describe('complaints and read receipts', () => {
  const report = (type: string, part: string): string => `From: feedback@isp.example
To: agent@parley.test
Subject: FW: Visit
Content-Type: multipart/report; report-type=${type}; boundary=b

--b
Content-Type: text/plain

This is a report.
--b
${part}
--b
Content-Type: message/rfc822

From: agent@parley.test
Message-ID: <msg_1@parley.test>

Hello
--b--
`;

  it.each([
    ['abuse', 'complaint'],
    ['fraud', 'complaint'],
    ['opt-out', 'opted_out'],
    ['not-spam', undefined],
  ])('reads the feedback %s', async (type, suppresses) => {
    const part = `Content-Type: message/feedback-report\n\nFeedback-Type: ${type}\nUser-Agent: X/1\nVersion: 1\n`;
    const receipt = await receiptOf(report('feedback-report', part));
    expect(receipt).toMatchObject({ externalId: '<msg_1@parley.test>', outcome: 'delivered', detail: '' });
    expect(receipt.suppresses).toBe(suppresses);
  });

  it('reads the receipt of a mail program', async () => {
    const part =
      'Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822;ada@example.com\nOriginal-Message-ID: <msg_2@parley.test>\nDisposition: manual-action/MDN-sent-manually; displayed\n';
    expect(await receiptOf(report('disposition-notification', part))).toMatchObject({
      externalId: '<msg_2@parley.test>',
      outcome: 'delivered',
    });
  });
});

describe('hostile mail', () => {
  const nested = (depth: number): string => {
    let head = 'From: a@b.example\n';
    let body = 'deep';
    for (let level = depth; level > 0; level -= 1)
      body = `Content-Type: multipart/mixed; boundary=b${level}\n\n--b${level}\n${level === depth ? '\n' : ''}${body}\n--b${level}--\n`;
    head += body;
    return head;
  };

  it.each<[string, string]>([
    ['more than 50 MiB', `From: a@b.example\n\n${'x'.repeat(50 * 1024 * 1024)}`],
    ['too many header fields', `${'X: y\n'.repeat(2_000)}\nhi`],
    ['a header section of 1 MB', `X: ${'y '.repeat(500_000)}\n\nhi`],
    ['a folded header section of 1 MB', `X: ${'y\n '.repeat(300_000)}\n\nhi`],
    [
      'too many parts',
      `From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(5_000)}--b--`,
    ],
    [
      'too many boundaries',
      `From: a@b.example\n\n${Array.from({ length: 3_000 }, (_, i) => `boundary=b${i}\n`).join('')}`,
    ],
    ['nesting of 200 levels', nested(200)],
  ])('refuses %s', async (_name, raw) => {
    await expect(parse(raw)).rejects.toThrow(MailRejectedError);
  });

  it('skips the rest of long parts, and reads the parts after them', async () => {
    const attachment = `--b\nContent-Type: application/pdf\nContent-Transfer-Encoding: base64\n\n${`${'QUJD'.repeat(19)}\n`.repeat(100_000)}`;
    const mixed = reply(
      'Content-Type: multipart/mixed; boundary=b',
      `${attachment}--b\nContent-Type: text/plain\n\nSee above.\n--b--`,
    );
    expect((await messageOf(mixed)).text).toBe('See above.');
    expect((await messageOf(reply('X: y', `First\n${'\n'.repeat(4_000_000)}last`))).text).toBe('First');
  });

  it('reads nesting of 20 levels', async () => {
    expect((await messageOf(nested(20))).text).toBe('deep');
  });

  it('never fails otherwise, and yields no id that the mail does not have', async () => {
    const fragment = fc.oneof(
      fc.constantFrom(
        'From: ',
        'ada@example.com',
        'Message-ID: <x@y>',
        'References: <',
        'Content-Type: multipart/report; boundary=b; report-type=delivery-status',
        'Content-Type: text/html; charset=utf-7',
        'Content-Transfer-Encoding: base64',
        'Content-Type: message/delivery-status',
        'Action: failed',
        'Status: 5.1.1',
        '--b',
        '--b--',
        '\r\n',
        '\r\n\r\n',
        '=?utf-8?b?//8=?=',
        ': ',
        '"',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.uint8Array({ maxLength: 30 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fragment, { maxLength: 60 }),
        fc.constantFrom(undefined, '', 'a@b'),
        async (parts, sender) => {
          const raw = Buffer.from(parts.join(''), 'latin1');
          const parsed = await parse(raw, { sender }).catch((error: unknown) => {
            if (error instanceof MailRejectedError) return undefined;
            throw error;
          });
          if (parsed === undefined || parsed.kind === 'ignored') return;
          const [id, references] =
            parsed.kind === 'message'
              ? [
                  (parsed.message.isProvisionalId ?? false) ? null : parsed.message.externalId,
                  parsed.message.references,
                ]
              : [parsed.receipt.externalId, []];
          const text = parts.join('').replaceAll(/\s/g, '');
          const known = Buffer.from(raw).toString().replaceAll(/\s/g, '');
          for (const one of [id, ...references].filter((one) => one !== null))
            expect(text.includes(one) || known.includes(one)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
