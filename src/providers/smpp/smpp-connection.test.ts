import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { PDU } from 'smpp';
import type { CarrierInbox, InboundMessage } from '../../contracts/message-carrier.ts';
import { withParts } from '../../contracts/testing/memory-part-store.ts';
import { suiteMessage } from '../../contracts/testing/message-carrier-suite.ts';
import { silentLogger } from '../../core/logger.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { seededRandom } from '../../core/random.ts';
import { commandStatus, encodePdu } from './pdu.ts';
import { SmppCarrier } from './smpp-carrier.ts';
import { openTestCarrier, settingsOf, untilHealth } from './testing/open-test-carrier.ts';
import { password, ScriptedSmsc, systemId } from './testing/scripted-smsc.ts';

const noInbox: CarrierInbox = { onMessage: async () => {}, onReceipt: async () => {} };
const signal = new AbortController().signal;
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function open(inbox: CarrierInbox = noInbox) {
  const opened = await openTestCarrier(inbox);
  closers.push(
    () => opened.smsc.close(),
    () => opened.carrier.close(),
  );
  return opened;
}

describe('the connection to an SMSC', () => {
  it('is checked when it is silent, and replaced when there is no response', async () => {
    const { smsc, clock, carrier } = await open();
    const session = smsc.sessions[0]!;
    session.removeAllListeners('enquire_link');
    const requests: PDU[] = [];
    session.on('enquire_link', (pdu: PDU) => {
      requests.push(pdu);
      if (requests.length === 1) session.send(pdu.response());
    });
    // In the first 30 s the SMSC responded to the bind.
    await clock.advance(60_000);
    while (requests.length < 1) await clock.advance(0);
    // A response of the SMSC to another request also shows that it is alive.
    await carrier.send(suiteMessage('sms', 'Hello.'), signal);
    await clock.advance(10_000);
    expect((await carrier.checkHealth()).ok).toBe(true);
    await clock.advance(30_000);
    while (requests.length < 2) await clock.advance(0);
    await clock.advance(10_000);
    await untilHealth(carrier, false);
    expect(await carrier.checkHealth()).toEqual({
      ok: false,
      detail: expect.stringContaining('The SMSC cannot be used: it closed the connection. Correct') as string,
    });
    await clock.advance(1_000);
    await untilHealth(carrier, true);
  });

  it('is tried again with a growing delay', async () => {
    const { smsc, clock, carrier } = await open();
    await smsc.goOffline();
    await untilHealth(carrier, false);
    const delays: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      const error: unknown = await carrier
        .send(suiteMessage('sms', 'x'), signal)
        .catch((reason: unknown) => reason);
      const { retryAfterMs = 0 } = error as { retryAfterMs?: number };
      delays.push(retryAfterMs);
      await clock.advance(retryAfterMs);
    }
    for (const [index, delay] of delays.entries()) {
      const maximum = Math.min(60_000, 1_000 * 2 ** index);
      expect(delay).toBeGreaterThanOrEqual(maximum / 2);
      expect(delay).toBeLessThanOrEqual(maximum);
    }
    expect((await carrier.checkHealth()).detail).toContain('it refused the connection. Correct');
  });

  it('reports a rejected password without showing it', async () => {
    const smsc = await ScriptedSmsc.start();
    const clock = new ManualClock();
    const settings = settingsOf(smsc, clock);
    const carrier = new SmppCarrier(
      { ...settings, url: { ...settings.url, password: 'wrong-pw' } },
      withParts(noInbox, clock),
    );
    closers.push(
      () => smsc.close(),
      () => carrier.close(),
    );
    const error: unknown = await carrier
      .send(suiteMessage('sms', 'x'), signal)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      failure: 'unavailable',
      message: 'The SMSC cannot be used: it rejected the user or the password.',
    });
  });

  it('gives up a connection that is not bound in time', async () => {
    const { server, port, clock, carrier } = await openRaw(() => {});
    await server.connected;
    await clock.advance(10_000);
    const error: unknown = await carrier
      .send(suiteMessage('sms', 'x'), signal)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ failure: 'unavailable' });
    expect(port).toBeGreaterThan(0);
  });

  it('responds to an unbind of the SMSC, and binds again', async () => {
    const { smsc, clock, carrier } = await open();
    const session = smsc.sessions[0]!;
    await new Promise<void>((resolve) => {
      session.unbind({}, () => resolve());
    });
    await untilHealth(carrier, false);
    await clock.advance(1_000);
    await untilHealth(carrier, true);
    expect(smsc.binds).toHaveLength(2);
  });

  it('responds to an unbind of the SMSC after the outstanding responses, and submits nothing in between', async () => {
    const { smsc, carrier } = await open();
    const session = smsc.sessions[0]!;
    smsc.behaviour = 'ignore';
    const sending = carrier.send(suiteMessage('sms', 'Before.'), signal);
    await smsc.waitUntil(() => smsc.submits.length === 1);
    let isUnbound = false;
    const unbound = new Promise<void>((resolve) => {
      session.unbind({}, () => resolve());
    }).then(() => (isUnbound = true));
    await smsc.roundTrip();
    const later = carrier.send(suiteMessage('sms', 'After.'), signal).catch((error: unknown) => error);
    await smsc.roundTrip();
    expect(isUnbound).toBe(false);
    session.send(smsc.submits[0]!.response({ message_id: 'kept' }));
    expect(await sending).toEqual({ externalIds: ['kept'] });
    await unbound;
    expect(await later).toMatchObject({ failure: 'unavailable' });
    expect(smsc.submits).toHaveLength(1);
  });

  it('responds to an unbind of the SMSC after 5 s without the outstanding responses', async () => {
    const { smsc, clock, carrier } = await open();
    smsc.behaviour = 'ignore';
    const sending = carrier.send(suiteMessage('sms', 'Lost.'), signal).catch((error: unknown) => error);
    await smsc.waitUntil(() => smsc.submits.length === 1);
    const unbound = new Promise<void>((resolve) => {
      smsc.sessions[0]!.unbind({}, () => resolve());
    });
    await smsc.roundTrip();
    await clock.advance(5_000);
    await unbound;
    expect(await sending).toMatchObject({ failure: 'unknown' });
  });

  it('uses TLS, and verifies the certificate', async () => {
    const { key, cert } = createCertificate();
    const smsc = await ScriptedSmsc.start({ key, cert });
    const clock = new ManualClock();
    const settings = settingsOf(smsc, clock);
    const url = { ...settings.url, host: 'localhost', tls: true };
    const trusting = new SmppCarrier({ ...settings, url, ca: cert }, withParts(noInbox, clock));
    const other = new SmppCarrier({ ...settings, url }, withParts(noInbox, clock));
    closers.push(
      () => smsc.close(),
      () => other.close(),
      () => trusting.close(),
    );
    await trusting.send(suiteMessage('sms', 'Secret.'), signal);
    expect(smsc.messages).toHaveLength(1);
    await expect(other.send(suiteMessage('sms', 'x'), signal)).rejects.toThrow(
      'its TLS certificate is self-signed',
    );
  });
});

