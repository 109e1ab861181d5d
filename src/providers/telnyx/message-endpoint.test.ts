import { describe, expect, it } from 'vitest';
import type { DeliveryReceipt, InboundMessage } from '../../contracts/message-carrier.ts';
import { ManualClock } from '../../core/manual-clock.ts';
import { createTelnyxEndpoint } from './message-endpoint.ts';
import { eventsUrl, inboundEvent, TelnyxSigner } from './testing/telnyx-message-server.ts';

const inbound = inboundEvent({ from: '+12025550123', to: '+12025550100', text: 'Yes' });

function openEndpoint() {
  const clock = new ManualClock();
  const signer = new TelnyxSigner(clock);
  const messages: InboundMessage[] = [];
  const receipts: DeliveryReceipt[] = [];
  const endpoint = createTelnyxEndpoint(
    { publicKey: signer.publicKey, clock },
    {
      onMessage: async (message) => void messages.push(message),
      onReceipt: async (receipt) => void receipts.push(receipt),
    },
  );
  return { clock, signer, endpoint, messages, receipts };
}

const eventOf = (type: string, status: string, errors: readonly object[] = []): string =>
  JSON.stringify({
    data: {
      event_type: type,
      payload: {
        id: 'id-1',
        from: { phone_number: '+12025550100' },
        to: [{ phone_number: '+12025550123', status }],
        tags: ['other', 'msg_1'],
        errors,
      },
    },
  });

describe('createTelnyxEndpoint', () => {
  it('ignores requests with an invalid signature', async () => {
    const { clock, endpoint, messages } = openEndpoint();
    expect(await new TelnyxSigner(clock).post(endpoint, inbound)).toBe(403);
    const request = { url: eventsUrl, body: Buffer.from(inbound) };
    expect((await endpoint.handle({ ...request, headers: {} })).status).toBe(403);
    const headers = { 'telnyx-timestamp': '1e9', 'telnyx-signature-ed25519': '%' };
    expect((await endpoint.handle({ ...request, headers })).status).toBe(403);
    expect(messages).toEqual([]);
  });

  it('ignores a request with an old or a future timestamp', async () => {
    const { clock, signer, endpoint } = openEndpoint();
    const startMs = clock.now();
    const late = {
      ...endpoint,
      handle: async (request: Parameters<typeof endpoint.handle>[0]) => {
        clock.jumpTo(startMs + 301_000);
        return endpoint.handle(request);
      },
    };
    expect(await signer.post(late, inbound)).toBe(403);
    clock.jumpTo(startMs + 602_000);
    expect(await signer.post(late, inbound)).toBe(403);
  });

  it.each(['', '{', '[]', '{"data":{"event_type":"message.received","payload":{}}}'])(
    'rejects the body %j',
    async (body) => {
      const { signer, endpoint } = openEndpoint();
      expect(await signer.post(endpoint, body)).toBe(400);
    },
  );

  it('names the pictures of an MMS', async () => {
    const { signer, endpoint, messages } = openEndpoint();
    const event = JSON.parse(inbound) as { data: { payload: object } };
    const media = [
      { url: 'https://media.telnyx.com/b5a2/photo.jpg', content_type: 'image/jpeg', size: 102_400 },
      { url: null, content_type: null, size: null },
    ];
    event.data.payload = { ...event.data.payload, media };
    expect(await signer.post(endpoint, JSON.stringify(event))).toBe(200);
    expect(messages).toMatchObject([
      {
        attachments: [
          { name: 'photo.jpg', contentType: 'image/jpeg', bytes: 102_400 },
          { name: null, contentType: 'application/octet-stream', bytes: null },
        ],
      },
    ]);
  });

  it('passes on a message, and ignores other events', async () => {
    const { signer, endpoint, messages, receipts } = openEndpoint();
    expect(await signer.post(endpoint, inbound)).toBe(200);
    expect(await signer.post(endpoint, eventOf('message.other', 'queued'))).toBe(200);
    expect(messages).toEqual([
      expect.objectContaining({ channel: 'sms', from: '+12025550123', to: ['+12025550100'], text: 'Yes' }),
    ]);
    expect(receipts).toEqual([]);
  });

  it.each([
    ['message.sent', 'sent', [], { outcome: 'sent', detail: '' }],
    ['message.finalized', 'delivered', [], { outcome: 'delivered', detail: '' }],
    ['message.finalized', 'delivery_unconfirmed', [], { outcome: 'sent' }],
    [
      'message.finalized',
      'sending_failed',
      [{ code: '40002' }],
      { outcome: 'failed', detail: 'Telnyx reported the message as sending_failed (error 40002).' },
    ],
    [
      'message.finalized',
      'delivery_failed',
      [{ code: 40300 }],
      { outcome: 'failed', suppresses: 'opted_out' },
    ],
  ])('converts %s with the status %s', async (type, status, errors, expected) => {
    const { signer, endpoint, receipts } = openEndpoint();
    expect(await signer.post(endpoint, eventOf(type, status, errors))).toBe(200);
    expect(receipts).toMatchObject([{ externalId: 'id-1', reference: 'msg_1', ...expected }]);
  });
});
