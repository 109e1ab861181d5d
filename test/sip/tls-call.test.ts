import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CarrierOnLoopback, loopbackTrunk, ourNumber } from './carrier-on-loopback.ts';

const hasOpenssl = spawnSync('openssl', ['version']).error === undefined;
const ports = { caller: 15_302, callee: 15_304 };

/** A certificate of its own signing for this machine. */
function createCertificate(address: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-tls-'));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = `-subj /CN=parley -addext subjectAltName=IP:${address}`;
  const command = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 ${subject}`;
  try {
    execFileSync('openssl', [...command.split(' '), '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    });
    return {
      certificatePem: readFileSync(certificate, 'utf8'),
      privateKeyPem: readFileSync(key, 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(!hasOpenssl)('a call over TLS (its certificate needs openssl)', () => {
  const open: CarrierOnLoopback[] = [];

  afterEach(async () => {
    for (const carrier of open.splice(0)) await carrier.close();
  });

  /** Two carriers that call each other; the callee shows a certificate for `address`. */
  async function openBoth(address: string) {
    const certificate = createCertificate(address);
    const tls = (port: number) => ({ port, certificate, authoritiesPem: [certificate.certificatePem] });
    const callee = await CarrierOnLoopback.open([], {
      tls: tls(ports.callee),
      isOwned: (number) => number !== ourNumber,
    });
    const trunk = loopbackTrunk(ports.callee, { transport: 'tls' });
    const caller = await CarrierOnLoopback.open([trunk], { tls: tls(ports.caller) });
    open.push(caller, callee);
    return { caller, callee };
  }

  it('is answered, and ended from the side that was called', async () => {
    const { caller, callee } = await openBoth('127.0.0.1');
    callee.onIncoming((leg) => void leg.answer().then(() => setTimeout(() => leg.hangup(), 20)));
    caller.dial();
    await caller.when('ended');
    expect(caller.told).toEqual(['proceeding', 'ringing', 'answered', 'ended: far_hangup']);
  });

  it('is not placed with one whose certificate is of another address', async () => {
    const { caller, callee } = await openBoth('192.0.2.1');
    caller.dial();
    await caller.when('ended');
    expect([caller.told, callee.told]).toEqual([['ended: carrier_error'], []]);
  });
});
