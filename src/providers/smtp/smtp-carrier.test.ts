import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterEach, describe, expect, it } from 'vitest';
import {
  MessageCarrierError,
  type MessageCarrier,
  type OutboundEmail,
} from '../../contracts/message-carrier.ts';
import { messageCarrierSuite, suiteMessage } from '../../contracts/testing/message-carrier-suite.ts';
import { systemClock } from '../../core/clock.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import type { MailServer } from '../../core/mail-settings.ts';
import { composeEmail, wireAddress } from './compose-email.ts';
import { createSmtpCarrier, type SmtpCarrierOptions } from './smtp-carrier.ts';
import { ScriptedMailServer, type MailServerScript } from './testing/scripted-mail-server.ts';

const serverAt = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  host: '127.0.0.1',
  port,
  user: undefined,
  password: undefined,
  tls: 'opportunistic',
  ...more,
});

const email = (more: Partial<OutboundEmail> = {}): OutboundEmail => ({
  ...(suiteMessage('email', 'Hello Ada.') as OutboundEmail),
  ...more,
});

const noAbort = (): AbortSignal => new AbortController().signal;

const failureOf = async (sent: Promise<unknown>): Promise<MessageCarrierError> => {
  const error: unknown = await sent.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MessageCarrierError);
  return error as MessageCarrierError;
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function start(
  options: Partial<SmtpCarrierOptions> = {},
  serverOptions: Parameters<typeof ScriptedMailServer.start>[0] = {},
): Promise<{ server: ScriptedMailServer; carrier: MessageCarrier }> {
  const server = await ScriptedMailServer.start(serverOptions);
  const carrier = createSmtpCarrier({ server: serverAt(server.port), clock: systemClock, ...options });
  closers.push(
    () => server.close(),
    () => carrier.close(),
  );
  return { server, carrier };
}

const scripts = {
  accept: {},
  refuse: { onRecipient: [550, '5.1.1 Unknown user'] },
  refuse_opted_out: {},
  busy: { onRecipient: [451, '4.7.1 Greylisted'] },
  lose_response: { onMessage: 'disconnect' },
  ignore: { onMessage: 'silent' },
  offline: {},
} as const satisfies Record<string, MailServerScript>;

messageCarrierSuite(
  'SmtpCarrier',
  {
    channel: 'email',
    behaviours: ['accept', 'refuse', 'busy', 'lose_response', 'ignore', 'offline'],
    receipts: [],
    receives: false,
  },
  async () => {
    const server = await ScriptedMailServer.start();
    const carrier = createSmtpCarrier({ server: serverAt(server.port), clock: systemClock });
    return {
      carrier,
      credentials: [],
      setBehaviour: async (behaviour) => {
        server.script = scripts[behaviour];
        if (behaviour === 'offline') await server.close();
        else await server.open();
      },
      received: () =>
        server.received.map(({ from, to, email }) => ({ from, to, text: (email.text ?? '').trimEnd() })),
      waitForReceived: (count) => server.waitForReceived(count),
      close: async () => {
        server.script = {};
        server.disconnect();
        await carrier.close();
        await server.close();
      },
    };
  },
);

