import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;

export type CertificateKind = 'self-signed' | 'other-address' | 'expired' | 'unknown-authority';

export interface Certificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** The certificate that signed it; itself if it is self-signed. */
  readonly authorityPem: string;
}

/**
 * Creates a certificate for 127.0.0.1 or the given names, or one with the given fault. All except `unknown-authority` are self-signed.
 * @param names value of subjectAltName
 */
export function createCertificate(kind: CertificateKind, names = 'IP:127.0.0.1'): Certificate {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-tls-'));
  const openssl = (command: string) =>
    execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' });
  const subject = kind === 'other-address' ? 'IP:192.0.2.1' : names;
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2';
  const leaf = `-subj /CN=parley -addext subjectAltName=${subject} -keyout key.pem -out cert.pem`;
  try {
    if (kind === 'unknown-authority') {
      openssl(`${request} -subj /CN=authority -keyout ca-key.pem -out ca.pem`);
      openssl(`${request} -CA ca.pem -CAkey ca-key.pem ${leaf}`);
    } else openssl(`${request} ${leaf}`);
    if (kind === 'expired') openssl('x509 -in cert.pem -signkey key.pem -days -1 -out cert.pem');
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    return {
      certificatePem: read('cert.pem'),
      privateKeyPem: read('key.pem'),
      authorityPem: read(kind === 'unknown-authority' ? 'ca.pem' : 'cert.pem'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
