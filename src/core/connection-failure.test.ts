import { describe, expect, it } from 'vitest';
import { codedError, describeConnectionFailure, describeTlsFailure } from './connection-failure.ts';

/** The error of a certificate with these names, as Node reports it to a client that expects `mail.example.net`. */
const nameError = (subjectaltname: string | undefined, commonName?: string | string[]) =>
  Object.assign(codedError('ERR_TLS_CERT_ALTNAME_INVALID'), {
    host: 'mail.example.net',
    cert: { subjectaltname, subject: { CN: commonName } },
  });

const correction = 'connect by a name of the certificate, or install one for mail.example.net';

describe('describeTlsFailure', () => {
  it.each([
    ['DNS:a.example', undefined, 'a.example'],
    [
      'DNS:a.example, DNS:*.b.example, IP Address:192.0.2.1',
      'c.example',
      'a.example, *.b.example and 192.0.2.1',
    ],
    [undefined, 'only.example', 'only.example'],
    [undefined, ['a.example', 'b.example'], 'a.example and b.example'],
    [
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `DNS:${name}.example`).join(', '),
      undefined,
      'a.example, b.example, c.example, d.example and 2 more',
    ],
    [`DNS:"a\\u000a, b", DNS:${'x'.repeat(300)}, DNS:<b>`, undefined, 'x'.repeat(100)],
  ])('names the hosts of a certificate with the names %s and %s', (alternatives, commonName, names) => {
    expect(describeTlsFailure(nameError(alternatives, commonName))).toBe(
      `its TLS certificate is for ${names}, not for mail.example.net; ${correction}`,
    );
  });

  it('reports a certificate without names', () => {
    expect(describeTlsFailure(nameError(undefined))).toBe(
      'its TLS certificate names no host; install one for mail.example.net',
    );
  });

  it.each([
    ['UNSPECIFIED', 'EE certificate key too weak', 'is not valid (EE certificate key too weak); replace it'],
    ['CERT_SIGNATURE_FAILURE', 'unsafe\u0000 text', 'is not valid; replace it'],
  ])('reports the reason of OpenSSL for another failure: %s', (code, message, text) => {
    expect(describeTlsFailure(codedError(code, message))).toBe(`its TLS certificate ${text}`);
  });

  it('reads errors of OpenSSL in a failed write, and causes', () => {
    const message =
      'write EPROTO 40FD:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:a.c:3:';
    const error = new TypeError('fetch failed', { cause: codedError('EPROTO', message) });
    expect(describeTlsFailure(error)).toContain('it does not speak TLS on this port');
    expect(describeTlsFailure(codedError('EPROTO', 'write EPROTO'))).toBe('the TLS handshake failed');
  });

  it('returns undefined for other errors', () => {
    const cyclic = new Error('cyclic');
    cyclic.cause = cyclic;
    for (const error of [undefined, null, 'text', cyclic, codedError('ECONNREFUSED')])
      expect(describeTlsFailure(error)).toBeUndefined();
  });
});

it('describeConnectionFailure reads the code that nodemailer replaces', () => {
  const refused = { code: 'ESOCKET', originalCode: 'ECONNREFUSED' };
  const timedOut = { code: 'ETIMEDOUT', originalCode: 'GREETING_TIMEOUT' };
  const expired = { code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' };
  expect([refused, timedOut, expired].map(describeConnectionFailure)).toEqual([
    'it refused the connection',
    'it did not respond',
    'its TLS certificate has expired; renew it, or correct the clock of this machine',
  ]);
});
