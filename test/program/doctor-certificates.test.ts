import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { createCertificate, hasOpenssl, type Certificate } from '../support/certificates.ts';
import { temporaryDataFolder } from './program-under-test.ts';

const cli = path.resolve(import.meta.dirname, '../../bin/parley.js');

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Accepts connections with TLS. Clients of every protocol reject its certificate before they send a request. */
const openTls = (
  { certificatePem: cert, privateKeyPem: key }: Certificate,
  options: TlsOptions = {},
): Promise<number> =>
  listen(createTlsServer({ cert, key, ...options }).on('tlsClientError', () => undefined));

/** Accepts connections without TLS. `answer` returns the response to a request, and whether the handshake follows. */
const openUpgrade = (
  { certificatePem: cert, privateKeyPem: key }: Certificate,
  greeting: string,
  answer: (request: string) => readonly [response: string, isLast: boolean],
): Promise<number> =>
  listen(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write(greeting);
      socket.on('data', function onData(chunk: Buffer) {
        const [response, isLast] = answer(chunk.toString('latin1'));
        if (isLast) socket.off('data', onData);
        socket.write(response);
        if (isLast) new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => undefined);
      });
    }),
  );

/** Accepts the SSLRequest, which is the first packet of a PostgreSQL client. */
const openPostgres = (certificate: Certificate) => openUpgrade(certificate, '', () => ['S', true]);

const openStartTls = (certificate: Certificate) =>
  openUpgrade(certificate, '220 mail ESMTP\r\n', (request) =>
    request.startsWith('STARTTLS') ? ['220 Go ahead\r\n', true] : ['250-mail\r\n250 STARTTLS\r\n', false],
  );

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

interface DoctorOptions {
  /** PEM of an authority that is trusted. */
  readonly authority?: string | undefined;
  readonly providers?: boolean;
}

