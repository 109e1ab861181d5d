import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SMTPServer } from 'smtp-server';
import { createCertificate, hasOpenssl, type CertificateKind } from '../../test/support/certificates.ts';
import { systemClock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import { createLogger } from '../core/logger.ts';
import { systemRandom } from '../core/random.ts';
import { checkMessageCarriers } from './check-message-carriers.ts';

/** A clock on which the maximum wait ends early. */
const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 20 };
const dependencies = { clock, random: systemRandom, logger: createLogger('silent') };
const check = (environment: Record<string, string>) =>
  checkMessageCarriers(readConfig(environment), dependencies);

describe('checkMessageCarriers', () => {
  it('checks nothing without settings', async () => {
    expect(await check({})).toEqual([]);
  });

  it('reports a mail server that responds', async () => {
    const server = new SMTPServer({ disabledCommands: ['AUTH', 'STARTTLS'], closeTimeout: 100 });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const findings = await check({
      PARLEY_SMTP_URL: `smtp://127.0.0.1:${port}`,
      PARLEY_MAIL_FROM: 'office@example.com',
    });
    expect(findings).toMatchObject([
      { name: 'messages by smtp', ok: true, detail: expect.stringContaining(`127.0.0.1:${port}`) },
    ]);
    await new Promise<void>((resolve) => server.close(resolve));
  });

  it.skipIf(!hasOpenssl)('reports what is wrong with the certificate of the mail listener', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-listener-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const write = async (name: string, kind: CertificateKind) => {
      const { certificatePem, privateKeyPem } = createCertificate(kind);
      const files = [path.join(folder, `${name}.pem`), path.join(folder, `${name}-key.pem`)] as const;
      await writeFile(files[0], certificatePem);
      await writeFile(files[1], privateKeyPem);
      return files;
    };
    const [certificate, key] = await write('valid', 'self-signed');
    const [expired, expiredKey] = await write('expired', 'expired');
    const missing = path.join(folder, 'missing.pem');
    const detailOf = async (...files: string[]) => {
      const [finding] = await check({
        PARLEY_SMTP_URL: 'smtp://127.0.0.1:9',
        PARLEY_MAIL_FROM: 'office@example.com',
        PARLEY_SMTP_LISTEN: '127.0.0.1:0',
        PARLEY_SMTP_TLS: files.join(','),
      });
      return finding!.detail;
    };
    expect(await detailOf(missing, key)).toBe(`PARLEY_SMTP_TLS: ${missing} cannot be read (ENOENT).`);
    expect(await detailOf(key, key)).toBe(`PARLEY_SMTP_TLS: ${key} is not a certificate in PEM.`);
    expect(await detailOf(certificate, certificate)).toBe(
      `PARLEY_SMTP_TLS: ${certificate} is not a private key in PEM, or has a password.`,
    );
    expect(await detailOf(certificate, expiredKey)).toBe(
      `PARLEY_SMTP_TLS: the private key in ${expiredKey} does not belong to the certificate in ${certificate}.`,
    );
    expect(await detailOf(expired, expiredKey)).toMatch(
      /Receives mail at 127\.0\.0\.1:\d+, but its TLS certificate has expired\. Renew it, and restart the service\.$/,
    );
    expect(await detailOf(certificate, key)).toMatch(/Receives mail at 127\.0\.0\.1:\d+\.$/);
  });

  it('reports an SMSC that refuses connections', async () => {
    const closed = createServer();
    closed.listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const [finding] = await check({
      PARLEY_SMPP_URL: `smpp://user:secret@127.0.0.1:${port}`,
      PARLEY_SMS_FROM: '+12025550199',
    });
    expect(finding).toMatchObject({ name: 'messages by smpp', ok: false });
    expect(finding!.detail).not.toContain('secret');
  });
});
