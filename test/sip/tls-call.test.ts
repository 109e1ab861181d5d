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
    ['other-address', true, 'its TLS certificate is for another host name'],
    ['expired', true, 'its TLS certificate has expired'],
    ['self-signed', false, 'its TLS certificate is self-signed'],
    ['unknown-authority', false, 'its TLS certificate is signed by an unknown authority'],
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
});
