import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate, hasOpenssl } from '../../test/support/certificates.ts';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { openDatabase } from './database.ts';
import { readServerVersion, explainConnectionError } from './connection-error.ts';

const options = { clock: systemClock, logger: silentLogger };

describe('a server of the operator', () => {
  let freePort: number;
  beforeAll(async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    freePort = (server.address() as AddressInfo).port;
    await new Promise((resolve) => server.close(resolve));
  });

  it('that is down is reported without its password', async () => {
    const url = `postgresql://parley:secret@127.0.0.1:${freePort}/parley`;
    const sentence = `No PostgreSQL responds at 127.0.0.1:${freePort}. Start it, or correct PARLEY_DATABASE_URL.`;
    await expect(readServerVersion({ url })).rejects.toThrow(sentence);
    await expect(openDatabase({ url }, options)).rejects.toThrow(sentence);
  });

  it('that cannot be resolved is reported', async () => {
    await expect(readServerVersion({ url: 'postgresql://nowhere.invalid/parley' })).rejects.toThrow(
      'The host of nowhere.invalid:5432 cannot be found.',
    );
  });

  it.each([
    ['28P01', 'PostgreSQL at db.example.net:5432 rejects the login ada.'],
    ['3D000', 'PostgreSQL at db.example.net:5432 has no database calls. Create it:'],
    ['XX000', 'PostgreSQL at db.example.net:5432 cannot be used: the original message.'],
  ])('that responds with the error code %s is reported without its password', (code, sentence) => {
    const cause = Object.assign(new Error('the original message'), { code });
    const explained = explainConnectionError({ url: 'postgresql://ada:secret@db.example.net/calls' }, cause);
    expect(explained.message).toContain(sentence);
    expect(explained.message).not.toContain('secret');
    expect(explained.cause).toBe(cause);
  });
});

describe.skipIf(!hasOpenssl)('a server over TLS (its certificate needs openssl)', () => {
  it.each([
    ['expired', 'its TLS certificate has expired; renew it, or correct the clock of this machine'],
    [
      'other-address',
      'its TLS certificate is for 192.0.2.1, not for 127.0.0.1; connect by a name of the certificate, or install one for 127.0.0.1',
    ],
    [
      'self-signed',
      'its TLS certificate is self-signed; replace it, or set NODE_EXTRA_CA_CERTS to a file with it',
    ],
    [
      'unknown-authority',
      'its TLS certificate is signed by an unknown authority; let it send its intermediate certificates, or set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority',
    ],
  ] as const)('reports the fault of its certificate: %s', async (kind, fault) => {
    const certificate = createCertificate(kind);
    const server = createServer((socket) => {
      socket.on('error', () => {});
      // The server accepts the SSLRequest, which is the first packet of the client.
      socket.once('data', () => {
        socket.write('S');
        const { certificatePem: cert, privateKeyPem: key } = certificate;
        new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => {});
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-ca-'));
    try {
      const authority = path.join(folder, 'ca.pem');
      writeFileSync(authority, certificate.authorityPem);
      const isTrusted = kind === 'expired' || kind === 'other-address';
      const { port } = server.address() as AddressInfo;
      const query = `sslmode=verify-full${isTrusted ? `&sslrootcert=${authority}` : ''}`;
      await expect(
        readServerVersion({ url: `postgresql://ada:secret@127.0.0.1:${port}/calls?${query}` }),
      ).rejects.toThrow(`PostgreSQL at 127.0.0.1:${port} cannot be used: ${fault}.`);
    } finally {
      rmSync(folder, { recursive: true });
      server.close();
    }
  });
});

describe('an available server', () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  it('returns its version', async () => {
    expect(await readServerVersion(database.connection)).toMatch(/^1[5-9]\./);
  });
});
