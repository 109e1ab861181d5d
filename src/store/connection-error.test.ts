import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate, hasOpenssl } from '../../test/support/certificates.ts';
import { createEmptyDatabase } from '../../test/support/database.ts';
import { systemClock } from '../core/clock.ts';
import { silentLogger } from '../core/logger.ts';
import { connectClient } from './connection.ts';
import { readServerVersion, explainConnectionError } from './connection-error.ts';
import { openDatabase } from './database.ts';
import { chownTo } from './embedded-postgres/launcher.ts';
import { prepareServer, type ServerSetup } from './embedded-postgres/server-folders.ts';
import { serverConnection, startServer, stopServer } from './embedded-postgres/server-process.ts';

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

describe.skipIf(!hasOpenssl || process.platform !== 'linux')(
  'a server that permits one database by TLS only (its certificate needs openssl)',
  { timeout: 60_000 },
  () => {
    // Every address of 127.0.0.0/8 is local on Linux, so that the default port is free.
    const host = `127.20.${(process.pid >> 8) % 256}.${process.pid % 256}`;
    let folder: string;
    let setup: ServerSetup;
    let pid: number;
    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'parley-hostssl-'));
      setup = await prepareServer(folder);
      const { certificatePem, privateKeyPem } = createCertificate('self-signed', `IP:${host}`);
      const write = async (name: string, content: string) => {
        const file = path.join(setup.databaseFolder, name);
        writeFileSync(file, content, { mode: 0o600 });
        await chownTo(file, setup.launcher.owner);
      };
      await write('server.crt', certificatePem);
      await write('server.key', privateKeyPem);
      appendFileSync(path.join(setup.databaseFolder, 'pg_hba.conf'), 'hostssl calls all all scram-sha-256\n');
      writeFileSync(path.join(folder, 'ca.pem'), certificatePem);
      pid = await startServer(setup, systemClock, ['fsync=off', 'ssl=on', `listen_addresses=${host}`]);
      const admin = await connectClient(serverConnection(setup, 'postgres'), 'parley tests');
      await admin.query(`create role ada login password 'secret'`);
      await admin.query('create database calls');
      await admin.end();
    });
    afterAll(async () => {
      await stopServer(setup, pid, systemClock);
      rmSync(folder, { recursive: true });
    });

    const versionAt = (database: string, query: string) =>
      readServerVersion({ url: `postgresql://ada:secret@${host}/${database}${query}` });

    it('is connected by TLS', async () => {
      const version = await versionAt(
        'calls',
        `?sslmode=verify-full&sslrootcert=${path.join(folder, 'ca.pem')}`,
      );
      expect(version).toMatch(/^1[5-9]\./);
    });

    it('is reported without TLS, with the parameter of the URL', async () => {
      await expect(versionAt('calls', '')).rejects.toThrow(
        `PostgreSQL at ${host}:5432 does not permit user ada to use database calls without TLS. Add ?sslmode=verify-full to PARLEY_DATABASE_URL`,
      );
    });

    it('is reported with TLS for another database, with the file of the entries', async () => {
      const query = `?sslmode=verify-full&sslrootcert=${path.join(folder, 'ca.pem')}`;
      await expect(versionAt('postgres', query)).rejects.toThrow(
        `The pg_hba.conf of PostgreSQL at ${host}:5432 does not permit user ada to use database postgres from this machine.`,
      );
    });
  },
);

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