describe('failures', () => {
  it.each<[string, MailServerScript, string]>([
    ['greylisting', { onRecipient: [451, '4.7.1 Greylisted, try again'] }, 'unavailable'],
    ['a full mailbox', { onRecipient: [452, '4.2.2 Mailbox full'] }, 'unavailable'],
    ['an unknown mailbox', { onRecipient: [550, '5.1.1 No such user <ada@example.com>'] }, 'refused'],
    ['a refused content', { onMessage: [554, '5.7.1 Spam'] }, 'refused'],
    ['an exceeded quota', { onMessage: [552, '5.2.2 Over quota'] }, 'refused'],
    ['a deferred content', { onMessage: [451, '4.3.0 Try later'] }, 'unavailable'],
    ['an end after the message', { onMessage: 'disconnect' }, 'unknown'],
    ['an end within the message', { disconnectAfterBytes: 1 }, 'unknown'],
    ['an end before the message', { disconnectAtSender: true }, 'unavailable'],
    ['421 at the recipient', { onRecipient: [421, '4.3.2 Shutting down'] }, 'unavailable'],
  ])('reports %s', async (_name, script, failure) => {
    const { server, carrier } = await start();
    server.script = script;
    const error = await failureOf(carrier.send(email(), noAbort()));
    expect(error.failure).toBe(failure);
    expect(error.message).not.toContain('ada@example.com');
    server.script = {};
    await carrier.send(email(), noAbort());
    expect(server.received.length).toBeLessThanOrEqual(2);
  });

  it('gives the response of the server', async () => {
    const { server, carrier } = await start();
    server.script = { onRecipient: [550, '5.1.1 <ada@example.com>: no such user.'] };
    const { message } = await failureOf(carrier.send(email(), noAbort()));
    expect(message).toBe('The mail server refuses the message: 550 5.1.1 <…>: no such user.');
  });

  it('sends once more if the server closed an unused connection, and never else', async () => {
    const { server, carrier } = await start();
    await carrier.send(email(), noAbort());
    server.disconnect();
    await carrier.send(email(), noAbort());
    expect(server.received).toHaveLength(2);
    expect(server.connections).toBe(2);

    server.script = { onMessage: 'disconnect' };
    expect((await failureOf(carrier.send(email(), noAbort()))).failure).toBe('unknown');
    expect(server.received).toHaveLength(3);
  });

  it('waits for a slow server, and gives up before the message as unavailable', async () => {
    const silent = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 slow\r\n');
      socket.on('data', (bytes) => {
        const text = bytes.toString();
        if (text.startsWith('EHLO')) socket.write('250 slow\r\n');
        else reachedSender.resolve();
      });
    });
    const reachedSender = Promise.withResolvers<void>();
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    closers.push(async () => void silent.close());
    const clock = new ManualClock();
    const carrier = createSmtpCarrier({ server: serverAt((silent.address() as AddressInfo).port), clock });
    const sent = failureOf(carrier.send(email(), noAbort()));
    await reachedSender.promise;
    await clock.advance(12 * 60_000);
    expect((await sent).failure).toBe('unavailable');
    expect(clock.pendingTimers).toBe(0);
  });

  it('reports garbage and refused greetings as unavailable', async () => {
    for (const greeting of ['\0\0\0garbage\r\n', '554 No service here\r\n', '220 ok\r\n'.repeat(50)]) {
      const peer = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.end(greeting);
      });
      await once(peer.listen(0, '127.0.0.1'), 'listening');
      const carrier = createSmtpCarrier({
        server: serverAt((peer.address() as AddressInfo).port),
        clock: systemClock,
      });
      expect((await failureOf(carrier.send(email(), noAbort()))).failure).toBe('unavailable');
      await carrier.close();
      peer.close();
    }
  });
});

