import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import type { Leg } from '../../src/contracts/carrier.ts';
import { CarrierOnLoopback, loopbackTrunk, remoteNumber } from './carrier-on-loopback.ts';
import { createCertificate, hasOpenssl, type CertificateKind } from '../support/certificates.ts';

const ports = { caller: 15_302, callee: 15_304 };

describe.skipIf(!hasOpenssl)('a call over TLS (its certificate needs openssl)', () => {
  const openCarriers: CarrierOnLoopback[] = [];

  afterEach(async () => {
    for (const carrier of openCarriers.splice(0)) await carrier.close();
  });

  /** Opens two carriers that use the same certificate. They trust it if `isTrusted`. */
  async function openCallerAndCallee(kind: CertificateKind, isTrusted = true) {
    const certificate = createCertificate(kind);
    const tls = (port: number) => ({
      port,
      certificate,
      ...(isTrusted && { authoritiesPem: [certificate.certificatePem] }),
    });
    const callee = await CarrierOnLoopback.open([], {
      tls: tls(ports.callee),
      isOwned: (number) => number === remoteNumber,
    });
    const trunk = loopbackTrunk(ports.callee, { transport: 'tls' });
    const caller = await CarrierOnLoopback.open([trunk], { tls: tls(ports.caller) });
    openCarriers.push(caller, callee);
    return { caller, callee };
  }

  it('is answered, and ended by the callee', async () => {
    const { caller, callee } = await openCallerAndCallee('self-signed');
    callee.onIncoming((leg) => void leg.answer().then(() => setTimeout(() => leg.hangup(), 20)));
    caller.dial();
    await caller.waitForEvent('ended');
    expect(caller.events).toEqual(['proceeding', 'ringing', 'answered', 'ended: far_hangup']);
  });

  const detailOf = (leg: Leg) =>
    new Promise<string | undefined>((resolve) => {
      leg.on((event) => {
        if (event.type === 'leg-ended') resolve(event.detail);
      });
    });

  it.each([
    [
      'other-address',
      true,
      'its TLS certificate is for 192.0.2.1, not for 127.0.0.1; connect by a name of the certificate, or install one for 127.0.0.1',
    ],
    ['expired', true, 'its TLS certificate has expired; renew it, or correct the clock of this machine'],
    [
      'self-signed',
      false,
      'its TLS certificate is self-signed; replace it, or set NODE_EXTRA_CA_CERTS to a file with it',
    ],
    [
      'unknown-authority',
      false,
      'its TLS certificate is signed by an unknown authority; let it send its intermediate certificates, or set NODE_EXTRA_CA_CERTS to a file with the certificate of the authority',
    ],
  ] as const)(
    'reports the fault of a certificate (kind: %s, trusted: %s)',
    async (kind, isTrusted, fault) => {
      const { caller, callee } = await openCallerAndCallee(kind, isTrusted);
      const detail = await detailOf(caller.dial());
      expect(detail).toBe(`The trunk could not be reached: ${fault}.`);
      expect([caller.events, callee.events]).toEqual([['ended: carrier_error'], []]);
      const health = await caller.carrier.checkHealth();
      expect(health).toMatchObject({
        ok: false,
        detail: expect.stringContaining(`cannot be reached: ${fault}`),
      });
    },
  );

  it.each([
    ['TLSv1.2', 'it rejected the TLS handshake, for example because it demands a client certificate'],
    ['TLSv1.3', 'it demands a TLS client certificate, which is not supported'],
  ] as const)('reports that the trunk demands a client certificate (%s)', async (version, fault) => {
    const { certificatePem, privateKeyPem } = createCertificate('self-signed');
    const server = createServer({
      cert: certificatePem,
      key: privateKeyPem,
      requestCert: true,
      rejectUnauthorized: true,
      maxVersion: version,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const trunk = loopbackTrunk((server.address() as AddressInfo).port, { transport: 'tls' });
    const tls = {
      port: ports.caller,
      certificate: { certificatePem, privateKeyPem },
      authoritiesPem: [certificatePem],
    };
    const caller = await CarrierOnLoopback.open([trunk], { tls });
    openCarriers.push(caller);
    expect(await detailOf(caller.dial())).toBe(`The trunk could not be reached: ${fault}.`);
    const { detail } = await caller.carrier.checkHealth();
    expect(detail).toContain(`cannot be reached: ${fault}`);
    server.close();
  });
});