/** A raw TCP server. `serve` receives each connection. */
async function openRaw(serve: (socket: Socket) => void, inbox: CarrierInbox = noInbox) {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server: Server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
    resolve();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const clock = new ManualClock();
  const carrier = new SmppCarrier(
    {
      url: { host: '127.0.0.1', port, tls: false, systemId, password, systemType: '' },
      window: 10,
      clock,
      random: seededRandom(1),
      logger: silentLogger,
    },
    withParts(inbox, clock),
  );
  closers.push(
    () => new Promise<void>((closed) => server.close(() => closed())),
    async () => {
      for (const socket of sockets) socket.destroy();
      await carrier.close();
    },
  );
  return { server: { connected }, port, clock, carrier };
}

const bindResponse = encodePdu('bind_transceiver_resp', { sequence_number: 1, system_id: 'smsc' });

describe('a peer that sends invalid PDUs', () => {
  it.each<[string, Buffer]>([
    ['text', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['zeros', Buffer.alloc(64)],
    ['a length of 4 GiB', Buffer.alloc(16, 0xff)],
    ['random octets', Buffer.from(seededRandom(3).bytes(500))],
  ])('is disconnected after %s, and connected again', async (_, garbage) => {
    const connections: Socket[] = [];
    const { clock, carrier } = await openRaw((socket) => {
      connections.push(socket);
      socket.write(connections.length === 1 ? Buffer.concat([bindResponse, garbage]) : bindResponse);
    });
    while (connections.length < 2) await clock.advance(500);
    await untilHealth(carrier, true);
    expect(connections).toHaveLength(2);
  });

  it('receives error responses, and its valid PDUs are handled', async () => {
    const messages: InboundMessage[] = [];
    const received: Buffer[] = [];
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const unknownCommand = encodePdu('enquire_link', { sequence_number: 2 });
    unknownCommand.writeUInt32BE(0x00000777, 4);
    const truncatedFields = encodePdu('deliver_sm', { sequence_number: 3, short_message: Buffer.from('Hi') });
    truncatedFields.writeUInt8(200, truncatedFields.length - 3);
    const badTlv = Buffer.concat([
      encodePdu('deliver_sm', { sequence_number: 4, short_message: Buffer.from('No') }),
      Buffer.from([0x02, 0x04, 0x00, 0x02, 0x01]),
    ]);
    badTlv.writeUInt32BE(badTlv.length, 0);
    const strayResponse = encodePdu('submit_sm_resp', { sequence_number: 4_000, message_id: 'x' });
    const valid = encodePdu('deliver_sm', {
      sequence_number: 5,
      source_addr_ton: 1,
      source_addr: '12025550123',
      destination_addr: '72975',
      short_message: Buffer.from('Valid'),
    });
    const inbox = {
      ...noInbox,
      onMessage: async (message: InboundMessage) => void messages.push(message),
    };
    await openRaw((socket) => {
      const stream = Buffer.concat([bindResponse, unknownCommand, strayResponse, badTlv, valid]);
      // One octet per write.
      for (const octet of stream) socket.write(Buffer.of(octet));
      socket.on('data', (chunk: Buffer) => {
        received.push(chunk);
        if (Buffer.concat(received).toString('hex').includes('0000000000000005')) resolve();
      });
    }, inbox);
    await done;
    const responses = Buffer.concat(received).toString('hex');
    const header = (command: string, status: number, sequence: number): string =>
      `00000010${command}${status.toString(16).padStart(8, '0')}${sequence.toString(16).padStart(8, '0')}`;
    expect(responses).toContain(header('80000000', commandStatus.invalidCommandId, 2));
    expect(responses).toContain(header('80000000', commandStatus.invalidCommandLength, 4));
    expect(messages.map(({ text }) => text)).toEqual(['Valid']);
  });

  it('is disconnected if it does not read the responses', async () => {
    const link = encodePdu('enquire_link', { sequence_number: 9 });
    const flood = Buffer.concat(Array.from({ length: 4_000 }, () => link));
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const { carrier } = await openRaw((socket) => {
      socket.write(bindResponse);
      socket.pause();
      const write = (): void => {
        while (!socket.destroyed && socket.write(flood));
        if (!socket.destroyed) socket.once('drain', write);
      };
      socket.on('close', () => resolve());
      write();
    });
    await closed;
    expect((await carrier.checkHealth()).ok).toBe(false);
  });
});

/** Creates a self-signed certificate for localhost. */
function createCertificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-smpp-'));
  try {
    const [keyFile, certFile] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        keyFile,
        '-out',
        certFile,
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
