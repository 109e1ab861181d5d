import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const nowMs = 1_700_000_000_000;
const event = {
  id: 'evt_1',
  event: 'call.completed',
  createdAt: '',
  workspaceId: 'ws_1',
  data: { sequence: 4 },
};
const body = JSON.stringify(event);
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1700000000',
  'webhook-signature': new Webhook(secret).sign('evt_1', new Date(nowMs), body),
};

describe('verifyWebhook', () => {
  it('returns the event of a delivery that the Standard Webhooks library signed', () => {
    expect(verifyWebhook(headers, body, secret, { nowMs })).toEqual(event);
    expect(verifyWebhook(new Headers(headers), Buffer.from(body), secret, { nowMs })).toEqual(event);
  });

  it('accepts either of two secrets during a rotation', () => {
    expect(verifyWebhook(headers, body, [other, secret], { nowMs })).toEqual(event);
    const both = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
    expect(verifyWebhook(both, body, secret, { nowMs })).toEqual(event);
  });

  it.each([
    ['another secret', headers, body, other, nowMs],
    ['a changed body', headers, `${body} `, secret, nowMs],
    ['a changed id', { ...headers, 'webhook-id': 'evt_2' }, body, secret, nowMs],
    ['a delivery of six minutes ago', headers, body, secret, nowMs + 360_000],
    ['a delivery from the future', headers, body, secret, nowMs - 360_000],
    ['a missing header', { ...headers, 'webhook-signature': undefined }, body, secret, nowMs],
    ['a time that is not a number', { ...headers, 'webhook-timestamp': 'now' }, body, secret, nowMs],
    ['another version of the signature', { ...headers, 'webhook-signature': 'v2,AAAA' }, body, secret, nowMs],
    ['an empty signature', { ...headers, 'webhook-signature': 'v1,' }, body, secret, nowMs],
  ])('rejects %s', (_name, sent, text, key, atMs) => {
    expect(() => verifyWebhook(sent, text, key, { nowMs: atMs })).toThrow(WebhookVerificationError);
  });
});