describe('connections', () => {
  it('reuses them, up to the maximum', async () => {
    const { server, carrier } = await start({ maxSessions: 3 });
    await Promise.all(Array.from({ length: 30 }, () => carrier.send(email(), noAbort())));
    await carrier.send(email(), noAbort());
    expect(server.received).toHaveLength(31);
    expect(server.connections).toBe(3);
  });

  it('reports its health while every connection is in use', async () => {
    const { server, carrier } = await start({ maxSessions: 1 });
    server.script = { onMessage: 'silent' };
    const abort = new AbortController();
    const sent = failureOf(carrier.send(email(), abort.signal));
    await server.waitForReceived(1);
    expect(await carrier.checkHealth()).toEqual({
      ok: true,
      detail: `All connections to 127.0.0.1:${server.port} are in use.`,
    });
    abort.abort();
    await sent;
  });

  it('stops to wait for a connection when the signal aborts', async () => {
    const { server, carrier } = await start({ maxSessions: 1 });
    server.script = { onMessage: 'silent' };
    const first = new AbortController();
    const sent = failureOf(carrier.send(email(), first.signal));
    await server.waitForReceived(1);
    const second = new AbortController();
    const waiting = failureOf(carrier.send(email(), second.signal));
    second.abort();
    expect((await waiting).failure).toBe('unavailable');
    first.abort();
    expect((await sent).failure).toBe('unknown');
  });

  it('signs in, and hides the password', async () => {
    const onAuth: NonNullable<Parameters<typeof ScriptedMailServer.start>[0]>['onAuth'] = (
      auth,
      _session,
      done,
    ) => (auth.password === 'right' ? done(null, { user: auth.username }) : done(new Error('Invalid')));
    const options = { onAuth, disabledCommands: ['STARTTLS'], allowInsecureAuth: true };
    const server = await ScriptedMailServer.start(options);
    closers.push(() => server.close());
    const carrierWith = (password: string) => {
      const carrier = createSmtpCarrier({
        server: serverAt(server.port, { user: 'u', password }),
        clock: systemClock,
      });
      closers.push(() => carrier.close());
      return carrier;
    };
    await carrierWith('right').send(email(), noAbort());
    expect(server.received[0]!.session.user).toBe('u');

    const wrong = carrierWith('wrong-secret');
    const error = await failureOf(wrong.send(email(), noAbort()));
    expect(error.failure).toBe('unavailable');
    expect(error.message).not.toContain('wrong-secret');
    expect(await wrong.checkHealth()).toEqual({
      ok: false,
      detail: expect.stringMatching(/^The mail server 127\.0\.0\.1:\d+ cannot be used: 535 /),
    });
  });

  it('reports a server that sends no greeting, as one does that expects TLS', async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(async () => void server.close());
    const clock = new ManualClock();
    const { port } = server.address() as AddressInfo;
    const carrier = createSmtpCarrier({ server: serverAt(port), clock });
    const health = carrier.checkHealth();
    await once(server, 'connection');
    await clock.advance(10_000);
    expect(await health).toEqual({
      ok: false,
      detail: `The mail server 127.0.0.1:${port} cannot be used: it did not respond within 10 s; correct the host, or the port: 587 is for smtp:, 465 for smtps:.`,
    });
  });

  it('uses STARTTLS with any certificate if it is opportunistic, and rejects an untrusted one if it is required', async () => {
    const server = await ScriptedMailServer.start({ disabledCommands: ['AUTH'], logger: false });
    closers.push(() => server.close());
    const carrierWith = (tls: MailServer['tls']) => {
      const carrier = createSmtpCarrier({ server: serverAt(server.port, { tls }), clock: systemClock });
      closers.push(() => carrier.close());
      return carrier;
    };
    await carrierWith('opportunistic').send(email(), noAbort());
    await carrierWith('off').send(email(), noAbort());
    expect(server.received.map(({ session }) => session.secure)).toEqual([true, false]);
    expect((await failureOf(carrierWith('required').send(email(), noAbort()))).failure).toBe('unavailable');
    expect((await carrierWith('opportunistic').checkHealth()).detail).toMatch(
      /with TLS: answered in \d+ ms\.$/,
    );
  });

  it('sends nothing unencrypted to a server without STARTTLS if it is required', async () => {
    const { server } = await start();
    const carrier = createSmtpCarrier({
      server: serverAt(server.port, { tls: 'required' }),
      clock: systemClock,
    });
    closers.push(() => carrier.close());
    expect((await failureOf(carrier.send(email(), noAbort()))).failure).toBe('unavailable');
    expect(server.received).toEqual([]);
  });
});

