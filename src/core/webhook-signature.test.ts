import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { newWebhookSecret, signatureHeaders } from './webhook-signature.ts';

const random = seededRandom(3);

describe('signatureHeaders', () => {
  it('returns the signature of the published test vector of Standard Webhooks', () => {
    const headers = signatureHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      nowMs: 1_614_265_330_000,
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('returns headers that the library of Standard Webhooks verifies, with either secret after a rotation', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        const secrets = [newWebhookSecret(random), newWebhookSecret(random)];
        const body = JSON.stringify({ data });
        const headers = signatureHeaders({ id: 'evt_1', body, nowMs: Date.now(), secrets });
        for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toBeDefined();
        const other = new Webhook(newWebhookSecret(random));
        expect(() => other.verify(body, headers)).toThrow('No matching signature');
        expect(() => new Webhook(secrets[0]!).verify(`${body} `, headers)).toThrow('No matching signature');
      }),
    );
  });

  it('signs time and body in X-Service-Signature with the text of each secret', () => {
    const secrets = [newWebhookSecret(random), newWebhookSecret(random)];
    const { 'x-service-signature': signature } = signatureHeaders({
      id: 'evt_1',
      body: '{}',
      nowMs: 1_700_000_000_999,
      secrets,
    });
    const parts = secrets.map(
      (secret) => `v1=${createHmac('sha256', secret).update('1700000000.{}').digest('hex')}`,
    );
    expect(signature).toBe(`t=1700000000,${parts.join(',')}`);
  });
});
