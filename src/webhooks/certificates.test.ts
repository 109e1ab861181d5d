import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate, hasOpenssl, type CertificateKind } from '../../test/support/certificates.ts';
import { WebhookFixture } from '../../test/support/webhook-fixture.ts';

describe.skipIf(!hasOpenssl)('deliveries over TLS (their certificates need openssl)', () => {
  let fixture: WebhookFixture;
  beforeAll(async () => (fixture = await WebhookFixture.create()));
  afterEach(() => fixture.reset());
  afterAll(() => fixture.close());

  /** Delivers one event to a receiver with a certificate of this kind. */
  async function deliver(kind: CertificateKind, isTrusted: boolean) {
    const certificate = createCertificate(kind);
    const { requests, url } = await fixture.openReceiver(() => 200, certificate);
    const { id, secret } = await fixture.addEndpoint(url);
    fixture.start(isTrusted ? { ca: certificate.authorityPem } : {});
    await fixture.addEvent(`call_${kind}`, 1);
    const deliveries = () => fixture.deliveriesOf(id);
    await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(1);
    return { requests, secret, delivery: (await deliveries())[0]! };
  }

  it('succeed if the authority is trusted', async () => {
    const { requests, secret, delivery } = await deliver('unknown-authority', true);
    expect(delivery).toMatchObject({ status: 'succeeded', lastStatusCode: 200, lastError: null });
    const [{ text, headers } = requests[0]!] = requests;
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toMatchObject({
      id: headers['webhook-id'],
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
    'fail with the fault of the certificate (kind: %s, trusted: %s)',
    async (kind, trusted, fault) => {
      const { requests, delivery } = await deliver(kind, trusted);
      expect(delivery).toMatchObject({
        status: 'pending',
        lastStatusCode: null,
        lastError: `The endpoint could not be reached: ${fault}.`,
      });
      expect(requests).toEqual([]);
    },
  );

  it('fail with the fault of a receiver without TLS', async () => {
    const { requests, url } = await fixture.openReceiver();
    const { id } = await fixture.addEndpoint(url.replace('http:', 'https:'));
    fixture.start();
    await fixture.addEvent('call_plain', 1);
    await expect
      .poll(async () => (await fixture.deliveriesOf(id))[0]?.lastError)
      .toBe(
        'The endpoint could not be reached: it does not speak TLS on this port; correct the port, or connect without TLS.',
      );
    expect(requests).toEqual([]);
  });
});
