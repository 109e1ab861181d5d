import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createCertificate, hasOpenssl } from '../../../test/support/certificates.ts';
import { systemClock } from '../../core/clock.ts';
import { silentLogger } from '../../core/logger.ts';
import { seededRandom } from '../../core/random.ts';
import { ImapReader } from './imap-reader.ts';
import { MailParser } from './mail-parser.ts';

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const responses: Readonly<Record<string, string>> = {
  CAPABILITY: '* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n',
  LIST: '* LIST () "/" INBOX\r\n',
  SELECT: '* FLAGS (\\Seen)\r\n* 0 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n',
};

/** Starts an IMAP server that calls `flood` after the mailbox was searched. */
async function openReader(flood: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.write('* OK ready\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const [tag = '', command = '', next = ''] = line.split(' ');
        socket.write(`${responses[command] ?? ''}${tag} OK done\r\n`);
        if (`${command} ${next}`.includes('SEARCH')) flood(socket);
      }
    });
  });
  return { sockets, detail: await untilFailed(server) };
}

/** Reads from the server until the failure is in the health of the reader, and returns its detail. */
async function untilFailed(server: Server, tls: 'off' | 'always' = 'off'): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => void server.close());
  const parser = new MailParser(systemClock);
  closers.push(() => parser.close());
  const { port } = server.address() as AddressInfo;
  const reader = ImapReader.start({
    server: {
      host: '127.0.0.1',
      port,
      user: 'u',
      password: 'p',
      tls,
      mailbox: 'INBOX',
      processedFolder: undefined,
    },
    ownAddress: 'desk@example.com',
    inbox: {} as never,
    parser,
    clock: systemClock,
    random: seededRandom(1),
    logger: silentLogger,
  });
  closers.push(() => reader.close());
  const details: string[] = [];
  await expect
    .poll(
      async () => {
        const { ok, detail } = await reader.checkHealth();
        details.push(detail);
        return !ok && detail.includes('cannot be read');
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  return details.at(-1)!;
}

/** Writes the text as often as the client reads it. */
function writeForever(socket: Socket, text: string): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(text));
  };
  socket.on('drain', write);
  write();
}

describe('ImapReader', () => {
  it.each([
    ['lines', '* 1 EXISTS\r\n'.repeat(5_000)],
    ['text without a line end', 'x'.repeat(64_000)],
  ])(
    'ends a connection whose server sends endless %s, and waits before the next one',
    async (_case, text) => {
      const { sockets, detail } = await openReader((socket) => writeForever(socket, text));
      expect(detail).toContain('The mail server sends more than was requested.');
      await expect.poll(() => sockets[0]!.destroyed, { timeout: 10_000 }).toBe(true);
      expect(sockets).toHaveLength(1);
      const readBytes = sockets[0]!.bytesWritten - sockets[0]!.writableLength;
      expect(readBytes).toBeLessThan(32 * 1024 * 1024);
    },
    90_000,
  );
});

it.skipIf(!hasOpenssl).each([
  [
    'self-signed',
    'its TLS certificate is self-signed; replace it, or set NODE_EXTRA_CA_CERTS to a file with it',
  ],
  [
    'unknown-authority',
    'its TLS certificate is signed by an unknown authority; let it send its intermediate certificates, or set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority',
  ],
] as const)('reports the fault of the certificate of the server: %s', async (kind, fault) => {
  const { certificatePem: cert, privateKeyPem: key } = createCertificate(kind);
  const server = createTlsServer({ cert, key }).on('tlsClientError', () => undefined);
  expect(await untilFailed(server, 'always')).toContain(`The connection failed: ${fault}.`);
});