/** Runs `parley doctor`. Returns the details of the failed checks by name. */
async function runDoctor(
  environment: Readonly<Record<string, string>>,
  { authority, providers = false }: DoctorOptions = {},
): Promise<Readonly<Record<string, string>>> {
  const { dataDir, remove } = await temporaryDataFolder();
  cleanups.push(remove);
  const file = path.join(dataDir, 'authority.pem');
  await writeFile(file, authority ?? '');
  const doctor = spawn(process.execPath, [cli, 'doctor', '--json', ...(providers ? ['--providers'] : [])], {
    env: {
      PATH: process.env['PATH'],
      ...(authority !== undefined && { NODE_EXTRA_CA_CERTS: file }),
      PARLEY_DATA_DIR: dataDir,
      PARLEY_HTTP_PORT: '0',
      PARLEY_SIP_PORT: '0',
      PARLEY_PUBLIC_IP: '192.0.2.1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { findings } = JSON.parse(await text(doctor.stdout)) as { findings: readonly Check[] };
  return Object.fromEntries(findings.filter(({ ok }) => !ok).map(({ name, detail }) => [name, detail]));
}

/** Settings of every part of which one server with TLS can take the place. */
const carrierSettings = (host: string) => ({
  PARLEY_TRUNK_URL: `sip:${host};transport=tls`,
  PARLEY_SMTP_URL: `smtps://ada:secret@${host}`,
  PARLEY_IMAP_URL: `imaps://ada:secret@${host}`,
  PARLEY_MAIL_FROM: 'office@example.com',
  PARLEY_SMPP_URL: `ssmpp://ada:secret@${host}`,
  PARLEY_SMS_FROM: '+12025550199',
});

const webCarrierSettings = (host: string) => ({
  PARLEY_SMS_CARRIER: 'twilio',
  PARLEY_TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  PARLEY_TWILIO_AUTH_TOKEN: 'secret',
  PARLEY_TWILIO_BASE_URL: `https://${host}`,
  PARLEY_SMS_FROM: '+12025550199',
});

const vendors = ['OPENAI', 'ANTHROPIC', 'XAI', 'DEEPGRAM', 'ELEVENLABS', 'CARTESIA', 'SONIOX'];

const providerSettings = (host: string) =>
  Object.fromEntries(
    vendors.flatMap((vendor) => [
      [`PARLEY_${vendor}_API_KEY`, 'secret'],
      [`PARLEY_${vendor}_BASE_URL`, `https://${host}`],
    ]),
  );

/** Returns how often each detail has the text. */
const countsOf = (details: Readonly<Record<string, string>>, text: string): Record<string, number> =>
  Object.fromEntries(Object.entries(details).map(([name, detail]) => [name, detail.split(text).length - 1]));

/** The mail server and the mailbox are one check. */
const inEachPart = { trunk: 1, 'messages by smpp': 1, 'messages by smtp': 2 };

describe.skipIf(!hasOpenssl).concurrent('parley doctor (its certificates need openssl)', () => {
  it('names the host names of a certificate for others beside the expected one, for every part', async () => {
    const certificate = createCertificate('self-signed', 'DNS:mail.example.com,DNS:*.example.org');
    const trusting = { authority: certificate.authorityPem };
    const host = `localhost:${await openTls(certificate)}`;
    const smtp = `localhost:${await openStartTls(certificate)}`;
    const database = `localhost:${await openPostgres(certificate)}`;
    const [direct, upgraded, providers, service] = await Promise.all([
      runDoctor(carrierSettings(host), trusting),
      runDoctor(
        {
          PARLEY_DATABASE_URL: `postgresql://ada:secret@${database}/calls?sslmode=verify-full`,
          PARLEY_SMTP_URL: `smtp://ada:secret@${smtp}?tls=required`,
          PARLEY_MAIL_FROM: 'office@example.com',
          ...webCarrierSettings(host),
        },
        trusting,
      ),
      runDoctor(providerSettings(host), { ...trusting, providers: true }),
      runDoctor({ PARLEY_URL: `https://${host}`, PARLEY_API_KEY: 'pk_secret' }, trusting),
    ]);
    const fault =
      'its TLS certificate is for mail.example.com and *.example.org, not for localhost; connect by a name of the certificate, or install one for localhost';
    expect(direct).toEqual({
      trunk: `Sent OPTIONS to localhost: it cannot be reached: ${fault}. Correct host, port and transport of the trunk, or the firewall.`,
      'messages by smpp': `The SMSC cannot be used: ${fault}. Correct its address, system_id and password, or ask its operator.`,
      'messages by smtp': `The mail server ${host} cannot be used: ${fault}. ${host}/INBOX cannot be read. The connection failed: ${fault}.`,
    });
    expect(upgraded).toEqual({
      database: `PostgreSQL at ${database} cannot be used: ${fault}.`,
      'messages by smtp': `The mail server ${smtp} cannot be used: ${fault}.`,
      'messages by twilio': `Twilio cannot be reached: ${fault}.`,
    });
    expect(Object.keys(providers)).toEqual([
      'openai',
      'anthropic',
      'xai',
      'deepgram STT',
      'deepgram TTS',
      'elevenlabs STT',
      'elevenlabs TTS',
      'cartesia STT',
      'cartesia TTS',
      'soniox STT',
    ]);
    for (const [name, detail] of Object.entries(providers)) {
      const setting = `PARLEY_${name.split(' ')[0]!.toUpperCase()}_BASE_URL`;
      expect(detail).toContain(`: ${fault}. The address is set by ${setting}.`);
    }
    expect(service).toEqual({ service: `https://${host} cannot be used: ${fault}.` });
  });

  it.each([
    ['expired', true, 'its TLS certificate has expired; renew it, or'],
    ['self-signed', false, 'its TLS certificate is self-signed; replace it, or set NODE_EXTRA_CA_CERTS'],
    ['unknown-authority', false, 'its TLS certificate is signed by an unknown authority; let it send'],
  ] as const)(
    'names what is wrong with a certificate, and what to do: %s',
    async (kind, isTrusted, fault) => {
      const certificate = createCertificate(kind, 'DNS:localhost');
      const details = await runDoctor(carrierSettings(`localhost:${await openTls(certificate)}`), {
        authority: isTrusted ? certificate.authorityPem : undefined,
      });
      expect(countsOf(details, fault)).toEqual(inEachPart);
    },
  );

  it('says that a server does not speak TLS, or only old versions', async () => {
    const certificate = createCertificate('self-signed', 'DNS:localhost');
    const oldVersions = {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
    } as const;
    const [old, plain] = await Promise.all(
      [openTls(certificate, oldVersions), openStartTls(certificate)].map(async (port) =>
        runDoctor(carrierSettings(`localhost:${await port}`)),
      ),
    );
    expect(countsOf(old!, 'it supports only old versions of TLS; enable TLS 1.2 or 1.3 there')).toEqual(
      inEachPart,
    );
    expect(
      countsOf(plain!, 'it does not speak TLS on this port; correct the port, or connect without TLS'),
    ).toEqual(inEachPart);
  });
});