describe('the message', () => {
  it('has our ids, the thread, the addresses and both bodies', async () => {
    const { server, carrier } = await start();
    const message = email({
      fromName: 'Dr. "Bär", Praxis',
      subject: 'Termin für Åsa 👍',
      text: 'Hello <Ada> & "co".\nSee https://example.com/a?b=1&c=2.\n\nمرحبا',
      inReplyTo: '<in@example.com>',
      references: ['<first@example.com>', 'broken', '<in@example.com>'],
      replyTo: 'agent+token@parley.test',
      unsubscribeUrl: 'https://parley.test/unsubscribe?t=1',
    });
    expect(await carrier.send(message, noAbort())).toEqual({ externalIds: [message.messageId] });
    const [{ email: parsed, from, to }] = server.received as [(typeof server.received)[0]];
    expect({ from, to }).toEqual({ from: message.from, to: message.to });
    expect(parsed).toMatchObject({
      from: { name: 'Dr. "Bär", Praxis', address: 'agent@parley.test' },
      to: [{ address: 'ada@example.com' }],
      replyTo: [{ address: 'agent+token@parley.test' }],
      subject: 'Termin für Åsa 👍',
      messageId: message.messageId,
      inReplyTo: '<in@example.com>',
      references: '<first@example.com> <in@example.com>',
    });
    expect(parsed.text!.trimEnd()).toBe(message.text);
    expect(parsed.html).toContain(
      'Hello &lt;Ada&gt; &amp; "co".<br>\nSee <a href="https://example.com/a?b=1&amp;c=2">https://example.com/a?b=1&amp;c=2</a>.',
    );
    expect(parsed.html).toContain('<p dir="auto">مرحبا</p>');
    const headers = new Map(parsed.headers.map(({ key, value }) => [key, value]));
    expect(headers.get('list-unsubscribe')).toBe('<https://parley.test/unsubscribe?t=1>');
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(headers.get('x-auto-response-suppress')).toBe('OOF, AutoReply');
  });

  it.each([
    ['mailto:stop@parley.test', '<mailto:stop@parley.test>'],
    ['http://parley.test/u', '<http://parley.test/u>'],
    ['javascript:alert(1)', undefined],
    ['mailto:a@b\r\nBcc: c@d', undefined],
    [undefined, undefined],
  ])('has no one-click field for %j', async (unsubscribeUrl, expected) => {
    const text = (await composeEmail(email({ unsubscribeUrl }), undefined)).toString();
    expect(/^list-unsubscribe: (.*)$/im.exec(text)?.[1]?.trim()).toBe(expected);
    expect(text).not.toMatch(/list-unsubscribe-post/i);
  });

  it('has a notification id for servers that return it', async () => {
    const { server, carrier } = await start({}, { hideDSN: false });
    const message = email();
    await carrier.send(message, noAbort());
    expect(server.received[0]!.envelope.dsn).toMatchObject({
      envid: message.reference,
      ret: 'HDRS',
    });
  });

  it('writes international domains in ASCII', async () => {
    const { server, carrier } = await start();
    await carrier.send(email({ to: 'ada@bücher.example' }), noAbort());
    expect(server.received[0]!.email.to).toMatchObject([{ address: 'ada@xn--bcher-kva.example' }]);
    expect(wireAddress('ada@bücher.example')).toBe('ada@xn--bcher-kva.example');
  });

  it.each([
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'ada@example.com, eve@example.com',
    'ada@example.com>',
    '<ada@example.com',
    '"ada"@example.com',
    'ada',
    'ada@',
    '@example.com',
    'ada@eve@example.com',
    'a b@example.com',
  ])('refuses the address %j', async (to) => {
    const { server, carrier } = await start();
    expect((await failureOf(carrier.send(email({ to }), noAbort()))).failure).toBe('refused');
    expect(server.received).toEqual([]);
  });

  it('has no header fields except its own, whatever the texts contain', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        'x\r\nBcc: eve@example.com',
        'x\nBcc: eve@example.com\n\nbody',
        'x\r\n\r\nbody',
        '=?utf-8?q?=0ABcc:_eve@example.com?=',
        'a\u2028Bcc: e@x',
      ),
    );
    const fields = await fieldNames(email());
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (subject, fromName, id) => {
        const message = email({ subject: `a${subject}`, fromName, references: [id], inReplyTo: id });
        const names = await fieldNames(message);
        expect(names.filter((name) => !['in-reply-to', 'references'].includes(name))).toEqual(fields);
      }),
      { numRuns: 200 },
    );
  });

  it('is refused with an invalid Message-ID', async () => {
    const { carrier } = await start();
    for (const messageId of ['x@y', '<x@y', '<x y@z>', '<x>\r\nBcc: <y@z>'])
      expect((await failureOf(carrier.send(email({ messageId }), noAbort()))).failure).toBe('refused');
  });
});

/** Returns the names of the fields in the header section of the email. */
async function fieldNames(message: OutboundEmail): Promise<string[]> {
  const [head] = (await composeEmail(message, undefined)).toString('latin1').split('\r\n\r\n') as [string];
  expect(head).not.toMatch(/[^\r]\n|\r[^\n]/);
  return head
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => /^([^:\s]+):/.exec(line)![1]!.toLowerCase())
    .sort();
}

describe('DKIM', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

  it('signs the message and the fields of the unsubscription', async () => {
    const { server, carrier } = await start({
      dkim: { domain: 'parley.test', selector: 'key1', privateKey: pem },
    });
    await carrier.send(
      email({ text: 'Zwölf\n.Punkte\n', unsubscribeUrl: 'https://parley.test/u' }),
      noAbort(),
    );
    const { results } = await dkimVerify(server.received[0]!.raw, {
      resolver: (name: string) =>
        name === 'key1._domainkey.parley.test'
          ? Promise.resolve([[record]])
          : Promise.reject(new Error(name)),
    });
    expect(results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([
      ['pass', 'parley.test'],
    ]);
    expect(results[0]!.signingHeaders!.keys.toLowerCase()).toContain('list-unsubscribe-post');
  });

  it('requires an RSA key', () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }) as string;
    const create = (privateKey: string) =>
      createSmtpCarrier({
        server: serverAt(1),
        clock: systemClock,
        dkim: { domain: 'a.test', selector: 's', privateKey },
      });
    expect(() => create(other)).toThrow('The DKIM key is not an RSA key.');
    expect(() => create('no key')).toThrow(/DECODER|PEM|unsupported/i);
  });
});
