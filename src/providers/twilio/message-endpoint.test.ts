import { describe, expect, it } from 'vitest';
import type { DeliveryReceipt, InboundMessage } from '../../contracts/message-carrier.ts';
import { createTwilioEndpoint } from './message-endpoint.ts';
import { post, publicUrl } from './testing/twilio-message-server.ts';
import { authToken } from './testing/twilio-server.ts';

const statusUrl = `${publicUrl}/v1/carriers/twilio/status?reference=msg_1`;
const inboundUrl = `${publicUrl}/v1/carriers/twilio/inbound`;
const inbound = { MessageSid: 'SM1', From: '+12025550123', To: '+12025550100', Body: 'Yes' };

function openEndpoint(token = authToken) {
  const messages: InboundMessage[] = [];
  const receipts: DeliveryReceipt[] = [];
  const endpoint = createTwilioEndpoint(
    { authToken: token },
    {
      onMessage: async (message) => void messages.push(message),
      onReceipt: async (receipt) => void receipts.push(receipt),
    },
  );
  return { endpoint, messages, receipts };
}

describe('createTwilioEndpoint', () => {
  it('names the pictures of an MMS', async () => {
    const { endpoint, messages } = openEndpoint();
    const media = {
      NumMedia: '2',
      MediaContentType0: 'image/jpeg',
      MediaUrl0: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1',
      MediaContentType1: 'text/vcard',
      MediaUrl1: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME2',
    };
    expect(await post(endpoint, inboundUrl, { ...inbound, ...media })).toBe(200);
    expect(messages).toMatchObject([
      {
        text: 'Yes',
        attachments: [
          { name: null, contentType: 'image/jpeg', bytes: null },
          { name: null, contentType: 'text/vcard', bytes: null },
        ],
      },
    ]);
  });

  it('accepts the signature of the example in the tests of twilio-node', async () => {
    const { endpoint } = openEndpoint('12345');
    const fields = {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675309',
      Digits: '1234',
      From: '+14158675309',
      To: '+18005551212',
    };
    const request = {
      url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
      body: Buffer.from(new URLSearchParams(fields).toString()),
    };
    const statusOf = async (signature: string) =>
      (await endpoint.handle({ ...request, headers: { 'x-twilio-signature': signature } })).status;
    // 400: the signature is valid, and the path is unknown.
    expect(await statusOf('RSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(400);
    expect(await statusOf('SSOYDt4T1cUTdK1PDd93/VVr8B8=')).toBe(403);
    expect(await statusOf('')).toBe(403);
  });

  it('ignores requests with an invalid signature', async () => {
    const { endpoint, messages } = openEndpoint();
    expect(await post(endpoint, inboundUrl, inbound, 'another token')).toBe(403);
    const response = await endpoint.handle({ url: inboundUrl, headers: {}, body: Buffer.from('Body=Yes') });
    expect(response.status).toBe(403);
    expect(messages).toEqual([]);
  });

  it('responds to a message with an empty TwiML document', async () => {
    const { endpoint, messages } = openEndpoint();
    expect(await post(endpoint, inboundUrl, inbound)).toBe(200);
    expect(messages).toEqual([
      {
        channel: 'sms',
        externalId: 'SM1',
        from: '+12025550123',
        to: ['+12025550100'],
        text: 'Yes',
        attachments: [],
      },
    ]);
    expect(await post(endpoint, inboundUrl, { ...inbound, MessageSid: '' })).toBe(400);
  });

  it.each([
    ['queued', '', undefined],
    ['sending', '', undefined],
    ['sent', '', { outcome: 'sent', detail: '' }],
    ['delivered', '', { outcome: 'delivered', detail: '' }],
    [
      'failed',
      '30008',
      { outcome: 'failed', detail: 'Twilio reported the message as failed (error 30008).' },
    ],
    ['undelivered', '<b>', { outcome: 'failed', detail: 'Twilio reported the message as undelivered.' }],
    ['undelivered', '21610', { outcome: 'failed', suppresses: 'opted_out' }],
  ])('converts the status %s with the error "%s"', async (MessageStatus, ErrorCode, expected) => {
    const { endpoint, receipts } = openEndpoint();
    expect(await post(endpoint, statusUrl, { MessageSid: 'SM1', MessageStatus, ErrorCode })).toBe(200);
    const receipt = { externalId: 'SM1', reference: 'msg_1', ...expected };
    expect(receipts).toMatchObject(expected === undefined ? [] : [receipt]);
  });
});
